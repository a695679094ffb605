// Further tools: the remaining quota, and deleting results.
import type { CallToolResult, Tool as Listed } from '@modelcontextprotocol/sdk/types.js';
import type { Platen } from '#client';
import { Problem } from './problem.ts';

export interface ExtraTool {
  listed: Listed;
  call(given: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<CallToolResult>;
}

const closed = { openWorldHint: false } as const;

export const quotaTool = (client: Platen): ExtraTool => ({
  listed: {
    name: 'get_quota',
    title: 'Quota',
    description: 'Show how many conversions are left of the plan, and when they are renewed (milliseconds since 1970).',
    inputSchema: { type: 'object', properties: {}, additionalProperties: false },
    annotations: { title: 'Quota', readOnlyHint: true, idempotentHint: true, ...closed },
  },
  async call(_given, signal) {
    const quota = await client.quota({ signal });
    return { content: [{ type: 'text', text: JSON.stringify(quota) }], structuredContent: { ...quota } };
  },
});

export const deleteTool = (client: Platen): ExtraTool => ({
  listed: {
    name: 'delete_result',
    title: 'Delete a result',
    description:
      'Delete the result of a conversion now; otherwise the service deletes it an hour after the conversion.',
    inputSchema: {
      type: 'object',
      properties: { job_id: { type: 'string', description: 'The job_id of the conversion.' } },
      required: ['job_id'],
      additionalProperties: false,
    },
    annotations: {
      title: 'Delete a result',
      readOnlyHint: false,
      destructiveHint: true,
      idempotentHint: true,
      ...closed,
    },
  },
  async call({ job_id: id }, signal) {
    if (typeof id !== 'string' || id === '') throw new Problem('invalid_arguments', 'job_id is missing.');
    await client.delete(id, { signal });
    return { content: [{ type: 'text', text: `The result of ${id} is deleted.` }] };
  },
});
