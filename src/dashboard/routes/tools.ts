// The tools and their form fields, for the playground.
import type { FastifyInstance } from 'fastify';
import { extensionsOf } from '#core/formats.ts';
import type { Tool } from '#conversion/tools/tool.ts';
import { optionFields } from '#reference/option-fields.ts';
import type { Admission, Sessions } from '#service/roles.ts';
import { signedIn } from '../guard.ts';
import { titleOf, toolPages } from '../tool-titles.ts';

export function toolRoutes(app: FastifyInstance, service: Sessions & Pick<Admission, 'tools'>): void {
  app.get('/dashboard/api/tools', async (request, reply) => {
    await signedIn(service, request, reply);
    return { tools: service.tools.map(toolFields) };
  });
}

/** A tool with its form fields. */
export const toolFields = (tool: Tool) => ({
  id: tool.id,
  ...titleOf(tool),
  summary: tool.summary,
  min_files: tool.files.min,
  max_files: tool.files.max,
  accepted_exts: extensionsOf(tool.accepts),
  result: tool.produces.format.extensions[0] ?? '',
  /** Several where a tool takes files of different kinds. */
  pages: toolPages([tool]),
  fields: [...optionFields(tool), ...fieldsOfOther(tool)],
});

/** The field by which another tool serves the call: pages fill it in without showing it in the form. */
const fieldsOfOther = ({ servedBy }: Tool) =>
  servedBy === undefined
    ? []
    : optionFields(servedBy.tool)
        .filter(({ name }) => name === servedBy.field)
        .map((field) => ({ ...field, required: false, extension: true }));
