// GET and DELETE /v1/job/{jobId}, GET /v1/download/{jobId}: routes of the scope below /v1.
import type { FastifyInstance } from 'fastify';
import { deleteJob, finished, ownJob } from '#service/jobs/read.ts';
import type { Config } from '#config';
import type { Jobs } from '#service/roles.ts';
import { canShare } from '#service/shares/shares.ts';
import { jobFields } from '#transport/job-fields.ts';
import { fileOf, sendFile } from '#transport/send-file.ts';
import { requireScope } from '#transport/scopes.ts';
import { authenticate, type Keys } from '../authenticate.ts';

interface JobParams {
  Params: { jobId: string };
}

export function jobRoutes(app: FastifyInstance, service: Keys & Jobs & { config: Pick<Config, 'dashboard'> }): void {
  app.get<JobParams>('/job/:jobId', async (request) => {
    const caller = await authenticate(service, request);
    requireScope(caller, 'read');
    const { keyId, plan } = caller;
    const job = finished(await ownJob(service, keyId, request.params.jobId), service);
    return {
      ...jobFields(job),
      tool: job.tool,
      completed_at: job.completed_at,
      expires_at: job.expires_at,
      can_share: service.config.dashboard === 'on' && canShare(job, plan, service.clock),
    };
  });

  app.delete<JobParams>('/job/:jobId', async (request) => {
    const caller = await authenticate(service, request);
    requireScope(caller, 'convert');
    await deleteJob(service, await ownJob(service, caller.keyId, request.params.jobId));
    return { status: 'deleted' };
  });

  app.route<JobParams>({
    method: ['GET', 'HEAD'],
    url: '/download/:jobId',
    handler: async (request, reply) => {
      const caller = await authenticate(service, request);
      requireScope(caller, 'read');
      const job = finished(await ownJob(service, caller.keyId, request.params.jobId), service);
      return sendFile(service, request, reply, fileOf(job));
    },
  });
}
