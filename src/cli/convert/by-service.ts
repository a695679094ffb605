// Conversions by a service that runs somewhere, through its API as any client calls it.
import { openAsBlob } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Report } from '#conversion/tools/tool.ts';
import { UsageError } from '../command.ts';
import type { Converter, Fields } from './converter.ts';
import type { Problem } from './outcome.ts';
import { deliver } from './result-file.ts';
import type { Source } from './sources.ts';

interface Service {
  url: string;
  key: string;
  /** Of the conversion, such as /v1/convert/rotate-pdf. */
  path: string;
  fields: Fields;
}

/** How often a call is made that the service had no room for. */
const maxTries = 6;
const maxWaitSeconds = 60;

/** An answer without a result. */
export class Refused extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.message);
    this.problem = problem;
  }
}

export function convertByService({ url, key, path: conversion, fields }: Service): Converter {
  const base = url.replace(/\/$/, '').replace(/\/v1$/, '');
  const headers = { Authorization: `Bearer ${key}` };

  /** Calls until there is room; the same call is never converted twice. */
  async function call(path: string, signal: AbortSignal, init: () => Promise<RequestInit>): Promise<Response> {
    for (let tries = 1; ; tries++) {
      const answer = await fetch(base + path, await init()).catch((error: unknown) => {
        throw unreachable(base, error);
      });
      if (answer.ok) return answer;
      const wait = Number(answer.headers.get('retry-after') ?? NaN);
      if (answer.status === 401) throw wrongKey(await refusal(answer));
      const isTemporary = answer.status === 503 || answer.status === 429;
      if (!isTemporary || tries === maxTries || !(wait <= maxWaitSeconds)) throw await refusal(answer);
      await answer.body?.cancel();
      // The service has said when it will have room.
      await sleep(wait * 1000, undefined, { signal });
    }
  }

  return {
    async convert(task, signal) {
      const began = { ...headers, 'Idempotency-Key': randomUUID() };
      const files = await Promise.all(task.sources.map(async (source) => [await blobOf(source), source.name] as const));
      const answer = await call(conversion, signal, async () => {
        const body = new FormData();
        for (const [name, value] of Object.entries(fields)) body.append(name, value);
        for (const [blob, name] of files) body.append('file', blob, name);
        return { method: 'POST', body, headers: began, signal };
      });
      const body = await answer.json().catch((error: unknown) => {
        throw broken(base, error);
      });
      const job = body as Report & { job_id: string; size_bytes: number };
      const result = await call(`/v1/download/${job.job_id}`, signal, async () => ({ headers, signal }));
      if (result.body === null) throw new Error('the service sent an empty result');
      await deliver(Readable.fromWeb(result.body), task, process.umask()).catch((error: unknown) => {
        throw unreachable(base, error);
      });
      const { size_bytes: bytes, warnings, compression } = job;
      return { bytes, ...(warnings && { warnings }), ...(compression && { compression }) };
    },
    async [Symbol.asyncDispose]() {},
  };
}

const blobOf = async ({ path }: Source): Promise<Blob> =>
  path === '-' ? new Blob([new Uint8Array(await buffer(process.stdin))]) : openAsBlob(path);

/** The key is the same for every file. */
const wrongKey = ({ problem: { code, message } }: Refused): UsageError =>
  new UsageError(`${code}: ${message}`, { code });

async function refusal(answer: Response): Promise<Refused> {
  const text = await answer.text();
  const body = parsed(text);
  const { error: code = `http_${answer.status}`, message, ...fields } = body;
  const said = typeof message === 'string' ? message : `the service answered ${answer.status}.`;
  return new Refused({
    code: String(code),
    message: said,
    fields,
    isOurs: answer.status >= 500,
  });
}

function parsed(text: string): Record<string, unknown> {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? { ...body } : {};
  } catch {
    return {};
  }
}

/** An answer that is none, as of a proxy in between. */
const broken = (url: string, error: unknown): unknown =>
  error instanceof SyntaxError ? unreachable(url, new TypeError('its answer is no JSON')) : unreachable(url, error);

/** `fetch` hides the error in its causes. */
function unreachable(url: string, error: unknown): unknown {
  if (!(error instanceof TypeError)) return error;
  const { cause } = error;
  const why = cause instanceof Error && cause.message !== '' ? cause.message : error.message;
  return new Refused({
    code: 'unreachable',
    message: `${url} cannot be reached: ${why}. Check --url, and whether the service runs.`,
    fields: { url },
    isOurs: true,
  });
}
