// A call in terms of the clients, from which the sample in each language is generated.
import type { Call } from './call.ts';

export type Asked =
  | { what: 'quota' }
  | { what: 'wait'; jobId: string }
  | {
      /** `start` does not wait for the result. */
      what: 'convert' | 'start';
      /** Null for several in a row. */
      tool: string | null;
      files: readonly string[];
      fields: Readonly<Record<string, string>>;
      steps: readonly Readonly<Record<string, string>>[];
      /** The file that the result is written to. */
      result: string | undefined;
      idempotencyKey: string | undefined;
      /** Whether the answer is shown. */
      isShown: boolean;
    };

/** Null where clients have no method for the call. */
export function askedOf({ path, headers = {}, files = [], fields = {}, result, download }: Call): Asked | null {
  if (path === '/v1/quota') return { what: 'quota' };
  const [, job] = /^\/v1\/job\/(.+)$/.exec(path) ?? [];
  if (job !== undefined) return { what: 'wait', jobId: job };
  const [, tool = null] = /^\/v1\/convert\/(.+)$/.exec(path) ?? [];
  if (tool === null && path !== '/v1/pipelines') return null;
  const { steps = '[]' } = fields;
  return {
    what: headers['Prefer'] === 'respond-async' ? 'start' : 'convert',
    tool,
    files,
    fields: tool === null ? {} : fields,
    steps: tool === null ? (JSON.parse(steps) as Record<string, string>[]) : [],
    result: result ?? download,
    idempotencyKey: headers['Idempotency-Key'],
    isShown: result === undefined,
  };
}
