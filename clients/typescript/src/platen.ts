// The client: the service's API as methods.
import { inBatch, type Entry } from './batch.ts';
import { Connection, type CallOptions, type Options } from './connection.ts';
import { bodyOf } from './errors.ts';
import { bytesOf, formOf, sentOf, type Input, type Sent } from './input.ts';
import { Job } from './job.ts';
import { Result, type JobBody, type Quota } from './result.ts';
import { toolIds, type ToolFields, type ToolId, type ToolMethods } from './tools.ts';
import type { UploadOptions } from './upload.ts';

export type Files = Input | readonly Input[];

/** The fields of a tool; any fields if this client does not know the tool. */
export type FieldsOf<Id extends string> = Id extends ToolId
  ? ToolFields[Id]
  : Readonly<Record<string, string | undefined>>;

export interface Tool {
  id: string;
  min_files: number;
  max_files: number;
  accepted_exts: string[];
}

export type Step = { [Id in ToolId]: { tool: Id } & ToolFields[Id] }[ToolId] | { tool: string };

export interface BatchOptions<Id extends string> extends CallOptions {
  fields?: FieldsOf<Id>;
  /** Maximum number of concurrent conversions; 4 by default. */
  concurrency?: number;
}

/** A job in a list. */
export interface ListedJob {
  job_id: string;
  status: string;
  tool: string;
  created_at: number;
  completed_at: number | null;
  expires_at: number | null;
  size_bytes: number | null;
  name: string | null;
  error: string | null;
}

type Any = Readonly<Record<string, string | undefined>>;

// oxlint-disable-next-line typescript/no-unsafe-declaration-merging -- the methods of tools are defined below
export interface Platen extends ToolMethods {}

export class Platen {
  readonly #connection: Connection;

  constructor(options: Options = {}) {
    this.#connection = new Connection(options);
  }

  /** Converts and waits for the result. @throws PlatenError, or the reason of `signal` */
  async convert<Id extends ToolId | (string & {})>(
    tool: Id,
    files: Files,
    fields?: FieldsOf<Id>,
    call: CallOptions = {},
  ): Promise<Result> {
    return new Result(this.#connection, await this.#send(pathOf(tool), files, fields, call));
  }

  /** Starts a conversion without waiting for it. */
  async start<Id extends ToolId | (string & {})>(
    tool: Id,
    files: Files,
    fields?: FieldsOf<Id>,
    call: CallOptions = {},
  ): Promise<Job> {
    const headers = { Prefer: 'respond-async' };
    const body = await this.#send(pathOf(tool), files, fields, call, headers);
    const isDone = body['status'] === 'success';
    return new Job(this.#connection, body.job_id, isDone ? new Result(this.#connection, body) : undefined);
  }

  /** Converts with several tools in one call; each uses the output of the previous one. */
  async pipeline(files: Files, steps: readonly Step[], call: CallOptions = {}): Promise<Result> {
    const fields = { steps: JSON.stringify(steps) };
    return new Result(this.#connection, await this.#send('/v1/pipelines', files, fields, call));
  }

  /** Converts each file separately, several at a time, and yields each when it is done. */
  batch<Id extends ToolId | (string & {}), Item extends Files>(
    tool: Id,
    files: Iterable<Item> | AsyncIterable<Item>,
    { fields, concurrency = 4, ...call }: BatchOptions<Id> = {},
  ): AsyncGenerator<Entry<Item, Result>, undefined> {
    return inBatch(files, concurrency, (one) => this.convert(tool, one, fields, call));
  }

  /** Uploads a file in parts, and resumes after a broken connection; the result is an input for conversions. */
  async upload(file: Input, options: UploadOptions = {}): Promise<{ fileId: string }> {
    // Pages load this module only when they upload files in parts.
    const { upload } = await import('./upload.ts');
    return await upload(this.#connection, file, options);
  }

  /** A job by its ID, such as one started by an earlier process. */
  job(id: string): Job {
    return new Job(this.#connection, id);
  }

  /** The result of a successful job. */
  async result(id: string, call: CallOptions = {}): Promise<Result> {
    const body = await this.#read<JobBody>(`/v1/job/${encodeURIComponent(id)}`, call);
    return new Result(this.#connection, body);
  }

  /** The jobs of the key, newest first; pages are fetched on demand. */
  async *jobs(
    filters: { status?: string; tool?: string; since?: number } = {},
    call: CallOptions = {},
  ): AsyncGenerator<ListedJob, undefined> {
    const query = new URLSearchParams(
      Object.entries(filters).map(([name, value]): [string, string] => [name, String(value)]),
    );
    for (;;) {
      const page = await this.#read<{ jobs: ListedJob[]; next_cursor?: string | null }>(`/v1/jobs?${query}`, call);
      yield* page.jobs;
      if ((page.next_cursor ?? null) === null) return;
      query.set('cursor', page.next_cursor ?? '');
    }
  }

  /** Deletes a job and its file. */
  delete(id: string, call: CallOptions = {}): Promise<void> {
    return this.job(id).cancel(call);
  }

  async tools(call: CallOptions = {}): Promise<Tool[]> {
    return (await this.#read<{ tools: Tool[] }>('/v1/tools', call)).tools;
  }

  quota(call: CallOptions = {}): Promise<Quota> {
    return this.#read<Quota>('/v1/quota', call);
  }

  #read<Body extends object>(path: string, call: CallOptions): Promise<Body> {
    return this.#connection.call({ path }, call, (answer) => bodyOf<Body>(answer));
  }

  async #send(path: string, files: Files, fields: Any = {}, call: CallOptions, more = {}): Promise<JobBody> {
    const list: readonly Input[] = Array.isArray(files) ? (files as readonly Input[]) : [files as Input];
    const sent: Sent[] = [];
    for (const input of list) {
      const one = await sentOf(input);
      // The service puts sent files before stored ones.
      const isLate = 'blob' in one && sent.some((before) => 'fileId' in before);
      sent.push(
        isLate ? await this.upload({ name: one.name, data: one.blob }, { ...call, onUploadProgress: undefined }) : one,
      );
    }
    const { onUploadProgress, idempotencyKey = crypto.randomUUID() } = call;
    const total = bytesOf(sent);
    const telling =
      onUploadProgress === undefined
        ? {}
        : {
            // Most calls never need it.
            send: (await import('./progress.ts')).sendTelling(this.#connection.fetch, (bytes) =>
              onUploadProgress(Math.min(bytes, total), total),
            ),
          };
    const headers = { ...more, 'Idempotency-Key': idempotencyKey };
    const ask = {
      method: 'POST',
      path,
      headers,
      body: () => formOf(sent, fields),
      isLarge: total > 2 ** 24,
      ...telling,
    };
    return await this.#connection.call(ask, call, (answer) => bodyOf<JobBody>(answer));
  }
}

const pathOf = (tool: string): string => `/v1/convert/${encodeURIComponent(tool)}`;

// `officeToPdf` and the other tools.
for (const id of toolIds) {
  const name = id.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  Object.defineProperty(Platen.prototype, name, {
    value(this: Platen, files: Files, fields?: Any, call?: CallOptions) {
      return this.convert<string>(id, files, fields, call);
    },
  });
}
