// The previews of stored results: drawn when they are first asked for, kept with the result.
import type { Clock } from '#core/clock.ts';
import { deadline } from '#core/deadline.ts';
import { newId } from '#core/ids.ts';
import type { Engines } from '#conversion/engines/index.ts';
import { previewOf } from '#conversion/preview.ts';
import type { Files } from '#service/files/files.ts';
import { QueueFull, WaitedTooLong, type Queue } from '#service/queue/queue.ts';
import type { Workspaces } from './workspace.ts';

const timeoutMs = 20_000;
/** Kept where there is nothing to show, so that nobody tries again. */
const nothing = Buffer.alloc(0);

interface Result {
  /** Of a job or a share. */
  id: string;
  mime: string;
  accountId: string;
}

export interface Previews {
  /** A JPEG of the first page; null when there is none, or none can be drawn now. */
  of(result: Result): Promise<Buffer | null>;
}

interface Parts {
  clock: Clock;
  engines: Engines;
  files: Files;
  workspaces: Workspaces;
  /** Places for looks into files. */
  inspections: Queue;
}

export function createPreviews(parts: Parts): Previews {
  // Who asks while a preview is drawn waits for that one.
  const drawing = new Map<string, Promise<Buffer | null>>();
  return {
    async of(result) {
      const kept = await parts.files.readPreview(result.id);
      if (kept !== null) return kept.length === 0 ? null : kept;
      const known = drawing.get(result.id);
      if (known !== undefined) return known;
      const drawn = draw(parts, result).finally(() => drawing.delete(result.id));
      drawing.set(result.id, drawn);
      return drawn;
    },
  };
}

async function draw(
  { files, inspections, workspaces, clock, engines }: Parts,
  { id, mime, accountId }: Result,
): Promise<Buffer | null> {
  const path = await files.outputPath(id);
  if (path === null) return null;
  using limit = deadline(timeoutMs);
  try {
    using _place = await inspections.enter(accountId, { signal: limit.signal, maxWaitMs: timeoutMs });
    await using workspace = await workspaces.open(newId(clock.now()));
    const picture = await previewOf({ path, mime }, engines, { folder: workspace.path, signal: limit.signal });
    await files.putPreview(id, picture ?? nothing);
    return picture;
  } catch (error) {
    if (error instanceof QueueFull || error instanceof WaitedTooLong) return null;
    // A document that takes too long, or breaks its engine, is not tried by everybody who looks at the page.
    await files.putPreview(id, nothing);
    return null;
  }
}
