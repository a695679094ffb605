// Records the answers of the API in tests, and the errors of its tools, for compare-answers.ts. Only `./platen test` asks for it.
import { openSync, writeSync } from 'node:fs';
import { subscribe } from 'node:diagnostics_channel';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { isFailure } from '#core/failure.ts';

/** The folder of the notes, where each test file's process has a file of its own. */
export const recordFolder = 'RECORDED_ANSWERS';

/** One kind of response: of a route of the API, or of a tool that was run without it. */
export type Recorded =
  | {
      by: 'route';
      method: string;
      route: string;
      tool?: string;
      status: number;
      code: string;
      fields: string[];
      /** The whole answer, where it is JSON: an example for the documentation. */
      body?: Record<string, unknown>;
    }
  | { by: 'tool'; tool: string; code: string };

const seen = new Set<string>();
/** Opened with the first note and kept open: a test may leave no descriptors. */
let notes: number | undefined;

function note(recorded: Recorded): void {
  const folder = process.env[recordFolder];
  // Of each kind the first; its body is an example of it.
  const kind = JSON.stringify({ ...recorded, body: undefined });
  if (folder === undefined || seen.has(kind)) return;
  seen.add(kind);
  notes ??= openSync(join(folder, `${process.pid}.jsonl`), 'a');
  writeSync(notes, `${JSON.stringify(recorded)}\n`);
}

/** Records an error of a tool; an empty code is success. */
export async function recordTool<Result>(tool: string, run: () => Promise<Result>): Promise<Result> {
  try {
    const result = await run();
    note({ by: 'tool', tool, code: '' });
    return result;
  } catch (error) {
    if (isFailure(error)) note({ by: 'tool', tool, code: error.code });
    throw error;
  }
}

/** Notes every response of every server that this process starts from now on. */
export function recordRoutes(): void {
  subscribe('fastify.initialization', (message) => {
    const { fastify } = message as { fastify: FastifyInstance };
    fastify.addHook('onSend', async (request, reply, payload) => {
      const { url } = request.routeOptions;
      if (url === undefined || !url.startsWith('/v1/')) return;
      const isJson =
        typeof payload === 'string' && String(reply.getHeader('content-type')).startsWith('application/json');
      const body = isJson ? (JSON.parse(payload) as Record<string, unknown>) : {};
      const { tool } = request.params as { tool?: string };
      note({
        by: 'route',
        method: request.method,
        route: url,
        ...(tool === undefined ? {} : { tool }),
        status: reply.statusCode,
        code: 'error' in body ? String(body['error']) : '',
        fields: reply.statusCode >= 400 ? Object.keys(body).sort() : [],
        ...(isJson ? { body } : {}),
      });
    });
  });
}
