// The result of a conversion: its metadata and its file.
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

/** The service's response for a successful job. */
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
  /** Sentences about content that was lost or changed; usually empty. */
  readonly warnings: readonly string[];
  readonly quota: Quota | null;
  readonly downloadUrl: string;
  /** The complete response. */
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

  /** The file as it arrives; a broken download is resumed. */
  stream(call: CallOptions = {}): ReadableStream<Uint8Array> {
    const parts = this.#parts(call);
    const { url } = this.#connection;
    let passed = 0;
    return new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          const { done, value } = await parts.next();
          if (done === true) return controller.close();
          if (value.at !== passed) throw unreachable(url, new Error('the file has changed'));
          passed += value.bytes.byteLength;
          controller.enqueue(value.bytes);
        },
        cancel: async () => void (await parts.return(undefined)),
      },
      { highWaterMark: 0 },
    );
  }

  async bytes(call: CallOptions = {}): Promise<Uint8Array> {
    const whole = new Uint8Array(this.sizeBytes);
    for await (const { at, bytes } of this.#parts(call)) whole.set(bytes, at);
    return whole;
  }

  /** Writes the file; an existing file at `path` is replaced only once the download is complete. */
  async save(path: string, call: CallOptions = {}): Promise<void> {
    const { open, rename, rm } = await builtin('node:fs/promises');
    const part = `${path}.${crypto.randomUUID()}`;
    try {
      const file = await open(part, 'wx');
      try {
        for await (const { at, bytes } of this.#parts(call))
          for (let n = 0; n < bytes.byteLength;)
            n += (await file.write(bytes, n, bytes.byteLength - n, at + n)).bytesWritten;
      } finally {
        await file.close();
      }
      await rename(part, path);
    } catch (error) {
      await rm(part, { force: true });
      throw error;
    }
  }

  /** Deletes the job and its file now, rather than after an hour. */
  async delete(call: CallOptions = {}): Promise<void> {
    await this.#connection.call({ method: 'DELETE', path: `/v1/job/${this.#path}` }, call, (answer) =>
      answer.body?.cancel(),
    );
  }

  async *#parts(call: CallOptions): AsyncGenerator<Part, undefined> {
    const deadline = this.#connection.deadline(call);
    try {
      yield* this.#within(deadline);
    } finally {
      deadline.end();
    }
  }

  /** The chunks in order; starts again if the service sends a different file. */
  async *#within(deadline: Deadline): AsyncGenerator<Part, undefined> {
    const connection = this.#connection;
    const cut = () => unreachable(connection.url, new Error('the download was cut'));
    let at = 0;
    let etag: string | null = null;
    for (let tries = 0; ; tries++) {
      try {
        const headers: Record<string, string> =
          at > 0 && etag !== null ? { Range: `bytes=${at}-`, 'If-Range': etag } : {};
        const ask = { path: `/v1/download/${this.#path}`, headers };
        const answer = await connection.once(deadline, ask, (response) => response);
        const now = answer.headers.get('etag');
        const isRest = answer.status === 206;
        if (!isRest && now !== etag) at = 0;
        etag = now;
        // If the service starts again, the bytes that have already arrived are skipped.
        let passed = isRest ? at : 0;
        const isWrong = isRest && answer.headers.get('content-range')?.startsWith(`bytes ${at}-`) !== true;
        if (isWrong) etag = null;
        for await (const bytes of partsOf(answer)) {
          if (isWrong || passed + bytes.byteLength > this.sizeBytes) throw cut();
          const fresh = bytes.subarray(Math.min(bytes.byteLength, at - passed));
          passed += bytes.byteLength;
          if (fresh.byteLength === 0) continue;
          yield { at, bytes: fresh };
          at += fresh.byteLength;
        }
        if (at === this.sizeBytes) return;
        throw cut();
      } catch (error) {
        await connection.pause(connection.asError(error, deadline), tries, deadline);
      }
    }
  }
}

interface Part {
  /** Its offset in the file. */
  at: number;
  bytes: Uint8Array<ArrayBuffer>;
}

/** Not every runtime supports iterating over streams. */
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
