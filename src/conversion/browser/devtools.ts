// The DevTools protocol over two pipes: messages are JSON, each ended by a zero byte. https://chromedevtools.github.io/devtools-protocol
import type { Readable, Writable } from 'node:stream';

export type Params = Record<string, unknown>;

interface Message {
  id?: number;
  method?: string;
  params?: Params;
  sessionId?: string;
  result?: Params;
  error?: { message: string };
}

type Listener = (params: Params, sessionId: string | undefined) => void;

/** The browser refused a command: mostly because the page has gone elsewhere meanwhile. */
export class CommandRefused extends Error {}

export class DevTools {
  readonly #to: Writable;
  readonly #waiting = new Map<number, PromiseWithResolvers<Params>>();
  readonly #listeners = new Map<string, Listener[]>();
  #last = 0;

  constructor({ to, from }: { to: Writable; from: Readable }) {
    this.#to = to;
    // A browser that has crashed no longer reads.
    to.on('error', () => {});
    const pieces: Buffer[] = [];
    from.on('data', (chunk: Buffer) => {
      let at = 0;
      for (let end = chunk.indexOf(0); end >= 0; end = chunk.indexOf(0, at)) {
        pieces.push(chunk.subarray(at, end));
        at = end + 1;
        this.#take(JSON.parse(Buffer.concat(pieces.splice(0)).toString('utf8')) as Message);
      }
      pieces.push(chunk.subarray(at));
    });
  }

  /** @throws {@link CommandRefused} */
  send(method: string, params: Params = {}, sessionId?: string): Promise<Params> {
    const id = ++this.#last;
    const answer = Promise.withResolvers<Params>();
    this.#waiting.set(id, answer);
    this.#to.write(`${JSON.stringify({ id, method, params, ...(sessionId === undefined ? {} : { sessionId }) })}\0`);
    return answer.promise;
  }

  on(method: string, listener: Listener): void {
    this.#listeners.set(method, [...(this.#listeners.get(method) ?? []), listener]);
  }

  #take({ id, method, params = {}, sessionId, result = {}, error }: Message): void {
    if (method !== undefined) for (const listener of this.#listeners.get(method) ?? []) listener(params, sessionId);
    const answer = id === undefined ? undefined : this.#waiting.get(id);
    if (id === undefined || answer === undefined) return;
    this.#waiting.delete(id);
    if (error === undefined) answer.resolve(result);
    else answer.reject(new CommandRefused(error.message));
  }
}
