// A breakdown of an engine may be bad luck; the same one again is the document's doing.
import { breakdownBehind } from '#core/breakdown.ts';
import { Failure } from '#core/failure.ts';

/**
 * Attempts it once more when an engine was ended by a signal or a limit.
 * @throws source_unreadable when it was ended by the same one twice; otherwise what the last attempt throws
 */
export async function retryBreakdown<Result>(
  attempt: (isSecond: boolean) => Promise<Result>,
  signal: AbortSignal,
): Promise<Result> {
  let by: string;
  try {
    return await attempt(false);
  } catch (error) {
    const first = breakdownBehind(error);
    if (first === undefined || signal.aborted) throw error;
    by = first;
  }
  try {
    return await attempt(true);
  } catch (error) {
    throw breakdownBehind(error) === by ? new Failure('source_unreadable', {}, { cause: error }) : error;
  }
}
