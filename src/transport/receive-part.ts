// A part of an upload: the received bytes are kept even if the connection breaks.
import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { Failure } from '#core/failure.ts';
import { requestLimits } from '#service/limits/request-limits.ts';
import type { Pace } from '#service/limits/limits.ts';
import { watchPace } from './pace.ts';

/**
 * Writes the body to `to`, and returns the number of bytes. A client that is idle or too slow is cut off.
 * @throws `tooLong` after `max` bytes, beyond which nothing is read; errors of the disk
 */
export async function receivePart(
  body: Readable,
  to: string,
  { max, tooLong, pace }: { max: number; tooLong: () => Failure; pace: Pace },
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
      bytes += chunk.length;
      if (bytes > max) throw tooLong();
      isWriting = true;
      await file.writeFile(chunk);
      isWriting = false;
    }
  } finally {
    clearTimeout(idle);
  }
  return bytes;
}

/** The client resumes after the received bytes. The rest of the body stays unread, since its sender gets a response. */
async function* untilCut(body: Readable): AsyncGenerator<Buffer> {
  try {
    yield* body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  } catch {
    // An error of the connection, not of the disk: the reader's errors do not arrive here.
  }
}
