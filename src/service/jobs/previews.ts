// Previews of stored results: rendered when their owner first asks for one, then kept with the result.
import type { Clock } from '#core/clock.ts';
import { deadline, DeadlinePassed } from '#core/deadline.ts';
import { newId } from '#core/ids.ts';
import type { Engines } from '#conversion/engines/index.ts';
import { previewOf } from '#conversion/preview.ts';
import type { Files } from '#service/files/files.ts';
import { QueueFull, WaitedTooLong, type Queue } from '#service/queue/queue.ts';
import type { Workspaces } from './workspace.ts';

const waitMs = 20_000;
const renderMs = 10_000;
/** Stored when a result has no preview, so that it is not rendered again and again. */
const noPreview = Buffer.alloc(0);

interface StoredResult {
  /** Of a job or a share. */
  id: string;
  mime: string;
  accountId: string;
}

export interface Previews {
  /** A JPEG of the first page, rendered if necessary; null when there is none, or when the queue is full. */
  of(result: StoredResult): Promise<Buffer | null>;
  /** The preview that is already stored: requests of strangers never render one. */
  stored(id: string): Promise<Buffer | null>;
}

interface PreviewDependencies {
  clock: Clock;
  engines: Engines;
  files: Files;
  workspaces: Workspaces;
  /** Of its own, so that previews never hold up conversions. */
  slots: Queue;
}

export function createPreviews(parts: PreviewDependencies): Previews {
  const { files } = parts;
  // Concurrent requests for one preview share its rendering.
  const rendering = new Map<string, Promise<Buffer | null>>();
  return {
    async of(result) {
      const kept = await files.readPreview(result.id);
      if (kept !== null) return pictureOf(kept);
      const known = rendering.get(result.id);
      if (known !== undefined) return known;
      const rendered = render(parts, result).finally(() => rendering.delete(result.id));
      rendering.set(result.id, rendered);
      return rendered;
    },
    stored: async (id) => pictureOf(await files.readPreview(id)),
  };
}

const pictureOf = (kept: Buffer | null): Buffer | null => (kept === null || kept.length === 0 ? null : kept);

async function render(parts: PreviewDependencies, { id, mime, accountId }: StoredResult): Promise<Buffer | null> {
  const { files, slots, workspaces, clock, engines } = parts;
  const never = new AbortController().signal;
  const slot = await slots.acquire(accountId, { signal: never, maxWaitMs: waitMs }).catch((error: unknown) => {
    if (error instanceof QueueFull || error instanceof WaitedTooLong) return null;
    throw error;
  });
  if (slot === null) return null;
  using _slot = slot;
  await using workspace = await workspaces.open(newId(clock.now()));
  const path = await files.localOutput(id, workspace.path);
  if (path === null) return null;
  using limit = deadline(renderMs);
  try {
    const picture = await previewOf({ path, mime }, engines, { folder: workspace.path, signal: limit.signal });
    await files.putPreview(id, picture ?? noPreview);
    return picture;
  } catch (error) {
    // Not stored as missing: next time the machine may be less busy.
    if (error instanceof DeadlinePassed) return null;
    throw error;
  }
}
