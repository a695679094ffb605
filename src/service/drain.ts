// Draining: new conversions are refused and asynchronous jobs wait, on all nodes, until an administrator ends it. It is stored, so
// that a restart does not end it.
import type { Store } from './database/store.ts';
import { readFact, removeFact, writeFact } from './operation.ts';

/** How long a node takes to notice at most. */
const pollMs = 1000;
/** The seconds until a refused client should try again. */
export const drainRetrySeconds = 60;

export interface Drain {
  /** When draining began; null while the service accepts conversions. */
  readonly since: number | null;
  /** Polls until disposed of; the state is known once this resolves. */
  start(): Promise<AsyncDisposable>;
  /** Starts or ends draining; false when nothing changed. */
  set(isOn: boolean): Promise<boolean>;
}

export function createDrain(store: Store): Drain {
  let since: number | null = null;
  const look = async () => {
    since = (await readFact(store, 'draining'))?.at ?? null;
  };
  return {
    get since() {
      return since;
    },
    async start() {
      // The last answer remains while the database is unavailable; the error is reported elsewhere.
      let looking = look().catch(() => {});
      await looking;
      const timer = setInterval(() => (looking = look().catch(() => {})), pollMs).unref();
      return {
        async [Symbol.asyncDispose]() {
          clearInterval(timer);
          await looking;
        },
      };
    },
    async set(isOn) {
      await look();
      if ((since !== null) === isOn) return false;
      await (isOn ? writeFact(store, 'draining') : removeFact(store, 'draining'));
      await look();
      return true;
    },
  };
}
