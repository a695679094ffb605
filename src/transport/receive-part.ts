// A part of an upload: what arrives is kept, also when the line is cut.
import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { requestLimits } from '#service/limits/request-limits.ts';
import type { Pace } from '#service/limits/limits.ts';
import { watchPace } from './pace.ts';

/** Writes the body to `to`, at most `max` bytes of it, and reads no further; the count of bytes. A client that is idle or too slow is cut off. @throws errors of the disk */
export async function receivePart(
  body: Readable,
  to: string,
  { max, pace }: { max: number; pace: Pace },
): Promise<number> {
  await using file = await open(to, 'wx', 0o600);
  const cut = () => void body.destroy();
  const idle = setTimeout(cut, requestLimits.idleMs);
  let isWriting = false;
  using watch = watchPace(pace, { tooSlow: cut, isBlocked: () => isWriting });
  let bytes = 0;
  try {
    for await (const chunk of untilCut(body)) {
      idle.refresh();
      watch.count(chunk.length);
      const taken = chunk.subarray(0, max - bytes);
      isWriting = true;
      await file.writeFile(taken);
      isWriting = false;
      bytes += taken.length;
      // More than was announced: it is not waited for.
      if (taken.length < chunk.length) break;
    }
  } finally {
    clearTimeout(idle);
  }
  return bytes;
}

/** The client goes on from what has arrived. The body is left as it is, since its sender gets an answer. */
async function* untilCut(body: Readable): AsyncGenerator<Buffer> {
  try {
    yield* body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  } catch {
    // The line, not the disk: what the reader of this throws does not come here.
  }
}
