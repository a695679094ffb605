// The outbound process, which calls client-supplied URLs, so that no receiver costs the service more than a message. It has
// its own resolver threads, memory and processor time for all calls, and ends with the service.
import { createWriteStream } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { setPriority } from 'node:os';
import { pipeline } from 'node:stream/promises';
import { DeadlinePassed, deadline } from '#core/deadline.ts';
import { createAddressFilter, RefusedAddress } from './address-filter.ts';
import { call, firstBytes } from './call.ts';
import type { FromProcess, OutboundProblem, OutboundRequest, OutboundResponse, ToProcess } from './protocol.ts';

/** The nice value, between the service and long documents. */
const niceValue = 5;

class TooLarge extends Error {}

/** An error of the disk, not of the response. */
class DiskError extends Error {}

const filter = createAddressFilter(JSON.parse(process.argv[2] ?? '[]') as string[]);
const underWay = new Map<number, AbortController>();

setPriority(niceValue);
// A terminal signals the service, which ends this process after its last call.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
process.on('disconnect', () => process.exit());
process.on('message', (message: ToProcess) => {
  if ('abort' in message) underWay.get(message.abort)?.abort(new Error('aborted'));
  else void answer(message.call);
});

async function answer(request: OutboundRequest): Promise<void> {
  const { id } = request;
  const stop = new AbortController();
  underWay.set(id, stop);
  using limit = deadline(request.timeoutMs, stop.signal);
  const said = await perform(request, limit.signal).then(
    (response): FromProcess => ({ id, response }),
    (error: unknown): FromProcess => ({ id, problem: problemOf(error) }),
  );
  underWay.delete(id);
  if (!stop.signal.aborted && process.connected) process.send?.(said);
}

async function perform({ take, ...request }: OutboundRequest, signal: AbortSignal): Promise<OutboundResponse> {
  const maxBytes = 'first' in take ? take.first : take.maxBytes;
  const response = await call({ ...request, maxBytes, signal }, filter);
  try {
    const { statusCode: status = 0, headers } = response;
    const disposition = headers['content-disposition'];
    const head = { status, ...(disposition === undefined ? {} : { disposition }) };
    // A caller that wants only the first bytes ignores a truncated body.
    if ('first' in take) return { ...head, first: await firstBytes(response, take.first).catch(() => Buffer.alloc(0)) };
    if (status === 200) await save(response, take);
    return { ...head, first: Buffer.alloc(0) };
  } finally {
    response.destroy();
  }
}

async function save(response: IncomingMessage, { path, maxBytes }: { path: string; maxBytes: number }): Promise<void> {
  if (Number(response.headers['content-length'] ?? 0) > maxBytes) throw new TooLarge();
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600 });
  let diskError: unknown;
  file.once('error', (error) => (diskError = error));
  await pipeline(bounded(response, maxBytes), file).catch((error: unknown) => {
    throw error === diskError ? new DiskError('the file cannot be written', { cause: error }) : error;
  });
}

async function* bounded(response: IncomingMessage, maxBytes: number): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > maxBytes) throw new TooLarge();
    yield part;
  }
}

function problemOf(error: unknown): OutboundProblem {
  const { code, message } = (error instanceof DiskError ? error.cause : error) as NodeJS.ErrnoException;
  return { kind: kindOf(error), message, ...(code === undefined ? {} : { code }) };
}

function kindOf(error: unknown): OutboundProblem['kind'] {
  if (error instanceof RefusedAddress) return 'refused_address';
  if (error instanceof TooLarge) return 'too_large';
  if (error instanceof DiskError) return 'disk';
  return error instanceof DeadlinePassed ? 'timeout' : 'network';
}
