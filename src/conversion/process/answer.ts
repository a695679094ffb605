// Creates the answer of a sandboxed process to a task, inside the sandbox.
import { isFailure } from '#core/failure.ts';
import { takeMistakes } from '#core/mistakes.ts';

export type Answer = { mistakes?: unknown[] } & (
  | { result: unknown }
  | { failure: { code: string; fields: Record<string, unknown>; cause: string } }
  | { problem: string }
);

/** Does the work, and returns its answer. */
export async function answerOf(work: () => unknown): Promise<Answer> {
  const answer = await answered(work);
  const mistakes = takeMistakes();
  return mistakes.length === 0 ? answer : { ...answer, mistakes };
}

async function answered(work: () => unknown): Promise<Answer> {
  try {
    return { result: (await work()) ?? null };
  } catch (error) {
    if (isFailure(error)) return { failure: { code: error.code, fields: error.fields, cause: described(error.cause) } };
    // Strings, arrays or stacks that exceed the limits of the runtime: the document requires too much.
    if (error instanceof RangeError)
      return { failure: { code: 'source_unreadable', fields: {}, cause: error.message } };
    return { problem: described(error) };
  }
}

const described = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message).slice(0, 2000) : typeof error === 'string' ? error : '';
