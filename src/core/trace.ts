// The span that the work under way belongs to: the only state that follows work by itself, so that the parts of a conversion are
// traced at any depth without an argument.
import { AsyncLocalStorage } from 'node:async_hooks';

export interface Span {
  /** Does a part of the work within a span of its own. */
  part: <Result>(name: string, work: () => Promise<Result>) => Promise<Result>;
}

const current = new AsyncLocalStorage<Span>();

/** Undefined where nothing is traced. */
export const currentSpan = (): Span | undefined => current.getStore();

/** Does work within a span, which has begun. */
export const within = <Result>(span: Span, work: () => Result): Result => current.run(span, work);

/** Does a part of the work; it is a span where the work is traced. */
export const part: Span['part'] = (name, work) => currentSpan()?.part(name, work) ?? work();
