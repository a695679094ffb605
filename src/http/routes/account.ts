// GET /v1/tools and GET /v1/quota: routes of the scope below /v1.
import type { FastifyInstance } from 'fastify';
import { extensionsOf } from '#core/formats.ts';
import type { Tool } from '#conversion/tools/tool.ts';
import { quotaOf } from '#service/accounts/quota.ts';
import type { Admission } from '#service/roles.ts';
import { authenticate, type Keys } from '../authenticate.ts';

/** A tool as GET /tools shows it. */
export const toolFields = ({ id, files, accepts }: Tool) => ({
  id,
  min_files: files.min,
  max_files: files.max,
  accepted_exts: extensionsOf(accepts),
});

export function accountRoutes(app: FastifyInstance, service: Keys & Pick<Admission, 'tools'>): void {
  app.get('/tools', async (request) => {
    await authenticate(service, request);
    return { tools: service.tools.map(toolFields) };
  });

  app.get('/quota', async (request) => {
    const { account, plan } = await authenticate(service, request);
    return quotaOf(account, plan, service.clock);
  });
}
