// A stored result as an answer: named, in whole or a range of it, never kept by a cache.
import { create, encodeExtended } from 'content-disposition';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '#core/failure.ts';
import type { JobRow } from '#service/database/schema.ts';
import type { Results } from '#service/roles.ts';
import { parseRange } from './range.ts';

export interface StoredFile {
  /** Where it is kept: the identifier of a job or of a share. */
  id: string;
  name: string;
  mime: string;
  bytes: number;
}

export const fileOf = (job: JobRow): StoredFile => ({
  id: job.id,
  name: job.output_name ?? 'result',
  mime: job.output_mime ?? 'application/octet-stream',
  bytes: job.size_bytes ?? 0,
});

/** Answers GET and HEAD. @throws file_expired when the bytes are gone, server_busy when they cannot be had now */
export async function sendFile(
  { files }: Pick<Results, 'files'>,
  request: FastifyRequest,
  reply: FastifyReply,
  { id, name, mime, bytes }: StoredFile,
): Promise<FastifyReply> {
  const range = parseRange(request.headers.range, bytes, firstValue(request.headers['if-range']), `"${id}"`);
  const wantsBytes = request.method !== 'HEAD' && range !== 'unsatisfiable';
  const stream = wantsBytes ? await files.readOutput(id, range ?? undefined) : null;
  // Before any header of the file is set: a refusal has none of them.
  if (wantsBytes && stream === null) throw new Failure('file_expired');
  void reply.headers({
    'Content-Type': mime,
    'Content-Disposition': disposition(name),
    'Cache-Control': 'no-store',
    'Accept-Ranges': 'bytes',
    ETag: `"${id}"`,
  });
  if (range === 'unsatisfiable')
    return reply.code(416).header('Content-Range', `bytes */${bytes}`).removeHeader('Content-Disposition').send();
  if (range !== null) void reply.code(206).header('Content-Range', `bytes ${range.start}-${range.end}/${bytes}`);
  void reply.header('Content-Length', range === null ? bytes : range.end - range.start + 1);
  return stream === null ? reply.send() : reply.send(stream);
}

/** Both names, as old and new clients want them: an ASCII one, and always the exact one in UTF-8 (RFC 6266). */
function disposition(name: string): string {
  // Quoted even where a token would do: some old clients look for the quotes.
  const header = create(name, { type: 'attachment' }).replace(
    /^attachment; filename=([^";]+)/,
    'attachment; filename="$1"',
  );
  return header.includes('filename*=') ? header : `${header}; filename*=${encodeExtended(name)}`;
}

const firstValue = (header: string | string[] | undefined) => (Array.isArray(header) ? header[0] : header);
