// Conversions by a service that runs elsewhere, through the public client.
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Report } from '#conversion/tools/tool.ts';
import { Platen, PlatenError, type Input, type Result, type Step } from '#client';
import { UsageError } from '../command.ts';
import type { Converter, Fields } from './converter.ts';
import type { Problem } from './outcome.ts';
import { deliver } from './result-file.ts';
import type { Source } from './sources.ts';

interface Service {
  url: string;
  key: string;
  /** The tool; null for several in a row, which are in the field `steps`. */
  tool: string | null;
  fields: Fields;
}

/** The number of retries while a person waits. */
const retries = 4;

/** Thrown for an answer without a result. */
export class Refused extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.message);
    this.problem = problem;
  }
}

export function convertByService({ url, key, tool, fields }: Service): Converter {
  const platen = new Platen({ url, apiKey: key, retries, timeoutMs: Infinity });
  const perform = (files: Input[], signal: AbortSignal): Promise<Result> =>
    tool === null
      ? platen.pipeline(files, JSON.parse(fields['steps'] ?? '[]') as Step[], { signal })
      : platen.convert(tool, files, fields, { signal });
  return {
    async convert(task, signal) {
      try {
        const result = await perform(await Promise.all(task.sources.map(inputOf)), signal);
        await deliver(Readable.fromWeb(result.stream({ signal })), task, process.umask());
        const { warnings, compression } = result.body as Report;
        return { bytes: result.sizeBytes, ...(warnings && { warnings }), ...(compression && { compression }) };
      } catch (error) {
        throw error instanceof PlatenError ? asRefused(error, url) : error;
      }
    },
    async [Symbol.asyncDispose]() {},
  };
}

const inputOf = async ({ path, name }: Source): Promise<Input> =>
  path === '-' ? { name, data: await buffer(process.stdin) } : path;

function asRefused({ code, message, status, fields }: PlatenError, url: string): Error {
  // The key is the same for every file.
  if (status === 401) return new UsageError(`${code}: ${message}`, { code });
  const isUnreachable = status === 0;
  return new Refused({
    code,
    message: isUnreachable ? `${message}. Check --url, and whether the service runs.` : message,
    fields: isUnreachable ? { url } : fields,
    isOurs: isUnreachable || status >= 500,
  });
}
