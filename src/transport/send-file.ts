// A stored result as a response: the whole file, a range, or a redirect to it; never cached.
import { create, encodeExtended } from 'content-disposition';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '#core/failure.ts';
import type { JobRow } from '#service/database/schema.ts';
import type { Results } from '#service/roles.ts';
import { parseRange } from './range.ts';

export interface StoredFile {
  /** The identifier of the job or share link. */
  id: string;
  name: string;
  mime: string;
  bytes: number;
  /** When the file expires. */
  expiresAt: number;
}

export const fileOf = (job: JobRow): StoredFile => ({
  id: job.id,
  name: job.output_name ?? 'result',
  mime: job.output_mime ?? 'application/octet-stream',
  bytes: job.size_bytes ?? 0,
  expiresAt: job.expires_at ?? 0,
});

interface SendOptions {
  /** Whether the service always sends the file itself, for pages, which may not contact the bucket. */
  isStreamed?: boolean;
  /** Whether to ignore the request's ranges and conditions. */
  isWhole?: boolean;
}

/** Answers GET and HEAD. @throws file_expired when the file is gone, server_busy when it cannot be opened now */
export async function sendFile(
  results: Pick<Results, 'files' | 'clock'>,
  request: FastifyRequest,
  reply: FastifyReply,
  file: StoredFile,
  { isStreamed = false, isWhole = false }: SendOptions = {},
): Promise<FastifyReply> {
  const { files } = results;
  const { id, name, mime, bytes } = file;
  const etag = `"${id}"`;
  if (!isWhole && isKnown(request, etag))
    return reply.code(304).headers({ ETag: etag, 'Cache-Control': 'no-store' }).send();
  const range = isWhole ? null : rangeOf(request, file);
  if (range === 'unsatisfiable') {
    void reply.headers({ 'Content-Range': `bytes */${bytes}`, 'Accept-Ranges': 'bytes', 'Cache-Control': 'no-store' });
    throw new Failure('range_not_satisfiable', { size_bytes: bytes });
  }
  const wantsBytes = request.method !== 'HEAD';
  const address = wantsBytes && !isStreamed ? await addressOf(results, file) : undefined;
  if (address !== undefined) return reply.header('Cache-Control', 'no-store').redirect(address, 302);
  const stream = wantsBytes ? await files.readOutput(id, range ?? undefined) : null;
  // Thrown before any header of the file is set, so that an error does not have them.
  if (wantsBytes && stream === null) throw new Failure('file_expired');
  void reply.headers({
    'Content-Type': mime,
    'Content-Disposition': disposition(name),
    'Cache-Control': 'no-store',
    'Accept-Ranges': 'bytes',
    ETag: etag,
  });
  if (range !== null) void reply.code(206).header('Content-Range', `bytes ${range.start}-${range.end}/${bytes}`);
  void reply.header('Content-Length', range === null ? bytes : range.end - range.start + 1);
  return stream === null ? reply.send() : reply.send(stream);
}

/** Returns the requested range; null means the whole file. */
export const rangeOf = (request: FastifyRequest, { id, bytes }: Pick<StoredFile, 'id' | 'bytes'>) =>
  parseRange(request.headers.range, bytes, firstValue(request.headers['if-range']), `"${id}"`);

/** Returns whether the client already has the file: If-None-Match (RFC 9110, section 13.1.2). */
const isKnown = ({ headers }: FastifyRequest, etag: string): boolean =>
  (headers['if-none-match'] ?? '')
    .split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''))
    .some((tag) => tag === etag || tag === '*');

const addressSeconds = 300;

/** Returns a URL of the file for the client, valid no longer than the file; undefined if the service sends it. */
async function addressOf(
  { files, clock }: Pick<Results, 'files' | 'clock'>,
  { id, name, mime, expiresAt }: StoredFile,
): Promise<string | undefined> {
  const seconds = Math.min(addressSeconds, Math.floor((expiresAt - clock.now()) / 1000));
  if (files.outputAddress === undefined || seconds < 1) return undefined;
  const address = await files.outputAddress(id, { mime, disposition: disposition(name), seconds });
  if (address === null) throw new Failure('file_expired');
  return address;
}

/** Returns a name for clients without UTF-8: letters without accents, and `_` for other characters. */
const asciiOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\x20-\x7e]|[%"\\]/gu, '_');

/** Returns a header with an ASCII name for old clients, and always the exact name in UTF-8 (RFC 6266). */
function disposition(name: string): string {
  // Quoted even if a token would do, because some old clients expect the quotes.
  const header = create(name, { type: 'attachment', fallback: asciiOf(name) }).replace(
    /^attachment; filename=([^";]+)/,
    'attachment; filename="$1"',
  );
  return header.includes('filename*=') ? header : `${header}; filename*=${encodeExtended(name)}`;
}

const firstValue = (header: string | string[] | undefined) => (Array.isArray(header) ? header[0] : header);
