// Calls of a service's API, as a client makes them, and problems with the responses.
import { fieldsOf } from '#core/error-fields.ts';
import { errors, type ErrorCode } from '#core/errors.ts';
import { tools } from '#conversion/tools/index.ts';
import type { Tool } from '#conversion/tools/tool.ts';
import { commonConvertErrors } from '#reference/openapi.ts';

/** The request body. */
export interface Document {
  name: string;
  bytes: Buffer;
}

export interface Outcome {
  /** `converted`, or the code of the error. */
  outcome: string;
  result?: Buffer;
  /** Why a client must not get this response. */
  problem?: string;
}

export interface Caller {
  convert(tool: string, files: readonly Document[], fields?: Record<string, string>): Promise<Outcome>;
  /** Conversions that the account has used. */
  used(): Promise<number>;
}

/** Longer than any deadline of the service. */
const silenceMs = 240_000;

export function callerOf(address: string, key: string): Caller {
  const headers = { Authorization: `Bearer ${key}` };
  const get = (path: string, method = 'GET') =>
    fetch(`${address}/v1${path}`, { method, headers, signal: AbortSignal.timeout(silenceMs) });

  const resultOf = async (tool: Tool, body: Record<string, unknown>): Promise<Outcome> => {
    const response = await get(`/download/${String(body['job_id'])}`);
    const result = Buffer.from(await response.arrayBuffer());
    await get(`/job/${String(body['job_id'])}`, 'DELETE');
    if (response.status !== 200) return { outcome: 'converted', problem: `the download answers ${response.status}` };
    const beginning = beginnings[tool.produces.format.id];
    const isOne = beginning === undefined || result.subarray(0, 1024).includes(beginning, 0, 'latin1');
    return isOne
      ? { outcome: 'converted', result }
      : { outcome: 'converted', problem: `the result is no ${tool.produces.format.id}` };
  };

  return {
    async convert(id, files, fields = {}) {
      const tool = tools.find((one) => one.id === id);
      if (tool === undefined) throw new Error(`there is no tool ${id}`);
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.append(name, value);
      for (const { name, bytes } of files) form.append('file', new Blob([new Uint8Array(bytes)]), name);
      try {
        const signal = AbortSignal.timeout(silenceMs);
        const response = await fetch(`${address}/v1/convert/${id}`, { method: 'POST', headers, body: form, signal });
        const body = (await response.json()) as Record<string, unknown>;
        return response.status === 200
          ? await resultOf(tool, body)
          : { outcome: String(body['error']), ...wrongIn(tool, response.status, body) };
      } catch (error) {
        return { outcome: 'none', problem: `no answer: ${String(error)}` };
      }
    },
    used: async () => ((await (await get('/quota')).json()) as { used: number }).used,
  };
}

const beginnings: Record<string, string> = { pdf: '%PDF-', zip: 'PK', docx: 'PK', xlsx: 'PK', jpeg: '\u00ff\u00d8' };

/** Differences from the catalogue of errors. */
export function wrongIn(tool: Tool, status: number, body: Record<string, unknown>): { problem?: string } {
  const code = body['error'] as ErrorCode;
  const known = errors[code] as (typeof errors)[ErrorCode] | undefined;
  if (known === undefined) return { problem: `${status} without a code of the catalogue` };
  if (known.status !== status) return { problem: `${code} with ${status}` };
  if (status === 500) return { problem: `${status} ${code}` };
  if (![...commonConvertErrors, ...tool.errors].includes(code))
    return { problem: `${code} is not an error of this tool` };
  const fields = Object.keys(fieldsOf(code).shape);
  const given = Object.fromEntries(fields.filter((name) => name in body).map((name) => [name, body[name]]));
  const parsed = fieldsOf(code).safeParse(given);
  return parsed.success ? {} : { problem: `${code} with wrong fields: ${parsed.error.message}` };
}
