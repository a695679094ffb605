// What a conversion made: facts, and its file.
import type { CallOptions, Connection, Deadline } from './connection.ts';
import { unreachable } from './errors.ts';
import { builtin } from './input.ts';

export interface Quota {
  plan: string;
  quota: number;
  used: number;
  soft_cap_limit: number;
  status: 'ok' | 'soft_cap' | 'hard_cap';
  period_end: number | null;
  quota_period_end: number | null;
  credits_expire_at: number | null;
}

/** A job that has succeeded, as the service answers it. */
export interface JobBody {
  job_id: string;
  size_bytes: number;
  warnings?: string[];
  quota?: Quota;
  [more: string]: unknown;
}

export class Result {
  readonly jobId: string;
  readonly sizeBytes: number;
  /** What the document lost, in sentences; usually none. */
  readonly warnings: readonly string[];
  readonly quota: Quota | null;
  readonly downloadUrl: string;
  /** The whole answer. */
  readonly body: JobBody;
  readonly #connection: Connection;
  readonly #path: string;

  constructor(connection: Connection, body: JobBody) {
    this.#connection = connection;
    this.#path = encodeURIComponent(body.job_id);
    this.jobId = body.job_id;
    this.sizeBytes = body.size_bytes;
    this.warnings = body.warnings ?? [];
    this.quota = body.quota ?? null;
    this.downloadUrl = `${connection.url}/v1/download/${this.#path}`;
    this.body = body;
  }

  /** The file as it arrives; a download that is cut goes on where it stopped. */
  stream(call: CallOptions = {}): ReadableStream<Uint8Array> {
    const chunks = this.#chunks(call);
    return new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          const { done, value } = await chunks.next();
          if (done === true) controller.close();
          else controller.enqueue(value);
        },
        cancel: async () => void (await chunks.return(undefined)),
      },
      { highWaterMark: 0 },
    );
  }

  async bytes(call: CallOptions = {}): Promise<Uint8Array> {
    const bytes = new Uint8Array(this.sizeBytes);
    let at = 0;
    for await (const chunk of this.#chunks(call)) {
      bytes.set(chunk, at);
      at += chunk.byteLength;
    }
    return bytes;
  }

  /** Writes the file; until it is complete, what is at `path` stays. */
  async save(path: string, call: CallOptions = {}): Promise<void> {
    const { open, rename, rm } = await builtin('node:fs/promises');
    const part = `${path}.${crypto.randomUUID()}`;
    try {
      const file = await open(part, 'wx');
      try {
        for await (const chunk of this.#chunks(call)) await file.writeFile(chunk);
      } finally {
        await file.close();
      }
      await rename(part, path);
    } catch (error) {
      await rm(part, { force: true });
      throw error;
    }
  }

  /** Deletes the job and its file now, not in an hour. */
  async delete(call: CallOptions = {}): Promise<void> {
    await this.#connection.call({ method: 'DELETE', path: `/v1/job/${this.#path}` }, call, (answer) =>
      answer.body?.cancel(),
    );
  }

  async *#chunks(call: CallOptions): AsyncGenerator<Uint8Array<ArrayBuffer>, undefined> {
    const deadline = this.#connection.deadline(call);
    try {
      yield* this.#within(deadline);
    } finally {
      deadline.end();
    }
  }

  async *#within(deadline: Deadline): AsyncGenerator<Uint8Array<ArrayBuffer>, undefined> {
    const { url } = this.#connection;
    let at = 0;
    let etag: string | null = null;
    for (let tries = 0; ; tries++) {
      const since = at;
      try {
        const headers: Record<string, string> =
          at > 0 && etag !== null ? { Range: `bytes=${at}-`, 'If-Range': etag } : {};
        const ask = { path: `/v1/download/${this.#path}`, headers };
        const answer = await this.#connection.within(deadline, ask, (response) => response);
        etag = answer.headers.get('etag');
        // Where the service begins again, what has arrived is passed over.
        let passed = answer.status === 206 ? at : 0;
        for await (const chunk of partsOf(answer)) {
          const fresh = chunk.subarray(Math.min(chunk.byteLength, at - passed));
          passed += chunk.byteLength;
          if (fresh.byteLength === 0) continue;
          at += fresh.byteLength;
          yield fresh;
        }
        if (at >= this.sizeBytes) return;
        throw unreachable(url, new Error(`${at} of ${this.sizeBytes} bytes arrived`));
      } catch (error) {
        // Tries that bring something do not count.
        if (at > since) tries = 0;
        await this.#connection.pause(this.#connection.asError(error, deadline), tries, deadline);
      }
    }
  }
}

/** Not every runtime iterates over streams. */
async function* partsOf({ body }: Response): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = body?.getReader();
  try {
    for (;;) {
      const part = await reader?.read();
      if (part === undefined || part.done) return;
      yield part.value;
    }
  } finally {
    await reader?.cancel().catch(() => {});
  }
}
