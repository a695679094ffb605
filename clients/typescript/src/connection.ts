// Calls of the service: each is tried again while that can help, and ends in time.
import { ConnectionError, errorOf, PlatenError, unreachable } from './errors.ts';

export interface Options {
  /** The address of the service, without `/v1`; else PLATEN_URL. */
  url?: string;
  /** Else PLATEN_API_KEY. */
  apiKey?: string;
  /** How often a call is made again after its first try; 5 by default. */
  retries?: number;
  /** For one call with all its tries, in milliseconds; ten minutes by default. */
  timeoutMs?: number;
  /** In place of the global one. */
  fetch?: typeof fetch;
  /** Sent with every request. */
  headers?: Readonly<Record<string, string>>;
}

/** What holds for one call. */
export interface CallOptions {
  signal?: AbortSignal | undefined;
  timeoutMs?: number | undefined;
  /** A conversion with the same key is made and counted once; random by default. */
  idempotencyKey?: string | undefined;
  /** Bytes of the files that have left, and all of them. */
  onUploadProgress?: ((sent: number, total: number) => void) | undefined;
}

interface Ask {
  method?: string;
  /** Below the address of the service. */
  path: string;
  headers?: Readonly<Record<string, string>>;
  /** Made anew for each try. */
  body?: () => FormData | Blob;
  /** Its body is too large to be kept in memory. */
  isLarge?: boolean;
  /** Sends instead of `fetch`. */
  send?: (url: string, init: RequestInit) => Promise<Response>;
}

/** Otherwise `fetch` keeps what it has sent, for a redirect or another try of its own (Fetch, 4.6). */
const sentOnce = { redirect: 'error', window: null };

/** Waits that are longer are left to the caller. */
const maxWaitSeconds = 60;
const version = '0.1.0';

/** @throws TypeError for a variable that the environment does not have */
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
    // Browsers call it as a method of their window alone.
    this.fetch = own ?? ((input, init) => globalThis.fetch(input, init));
    // In browsers the name of the program is their own.
    const agent = 'document' in globalThis ? {} : { 'User-Agent': `platen-typescript/${version}` };
    this.#headers = { ...agent, ...headers, Authorization: `Bearer ${key}` };
    this.#retries = retries;
    this.#timeoutMs = timeoutMs;
  }

  /** Makes a call until `read` has read its answer. @throws PlatenError, or the reason of `signal` */
  async call<Value>(
    ask: Ask,
    options: CallOptions,
    read: (response: Response) => Promise<Value> | Value,
  ): Promise<Value> {
    return await this.timed(options, (deadline) => this.within(deadline, ask, read));
  }

  /** As {@link call}, within a deadline of several calls. */
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

  /** One try. */
  async once<Value>(
    deadline: Deadline,
    { path, body, send = this.fetch, headers, method = 'GET', isLarge = false }: Ask,
    read: (response: Response) => Promise<Value> | Value,
  ): Promise<Value> {
    try {
      const init: RequestInit = { method, headers: { ...this.#headers, ...headers }, signal: deadline.signal };
      // Files go to nobody else; from a bucket they may come.
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

  /** Waits until another try makes sense. @throws the error where none does */
  async pause(error: unknown, tries: number, deadline: Deadline): Promise<void> {
    if (!(error instanceof PlatenError) || !error.isTemporary || tries >= this.#retries) throw error;
    const seconds = error.retryAfter ?? Math.random() * Math.min(8, 0.1 * 4 ** tries);
    if (seconds > maxWaitSeconds || Date.now() + seconds * 1000 > deadline.at) throw error;
    await sleep(seconds * 1000, deadline);
  }

  asError(error: unknown, { signal }: Deadline): unknown {
    if (signal.aborted) return signal.reason;
    // Streams that are cut.
    return error instanceof TypeError ? unreachable(this.url, error) : error;
  }

  /** Runs calls that have to end together. */
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

/** The end of calls: in time, or when their caller says so. */
export class Deadline {
  readonly signal: AbortSignal;
  /** As `Date.now()`. */
  readonly at: number;
  /** Nothing is left of it. */
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
