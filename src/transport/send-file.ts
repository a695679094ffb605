// A stored result as a response: the whole file or a range of it, never cached.
import { create, encodeExtended } from 'content-disposition';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '#core/failure.ts';
import type { JobRow } from '#service/database/schema.ts';
import type { Results } from '#service/roles.ts';
import { parseRange } from './range.ts';

export interface StoredFile {
  /** The identifier of its job or share link. */
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

/** Answers GET and HEAD. @throws file_expired when the file is gone, server_busy when it cannot be opened now */
export async function sendFile(
  { files }: Pick<Results, 'files'>,
  request: FastifyRequest,
  reply: FastifyReply,
  { id, name, mime, bytes }: StoredFile,
): Promise<FastifyReply> {
  const range = parseRange(request.headers.range, bytes, firstValue(request.headers['if-range']), `"${id}"`);
  const wantsBytes = request.method !== 'HEAD' && range !== 'unsatisfiable';
  const stream = wantsBytes ? await files.readOutput(id, range ?? undefined) : null;
  // Before any header of the file is set, so that an error has none of them.
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

/** An ASCII name for old clients, and always the exact name in UTF-8 (RFC 6266). */
function disposition(name: string): string {
  // Quoted even where a token would do: some old clients expect the quotes.
  const header = create(name, { type: 'attachment' }).replace(
    /^attachment; filename=([^";]+)/,
    'attachment; filename="$1"',
  );
  return header.includes('filename*=') ? header : `${header}; filename*=${encodeExtended(name)}`;
}

const firstValue = (header: string | string[] | undefined) => (Array.isArray(header) ? header[0] : header);
