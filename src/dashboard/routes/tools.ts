// The tools and their form fields, for the playground.
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Tool } from '#conversion/tools/tool.ts';
import type { Admission, Sessions } from '#service/roles.ts';
import { signedIn } from '../guard.ts';

export function toolRoutes(app: FastifyInstance, service: Sessions & Pick<Admission, 'tools'>): void {
  app.get('/dashboard/api/tools', async (request, reply) => {
    await signedIn(service, request, reply);
    return { tools: service.tools.map(toolFields) };
  });
}

interface FieldSchema {
  description?: string;
  enum?: string[];
  default?: string;
}

/** A tool with its form fields. */
export function toolFields({ id, summary, files, accepts, produces, options }: Tool) {
  const { properties = {}, required = [] } = z.toJSONSchema(options, { io: 'input', unrepresentable: 'any' }) as {
    properties?: Record<string, FieldSchema>;
    required?: string[];
  };
  return {
    id,
    summary,
    min_files: files.min,
    max_files: files.max,
    accepted_exts: accepts.flatMap((format) => [...format.extensions]),
    result: produces.format.extensions[0] ?? '',
    fields: Object.entries(properties).map(([name, field]) => ({
      name,
      description: field.description ?? '',
      values: field.enum ?? null,
      default: field.default ?? null,
      required: required.includes(name),
    })),
  };
}
