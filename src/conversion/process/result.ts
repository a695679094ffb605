// Turns the answer of a sandboxed process to a task into a result or an error.
import { fieldsOf } from '#core/error-fields.ts';
import { errors, type ErrorCode } from '#core/errors.ts';
import { Failure } from '#core/failure.ts';
import type { Answer } from './answer.ts';

/** Returns the result, after `warn` got the mistakes behind it. @throws Failure: the answered one; conversion_failed for a problem of our own, or an invalid answer */
export function resultOf(line: string, engine: string, warn: (problem: string) => void): unknown {
  const answer = parsed(line);
  // A sandboxed process may answer anything.
  if (Array.isArray(answer.mistakes))
    for (const mistake of answer.mistakes.slice(0, 5))
      warn(`${engine} left a part as it was: ${String(mistake).slice(0, 1000)}`);
  if ('result' in answer) return answer.result;
  const code = 'failure' in answer ? answer.failure.code : '';
  if ('failure' in answer && Object.hasOwn(errors, code)) {
    const fields = fieldsOf(code as ErrorCode).safeParse(answer.failure.fields);
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
    // Reported below.
  }
  return { problem: `no answer: ${line.slice(0, 500)}` };
}
