// Calls to the service: each is retried while that can help, within a time limit.
import { version } from './catalogue.ts';
import { ConnectionError, errorOf, PlatenError, unreachable } from './errors.ts';

export interface Options {
  /** The URL of the service, without `/v1`; PLATEN_URL by default. */
  url?: string;
  /** PLATEN_API_KEY by default. */
  apiKey?: string;
  /** Maximum number of retries; 5 by default. */
  retries?: number;
  /** Time limit of one call, including retries, in milliseconds; ten minutes by default. */
  timeoutMs?: number;
  /** Replaces the global one. */
  fetch?: typeof fetch;
  /** Sent with every request. */
  headers?: Readonly<Record<string, string>>;
}

/** Options for one call. */
export interface CallOptions {
  signal?: AbortSignal | undefined;
  timeoutMs?: number | undefined;
  /** A conversion with the same key is performed and counted once; random by default. */
  idempotencyKey?: string | undefined;
  /** Called with the number of bytes sent, and the total. */
  onUploadProgress?: ((sent: number, total: number) => void) | undefined;
}

interface Ask {
  method?: string;
  /** Relative to the URL of the service. */
  path: string;
  headers?: Readonly<Record<string, string>>;
  /** Created again for each attempt. */
  body?: () => FormData | Blob;
  /** Its body is too large to keep in memory. */
  isLarge?: boolean;
  /** Sends instead of `fetch`. */
  send?: (url: string, init: RequestInit) => Promise<Response>;
}

/** Otherwise `fetch` keeps the sent bytes, for a redirect or its own retry (Fetch, 4.6). */
const sentOnce = { redirect: 'error', window: null };

/** Longer waits are left to the caller. */
const maxWaitSeconds = 60;

/** @throws TypeError if the environment variable is not set */
function given(variable: string): string {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } };
  const value = process?.env?.[variable];
  if (value === undefined || value === '') throw new TypeError(`set ${variable}, or pass it as an option`);
  return value;
}

export class Connection {
  readonly url: string;
  readonly fetch: typeof fetch;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #retries: number;
  readonly #timeoutMs: number;

  constructor({ url, apiKey, retries = 5, timeoutMs = 600_000, fetch: own, headers = {} }: Options) {
    const address = url ?? given('PLATEN_URL');
    const key = apiKey ?? given('PLATEN_API_KEY');
    if (!/^https?:/i.test(address)) throw new TypeError(`${address} is not a URL`);
    if (!/^[\x21-\x7e]+$/.test(key)) throw new TypeError('the API key is malformed');
    this.url = address.replace(/\/+$/, '').replace(/\/v1$/, '');
    // Browsers require it to be called as a method of the window.
    this.fetch = own ?? ((input, init) => globalThis.fetch(input, init));
    // Browsers set their own User-Agent.
    const agent = 'document' in globalThis ? {} : { 'User-Agent': `platen-typescript/${version}` };
    this.#headers = { ...agent, ...headers, Authorization: `Bearer ${key}` };
    this.#retries = retries;
    this.#timeoutMs = timeoutMs;
  }

  /** Makes a call and reads its response with `read`. @throws PlatenError, or the reason of `signal` */
  async call<Value>(
    ask: Ask,
    options: CallOptions,
    read: (response: Response) => Promise<Value> | Value,
  ): Promise<Value> {
    return await this.timed(options, (deadline) => this.within(deadline, ask, read));
  }

  /** Like {@link call}, within a deadline shared by several calls. */
  async within<Value>(
    deadline: Deadline,
    ask: Ask,
    read: (response: Response) => Promise<Value> | Value,
  ): Promise<Value> {
    for (let tries = 0; ; tries++) {
      try {
        return await this.once(deadline, ask, read);
      } catch (error) {
        await this.pause(error, tries, deadline);
      }
    }
  }

  /** One attempt. */
  async once<Value>(
    deadline: Deadline,
    { path, body, send = this.fetch, headers, method = 'GET', isLarge = false }: Ask,
    read: (response: Response) => Promise<Value> | Value,
  ): Promise<Value> {
    try {
      const init: RequestInit = { method, headers: { ...this.#headers, ...headers }, signal: deadline.signal };
      // Files are sent to no other origin, but downloads may be redirected to a bucket.
      if (method !== 'GET') init.redirect = 'manual';
      if (body !== undefined) Object.assign(init, { body: body(), ...(isLarge ? sentOnce : {}) });
      const response = await send(this.url + path, init).catch((error: unknown) => {
        throw unreachable(this.url, error);
      });
      if (!response.ok) throw await errorOf(response);
      return await read(response);
    } catch (error) {
      throw this.asError(error, deadline);
    }
  }

  /** Waits until a retry makes sense. @throws the error if none does */
  async pause(error: unknown, tries: number, deadline: Deadline): Promise<void> {
    if (!(error instanceof PlatenError) || !error.isTemporary || tries >= this.#retries) throw error;
    const seconds = error.retryAfter ?? Math.random() * Math.min(8, 0.1 * 4 ** tries);
    if (seconds > maxWaitSeconds || Date.now() + seconds * 1000 > deadline.at) throw error;
    await sleep(seconds * 1000, deadline);
  }

  asError(error: unknown, { signal }: Deadline): unknown {
    if (signal.aborted) return signal.reason;
    // Broken streams.
    return error instanceof TypeError ? unreachable(this.url, error) : error;
  }

  /** Runs calls with a shared deadline. */
  async timed<Value>({ signal, timeoutMs }: CallOptions, run: (deadline: Deadline) => Promise<Value>): Promise<Value> {
    const deadline = this.deadline({ signal, timeoutMs });
    try {
      return await run(deadline);
    } finally {
      deadline.end();
    }
  }

  deadline({ signal, timeoutMs = this.#timeoutMs }: CallOptions): Deadline {
    return new Deadline(timeoutMs, signal);
  }
}

/** Ends calls at their deadline, or when the caller aborts them. */
export class Deadline {
  readonly signal: AbortSignal;
  /** Like `Date.now()`. */
  readonly at: number;
  /** Releases its timer and listeners. */
  readonly end: () => void;

  constructor(ms: number, caller: AbortSignal | undefined) {
    this.at = Date.now() + ms;
    const stop = new AbortController();
    const late = new ConnectionError('timeout', `there was no answer within ${ms / 1000} s`);
    const timer = setTimeout(() => stop.abort(late), Math.min(ms, 2 ** 31 - 1));
    const pass = () => stop.abort(caller?.reason);
    if (caller?.aborted === true) pass();
    else caller?.addEventListener('abort', pass);
    this.signal = stop.signal;
    this.end = () => {
      clearTimeout(timer);
      caller?.removeEventListener('abort', pass);
    };
  }
}

export const sleep = (ms: number, { signal }: Deadline): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
