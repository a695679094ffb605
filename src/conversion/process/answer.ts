// The answer of a sandboxed process to a task, and its meaning for the caller.
import { errors, type ErrorCode } from '#core/errors.ts';
import { Failure, isFailure } from '#core/failure.ts';
import { takeMistakes } from '#core/mistakes.ts';

export type Answer = { mistakes?: unknown[] } & (
  | { result: unknown }
  | { failure: { code: string; fields: Record<string, unknown>; cause: string } }
  | { problem: string }
);

/** In the sandbox: does the work. */
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
    // Strings, arrays and stacks that outgrow what a program can have: the document asks for too much.
    if (error instanceof RangeError)
      return { failure: { code: 'source_unreadable', fields: {}, cause: error.message } };
    return { problem: described(error) };
  }
}

const described = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message).slice(0, 2000) : typeof error === 'string' ? error : '';

/** Outside: returns the result, after `warn` got the mistakes behind it. @throws Failure: the answered one; conversion_failed for a problem of our own, or an invalid answer */
export function resultOf(line: string, engine: string, warn: (problem: string) => void): unknown {
  const answer = parsed(line);
  // A sandboxed process may answer anything.
  if (Array.isArray(answer.mistakes))
    for (const mistake of answer.mistakes.slice(0, 5))
      warn(`${engine} left a part as it was: ${String(mistake).slice(0, 1000)}`);
  if ('result' in answer) return answer.result;
  const code = 'failure' in answer ? answer.failure.code : '';
  if ('failure' in answer && Object.hasOwn(errors, code)) {
    const fields = errors[code as ErrorCode].fields.safeParse(answer.failure.fields);
    const cause = new Error(answer.failure.cause);
    if (fields.success) throw new Failure(code as ErrorCode, fields.data, { cause });
  }
  const problem = 'problem' in answer ? answer.problem : line.slice(0, 500);
  throw new Failure('conversion_failed', { engine }, { cause: new Error(problem) });
}

function parsed(line: string): Answer {
  try {
    const answer: unknown = JSON.parse(line);
    if (typeof answer === 'object' && answer !== null) return answer as Answer;
  } catch {
    // Told below.
  }
  return { problem: `no answer: ${line.slice(0, 500)}` };
}
