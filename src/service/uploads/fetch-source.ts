// An input that the service fetches: from an address that a client has named, through the same filter as webhooks.
import { createWriteStream } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { parse } from 'content-disposition';
import { DeadlinePassed, deadline } from '#core/deadline.ts';
import type { ErrorFields } from '#core/errors.ts';
import { Failure } from '#core/failure.ts';
import { cleanName } from '#service/jobs/output-name.ts';
import { RefusedAddress, type AddressFilter } from '#service/outbound/address-filter.ts';
import { call } from '#service/outbound/call.ts';

/** For the whole file. */
const fetchMs = 60_000;

interface Source {
  url: string;
  /** The form field that names the address. */
  field: string;
  /** Where the file is written. */
  path: string;
  maxBytes: number;
  /** Aborts when the client disconnects. */
  signal: AbortSignal;
}

type Reason = ErrorFields<'source_unreachable'>['reason'];

/** The file's name. @throws source_unreachable; the signal's reason */
export async function fetchSource(
  filter: AddressFilter,
  { url, field, path, maxBytes, signal }: Source,
): Promise<string> {
  using limit = deadline(fetchMs, signal);
  const unreachable = (reason: Reason, status?: number) =>
    new Failure('source_unreachable', { field, reason, ...(status === undefined ? {} : { status }) });
  const because = (error: unknown): unknown => {
    if (signal.aborted) return signal.reason;
    if (error instanceof DeadlinePassed || limit.signal.aborted) return unreachable('timeout');
    return unreachable(error instanceof RefusedAddress ? 'refused_address' : 'unreachable');
  };
  if (!URL.canParse(url)) throw unreachable('refused_address');
  const headers = { Accept: '*/*', 'Accept-Encoding': 'identity', 'User-Agent': 'Platen' };
  const answer = await call({ url, method: 'GET', headers, signal: limit.signal }, filter).catch((error: unknown) => {
    throw because(error);
  });
  const { statusCode: status = 0 } = answer;
  try {
    if (status >= 300 && status < 400) throw unreachable('redirect');
    if (status !== 200) throw unreachable('status', status);
    if (Number(answer.headers['content-length'] ?? 0) > maxBytes) throw unreachable('too_large');
    const tooLarge = () => unreachable('too_large');
    await pipeline(
      bounded(answer, { maxBytes, tooLarge, because }),
      createWriteStream(path, { flags: 'wx', mode: 0o600 }),
    );
  } finally {
    answer.destroy();
  }
  return nameOf(answer, new URL(url));
}

/** Errors of the disk are not the answer's, and pass it by. */
async function* bounded(
  answer: IncomingMessage,
  { maxBytes, tooLarge, because }: { maxBytes: number; tooLarge: () => Failure; because: (error: unknown) => unknown },
): AsyncGenerator<Buffer> {
  let bytes = 0;
  const parts = (answer as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
  for (;;) {
    const next = await parts.next().catch((error: unknown) => {
      throw because(error);
    });
    if (next.done === true) return;
    bytes += next.value.length;
    if (bytes > maxBytes) throw tooLarge();
    yield next.value;
  }
}

/** As the answer says, or else as the address ends. */
function nameOf({ headers }: IncomingMessage, { pathname }: URL): string {
  const said = parsed(headers['content-disposition'] ?? '');
  return cleanName(said ?? decoded(pathname.split('/').at(-1) ?? ''));
}

function parsed(disposition: string): string | undefined {
  try {
    return parse(disposition).parameters['filename'];
  } catch {
    return undefined;
  }
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
