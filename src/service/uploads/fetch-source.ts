// An input that the service fetches from a client's URL, through the same filter as webhooks.
import { parse } from 'content-disposition';
import { DeadlinePassed } from '#core/deadline.ts';
import type { ErrorFields } from '#core/errors.ts';
import { Failure } from '#core/failure.ts';
import { cleanName } from '#service/jobs/output-name.ts';
import { RefusedAddress } from '#service/outbound/address-filter.ts';
import { TooLarge, UnreachableUrl, type Outbound } from '#service/outbound/outbound.ts';

/** The time limit for the whole file. */
const fetchMs = 60_000;

interface Source {
  url: string;
  /** The form field with the URL. */
  field: string;
  /** The path to write the file to. */
  path: string;
  maxBytes: number;
  /** A signal that aborts when the client disconnects. */
  signal: AbortSignal;
}

type Reason = ErrorFields<'source_unreachable'>['reason'];

/** Fetches a file, and returns its name. @throws source_unreachable; the signal's reason */
export async function fetchSource(outbound: Outbound, { url, field, path, maxBytes, signal }: Source): Promise<string> {
  const unreachable = (reason: Reason, status?: number) =>
    new Failure('source_unreachable', { field, reason, ...(status === undefined ? {} : { status }) });
  if (!URL.canParse(url)) throw unreachable('refused_address');
  const headers = { Accept: '*/*', 'Accept-Encoding': 'identity', 'User-Agent': 'Platen' };
  const take = { path, maxBytes };
  const { status, disposition } = await outbound
    .call({ url, method: 'GET', headers, take, timeoutMs: fetchMs, signal })
    .catch((error: unknown) => {
      const reason = signal.aborted ? undefined : reasonOf(error);
      throw reason === undefined ? error : unreachable(reason);
    });
  if (status >= 300 && status < 400) throw unreachable('redirect');
  if (status !== 200) throw unreachable('status', status);
  return nameOf(disposition, new URL(url));
}

/** Returns the reason; undefined if the error is the disk's, not the response's. */
function reasonOf(error: unknown): Reason | undefined {
  if (error instanceof DeadlinePassed) return 'timeout';
  if (error instanceof RefusedAddress) return 'refused_address';
  if (error instanceof TooLarge) return 'too_large';
  return error instanceof UnreachableUrl ? 'unreachable' : undefined;
}

/** Returns the file name from the response headers, or else from the end of the URL. */
function nameOf(disposition: string | undefined, { pathname }: URL): string {
  const said = parsed(disposition ?? '');
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
