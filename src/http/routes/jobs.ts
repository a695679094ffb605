// GET and DELETE /v1/job/{jobId}, GET /v1/download/{jobId}.
import { create, encodeExtended } from 'content-disposition';
import type { FastifyInstance } from 'fastify';
import { Failure } from '#core/failure.ts';
import { deleteJob, finishedJob } from '#service/jobs/read.ts';
import type { Service } from '#service/service.ts';
import { authenticate } from '../authenticate.ts';
import { parseRange } from '../range.ts';
import { jobFields } from './job-fields.ts';

interface JobParams {
  Params: { jobId: string };
}

export function jobRoutes(app: FastifyInstance, service: Service): void {
  app.get<JobParams>('/v1/job/:jobId', async (request) => {
    const { keyId } = await authenticate(service, request);
    const job = await finishedJob(service, keyId, request.params.jobId);
    return {
      ...jobFields(job),
      tool: job.tool,
      completed_at: job.completed_at,
      expires_at: job.expires_at,
      can_share: false, // share links are made in the dashboard, which is not there yet
    };
  });

  app.delete<JobParams>('/v1/job/:jobId', async (request) => {
    const { keyId } = await authenticate(service, request);
    await deleteJob(service, keyId, request.params.jobId);
    return { status: 'deleted' };
  });

  app.route<JobParams>({
    method: ['GET', 'HEAD'],
    url: '/v1/download/:jobId',
    handler: async (request, reply) => {
      const { keyId } = await authenticate(service, request);
      const job = await finishedJob(service, keyId, request.params.jobId);
      const size = job.size_bytes ?? 0;
      void reply.headers({
        'Content-Type': job.output_mime ?? 'application/octet-stream',
        'Content-Disposition': disposition(job.output_name ?? 'result'),
        'Cache-Control': 'no-store',
        'Accept-Ranges': 'bytes',
        ETag: `"${job.id}"`,
      });
      const range = parseRange(request.headers.range, size, firstValue(request.headers['if-range']), `"${job.id}"`);
      if (range === 'unsatisfiable')
        return reply.code(416).header('Content-Range', `bytes */${size}`).removeHeader('Content-Disposition').send();
      if (range !== null) void reply.code(206).header('Content-Range', `bytes ${range.start}-${range.end}/${size}`);
      void reply.header('Content-Length', range === null ? size : range.end - range.start + 1);
      if (request.method === 'HEAD') return reply.send();
      const stream = await service.files.readOutput(job.id, range ?? undefined);
      if (stream === null) throw new Failure('file_expired');
      return reply.send(stream);
    },
  });
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
