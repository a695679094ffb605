// Performs the table of cases (test/clients/cases.ts) with this client: a command a line on standard input, its end a line on output.
import { readFileSync, statSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { Platen, PlatenError, verifyWebhook, type CallOptions, type Result, type Step } from '../src/index.ts';

interface Command {
  id: number;
  do: string;
  url?: string;
  key?: string;
  retries?: number;
  timeout?: number;
  idempotency_key?: string;
  tool: string;
  method: string;
  files: string[];
  fields?: Record<string, string>;
  save?: string;
  job_id: string;
  filters?: Record<string, string>;
  concurrency?: number;
  folder: string;
  after: number;
  file: string;
  steps: Step[];
  body: string;
  headers: Record<string, string>;
  secret: string;
}

type Perform = (platen: Platen, command: Command, call: CallOptions) => Promise<unknown>;

async function told(result: Result, save: string | undefined, more = {}): Promise<object> {
  const { jobId, sizeBytes, warnings, quota } = result;
  if (save !== undefined) await result.save(save);
  const bytes = save === undefined ? (await result.bytes()).byteLength : sizeAt(save);
  return { job_id: jobId, size_bytes: sizeBytes, warnings, quota, bytes, ...more };
}

const sizeAt = (path: string): number => statSync(path).size;

const performs: Record<string, Perform> = {
  convert: async (platen, { tool, files, fields, save }, call) =>
    told(await platen.convert(tool, files, fields, call), save),
  async method(platen, { method: id, files, fields, save }, call) {
    const name = id.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
    const methods = platen as unknown as Record<string, (...given: unknown[]) => Promise<Result>>;
    const method = methods[name];
    if (method === undefined) throw new Error(`there is no method ${name}`);
    return told(await method.call(platen, files, fields, call), save);
  },
  tools: async (platen) => ({ tools: (await platen.tools()).map(({ id }) => id) }),
  quota: async (platen, _, call) => platen.quota(call),
  job: async (platen, { job_id }, call) => (await platen.result(job_id, call)).body,
  async delete(platen, { job_id }) {
    await platen.delete(job_id);
    return { status: 'deleted' };
  },
  jobs: async (platen, { filters }) => ({
    jobs: (await Array.fromAsync(platen.jobs(filters))).map(({ job_id }) => job_id),
  }),
  async batch(platen, { tool, files, fields, concurrency, folder }, call) {
    const entries = [];
    const options = { ...call, ...(fields && { fields }), ...(concurrency && { concurrency }) };
    for await (const { index, result, error } of platen.batch(tool, files, options)) {
      if (result === undefined) entries.push({ index, error: { code: codeOf(error) } });
      else entries.push({ index, ...(await told(result, `${folder}/${index}.pdf`)) });
    }
    return { entries };
  },
  start: async (platen, { tool, files, fields }, call) => ({
    job_id: (await platen.start(tool, files, fields, call)).id,
  }),
  wait: async (platen, { job_id, save }, call) => told(await platen.job(job_id).wait(call), save),
  events: async (platen, { job_id }, call) => ({
    events: (await Array.fromAsync(platen.job(job_id).events(call))).map(({ event }) => event),
  }),
  async cancel(platen, { tool, files, fields, after }, call) {
    const job = await platen.start(tool, files, fields, call);
    await sleep(after * 1000);
    await job.cancel();
    return { status: 'deleted' };
  },
  abort: async (platen, { tool, files, fields, after }) =>
    told(await platen.convert(tool, files, fields, { signal: AbortSignal.timeout(after * 1000) }), undefined),
  async upload(platen, { file, tool, fields, save }, call) {
    const upload = await platen.upload(file, call);
    return told(await platen.convert(tool, upload, fields, call), save, { upload_id: upload.fileId });
  },
  pipeline: async (platen, { files, steps, save }, call) => told(await platen.pipeline(files, steps, call), save),
  verify: (_, { body, headers, secret }) => verifyWebhook(body, headers, secret),
  memory: async () => ({
    peak_rss: Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) * 1024,
  }),
};

const codeOf = (error: unknown): string => (error instanceof PlatenError ? error.code : String(error));

function asJson(error: unknown): object {
  if (error instanceof PlatenError) {
    const { code, status, message, fields, remedy, retryable, retryAfter, jobId } = error;
    return {
      type: error.constructor.name,
      code,
      status,
      message,
      fields,
      remedy,
      retryable,
      retry_after: retryAfter,
      job_id: jobId,
    };
  }
  const isStopped = error instanceof DOMException;
  return { type: isStopped ? 'Cancelled' : 'Error', code: isStopped ? 'cancelled' : 'error', message: String(error) };
}

for await (const line of createInterface({ input: process.stdin })) {
  const command = JSON.parse(line) as Command;
  const { id, url, key, retries, timeout, idempotency_key: idempotencyKey } = command;
  try {
    const platen = new Platen({
      ...(url && { url }),
      ...(key && { apiKey: key }),
      ...(retries !== undefined && { retries }),
    });
    const timeoutMs = timeout === undefined ? undefined : timeout * 1000;
    const ok = await performs[command.do]?.(platen, command, { timeoutMs, idempotencyKey });
    process.stdout.write(`${JSON.stringify({ id, ok })}\n`);
  } catch (error) {
    process.stdout.write(`${JSON.stringify({ id, error: asJson(error) })}\n`);
  }
}
