// The previews of stored results: drawn when their owner first asks for them, kept with the result.
import type { Clock } from '#core/clock.ts';
import { deadline, DeadlinePassed } from '#core/deadline.ts';
import { newId } from '#core/ids.ts';
import type { Engines } from '#conversion/engines/index.ts';
import { previewOf } from '#conversion/preview.ts';
import type { Files } from '#service/files/files.ts';
import { QueueFull, WaitedTooLong, type Queue } from '#service/queue/queue.ts';
import type { Workspaces } from './workspace.ts';

const waitMs = 20_000;
const drawMs = 10_000;
/** Kept where there is nothing to show, so that nobody tries again. */
const nothing = Buffer.alloc(0);

interface Result {
  /** Of a job or a share. */
  id: string;
  mime: string;
  accountId: string;
}

export interface Previews {
  /** A JPEG of the first page, drawn if need be; null when there is none, or no place to draw it now. */
  of(result: Result): Promise<Buffer | null>;
  /** The one that is there: strangers make nobody work. */
  kept(id: string): Promise<Buffer | null>;
}

interface Parts {
  clock: Clock;
  engines: Engines;
  files: Files;
  workspaces: Workspaces;
  /** Of its own, so that previews never hold up conversions. */
  places: Queue;
}

export function createPreviews(parts: Parts): Previews {
  const { files } = parts;
  // Who asks while a preview is drawn waits for that one.
  const drawing = new Map<string, Promise<Buffer | null>>();
  return {
    async of(result) {
      const kept = await files.readPreview(result.id);
      if (kept !== null) return shown(kept);
      const known = drawing.get(result.id);
      if (known !== undefined) return known;
      const drawn = draw(parts, result).finally(() => drawing.delete(result.id));
      drawing.set(result.id, drawn);
      return drawn;
    },
    kept: async (id) => shown(await files.readPreview(id)),
  };
}

const shown = (kept: Buffer | null): Buffer | null => (kept === null || kept.length === 0 ? null : kept);

async function draw(parts: Parts, { id, mime, accountId }: Result): Promise<Buffer | null> {
  const { files, places, workspaces, clock, engines } = parts;
  const path = await files.outputPath(id);
  if (path === null) return null;
  const never = new AbortController().signal;
  const place = await places.enter(accountId, { signal: never, maxWaitMs: waitMs }).catch((error: unknown) => {
    if (error instanceof QueueFull || error instanceof WaitedTooLong) return null;
    throw error;
  });
  if (place === null) return null;
  using _place = place;
  await using workspace = await workspaces.open(newId(clock.now()));
  using limit = deadline(drawMs);
  try {
    const picture = await previewOf({ path, mime }, engines, { folder: workspace.path, signal: limit.signal });
    await files.putPreview(id, picture ?? nothing);
    return picture;
  } catch (error) {
    // On another day the machine may have more time.
    if (error instanceof DeadlinePassed) return null;
    throw error;
  }
}
