// Calls client-supplied URLs in a separate process, which starts with the first call and ends after a while without calls.
import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { DeadlinePassed, deadline } from '#core/deadline.ts';
import { whenAborted } from '#core/when-aborted.ts';
import { RefusedAddress } from './address-filter.ts';
import type { FromProcess, OutboundProblem, OutboundRequest, OutboundResponse, ToProcess } from './protocol.ts';

export type OutboundCall = Omit<OutboundRequest, 'id'> & {
  /** A signal that ends the call, including its response. */
  signal: AbortSignal;
};

export interface Outbound {
  /**
   * Makes a call.
   * @throws {@link RefusedAddress}, {@link TooLarge}, {@link UnreachableUrl}, {@link DeadlinePassed}, the disk's error if a file cannot
   *   be written, or the signal's reason
   */
  call(request: OutboundCall): Promise<OutboundResponse>;
  /** Ends the process; running calls fail. */
  stop(): void;
}

/** Thrown when the response body exceeds the call's `maxBytes`. */
export class TooLarge extends Error {}

/** Thrown for network errors, and for responses that exceed a limit. */
export class UnreachableUrl extends Error {}

interface Pending {
  timeoutMs: number;
  resolve(response: OutboundResponse): void;
  reject(reason: unknown): void;
}

const script = fileURLToPath(new URL('process.ts', import.meta.url));
const maxHeapMb = 128;
const idleMs = 30_000;
/** The number of threads: names whose servers never answer hold one each, and the resolver gets half of them. */
const resolverThreads = '128';
/** The extra time beyond a call's limit, for a process that is busy with other calls. */
const graceMs = 1000;
/** The environment variables that the process inherits: locations of certificates and of compiled code, nothing else. */
const inherited = ['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'SSL_CERT_DIR', 'NODE_COMPILE_CACHE', 'TZ'];

/** Creates the caller of URLs; the CIDR ranges `allowed` may be called on any port although they are not public. */
export const createOutbound = (allowed: readonly string[]): Outbound => new OutboundProcess(allowed);

class OutboundProcess implements Outbound {
  readonly #allowed: readonly string[];
  readonly #pending = new Map<number, Pending>();
  #child: ChildProcess | undefined;
  #calls = 0;
  #idle: NodeJS.Timeout | undefined;

  constructor(allowed: readonly string[]) {
    this.#allowed = allowed;
  }

  async call({ signal, ...request }: OutboundCall): Promise<OutboundResponse> {
    signal.throwIfAborted();
    const id = (this.#calls += 1);
    const { promise, resolve, reject } = Promise.withResolvers<OutboundResponse>();
    // The promise may reject before anybody awaits it.
    promise.catch(() => {});
    clearTimeout(this.#idle);
    this.#pending.set(id, { timeoutMs: request.timeoutMs, resolve, reject });
    this.#begin({ id, ...request }, reject);
    using limit = deadline(request.timeoutMs + graceMs, signal);
    using _leaving = whenAborted(limit.signal, (reason) => {
      this.#child?.send?.({ abort: id } satisfies ToProcess, () => {});
      reject(reason instanceof DeadlinePassed ? new DeadlinePassed(request.timeoutMs) : reason);
    });
    try {
      return await promise;
    } finally {
      this.#pending.delete(id);
      if (this.#pending.size === 0) this.#idle = setTimeout(() => this.stop(), idleMs).unref();
    }
  }

  stop(): void {
    clearTimeout(this.#idle);
    const child = this.#child;
    this.#ended();
    if (child?.connected === true) child.disconnect();
  }

  #ended(): void {
    this.#child = undefined;
    for (const call of this.#pending.values()) call.reject(new UnreachableUrl('the outbound process has ended'));
  }

  #begin(request: OutboundRequest, reject: (reason: unknown) => void): void {
    try {
      this.#child ??= this.#start();
      // The end of the process is a separate event; a process that could not be started has no channel.
      this.#child.send({ call: request } satisfies ToProcess, () => {});
    } catch (error) {
      this.#child = undefined;
      reject(new UnreachableUrl(`the outbound process could not be started: ${String(error)}`));
    }
  }

  #start(): ChildProcess {
    const kept = inherited.flatMap((name) => (name in process.env ? [[name, process.env[name]]] : []));
    const env = { ...Object.fromEntries(kept), UV_THREADPOOL_SIZE: resolverThreads };
    const child = fork(script, [JSON.stringify(this.#allowed)], {
      env,
      execArgv: ['--disable-warning=ExperimentalWarning', `--max-old-space-size=${maxHeapMb}`],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    child.on('message', (said: FromProcess) => {
      const pending = this.#pending.get(said.id);
      if (pending === undefined) return;
      if ('response' in said) pending.resolve(said.response);
      else pending.reject(errorOf(said.problem, pending.timeoutMs));
    });
    // Also called if the process could not be started.
    const gone = () => {
      if (this.#child === child) this.#ended();
    };
    child.on('error', gone).on('exit', gone);
    // The process keeps neither the service nor a command from ending.
    child.unref();
    child.channel?.unref();
    return child;
  }
}

function errorOf({ kind, code, message }: OutboundProblem, timeoutMs: number): Error {
  switch (kind) {
    case 'timeout':
      return new DeadlinePassed(timeoutMs);
    case 'refused_address':
      return new RefusedAddress(message);
    case 'too_large':
      return new TooLarge(message);
    case 'disk':
      return Object.assign(new Error(message), { code });
    default:
      return new UnreachableUrl(code ?? message);
  }
}
