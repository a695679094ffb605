// GET /v1/tools and GET /v1/quota: routes of the scope below /v1.
import type { FastifyInstance } from 'fastify';
import { extensionsOf } from '#core/formats.ts';
import type { Config } from '#config';
import type { Tool } from '#conversion/tools/tool.ts';
import { optionFields } from '#reference/option-fields.ts';
import { quotaOf } from '#service/accounts/quota.ts';
import type { Admission } from '#service/roles.ts';
import { authenticate, type Keys } from '../authenticate.ts';

/** Returns the fields of a tool in GET /tools. */
export const toolFields = ({ id, files, accepts }: Tool) => ({
  id,
  min_files: files.min,
  max_files: files.max,
  accepted_exts: extensionsOf(accepts),
});

/** Returns the same, with the tool's fields beyond the specification, if any. */
function extendedFields(tool: Tool) {
  const further = optionFields(tool).filter(({ extension }) => extension);
  const extension_fields = further.map(({ name, required, description }) => ({ name, required, description }));
  return { ...toolFields(tool), ...(further.length === 0 ? {} : { extension_fields }) };
}

type ToolLists = Keys & Pick<Admission, 'tools'> & { config: Pick<Config, 'extensions'> };

export function accountRoutes(app: FastifyInstance, service: ToolLists): void {
  const listed = service.config.extensions === 'on' ? extendedFields : toolFields;

  app.get('/tools', async (request) => {
    await authenticate(service, request);
    return { tools: service.tools.map((tool) => listed(tool)) };
  });

  app.get('/quota', async (request) => {
    const { account, plan } = await authenticate(service, request);
    return quotaOf(account, plan, service.clock);
  });
}
