// Previews of stored results: drawn when their owner first asks for one, then kept with the result.
import type { DrawnPage } from '#conversion/preview.ts';
import type { Files } from '#service/files/files.ts';
import { QueueFull, WaitedTooLong, type Queue } from '#service/queue/queue.ts';
import { drawPreview, type PreviewWorker, type StoredResult } from './draw-preview.ts';
import { pictureOf } from './preview-picture.ts';

export type Previews = ReturnType<typeof createPreviews>;

/** Draws a preview and stores it; null if there is nothing to show, or it cannot be drawn now. */
export type Draw = (result: StoredResult) => Promise<DrawnPage | null>;

export function createPreviews(files: Pick<Files, 'readPreview'>, draw: Draw) {
  // Concurrent requests for one preview share its drawing.
  const drawing = new Map<string, Promise<DrawnPage | null>>();
  return {
    /** Returns a page, drawn if necessary; null if there is no such page, or it cannot be drawn now. */
    async of(result: StoredResult): Promise<DrawnPage | null> {
      const kept = await files.readPreview(result.id, result.page);
      if (kept !== null) return pictureOf(kept);
      const key = `${result.id} ${result.page ?? 1}`;
      const known = drawing.get(key);
      if (known !== undefined) return known;
      const drawn = draw(result).finally(() => drawing.delete(key));
      drawing.set(key, drawn);
      return drawn;
    },
    /** Returns the first page's preview only if it is already stored: requests by strangers never draw one. */
    stored: async (id: string) => pictureOf(await files.readPreview(id))?.picture ?? null,
  };
}

const waitMs = 20_000;

/** Draws previews on this node in separate slots, so that they never hold up conversions. */
export const drawHere =
  (parts: PreviewWorker, slots: Queue): Draw =>
  async (result) => {
    const never = new AbortController().signal;
    const slot = await slots.acquire(result.accountId, { signal: never, maxWaitMs: waitMs }).catch((error: unknown) => {
      if (error instanceof QueueFull || error instanceof WaitedTooLong) return null;
      throw error;
    });
    if (slot === null) return null;
    using _slot = slot;
    return await drawPreview(parts, result);
  };
