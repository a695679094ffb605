// The reasons to end a program from outside: its caller leaves, its time is up, or a limit is exceeded.
import { DeadlinePassed } from '#core/deadline.ts';
import { patienceOf, type WorkSignal } from '#core/effort.ts';
import { whenAborted } from '#core/when-aborted.ts';

export type End = (reason: unknown) => void;

export interface Endings {
  signal?: WorkSignal | undefined;
  /** The time limit for an effort of patience 1; Infinity for a program that lives as long as the service. */
  timeoutMs?: number | undefined;
  /** Watches limits that the kernel does not enforce, until disposed of. */
  watch?: ((end: End) => Disposable) | undefined;
}

/** Calls `end` with the signal's reason, a {@link DeadlinePassed} or the report of `watch`; disposing the result ends the watch. */
export function watchEndings({ signal, timeoutMs = Infinity, watch }: Endings, end: End): Disposable {
  using all = new DisposableStack();
  all.use(whenAborted(signal, end));
  if (timeoutMs !== Infinity) all.use(whenLate(timeoutMs * patienceOf(signal), end));
  if (watch !== undefined) all.use(watch(end));
  return all.move();
}

/** Waits for `answer`; if an ending comes first, calls `kill`. @throws the reason of that ending */
export async function answered<Answer>(answer: Promise<Answer>, endings: Endings, kill: () => void): Promise<Answer> {
  const { promise: ended, reject } = Promise.withResolvers<never>();
  using _endings = watchEndings(endings, (reason) => {
    kill();
    reject(reason);
  });
  return await Promise.race([answer, ended]);
}

function whenLate(timeoutMs: number, end: End): Disposable {
  const timer = setTimeout(() => end(new DeadlinePassed(timeoutMs)), timeoutMs);
  return { [Symbol.dispose]: () => clearTimeout(timer) };
}
