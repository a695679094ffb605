// The span of the current work: the only implicit state that follows work, so that the parts of a conversion are
// traced at any depth without an argument.
import { AsyncLocalStorage } from 'node:async_hooks';

export interface Span {
  /** Does a part of the work within its own span. */
  part: <Result>(name: string, work: () => Promise<Result>) => Promise<Result>;
}

const current = new AsyncLocalStorage<Span>();

/** Returns the current span; undefined if nothing is traced. */
export const currentSpan = (): Span | undefined => current.getStore();

/** Does work within an open span. */
export const within = <Result>(span: Span, work: () => Result): Result => current.run(span, work);

/** Does a part of the work, within a span if the work is traced. */
export const part: Span['part'] = (name, work) => currentSpan()?.part(name, work) ?? work();
