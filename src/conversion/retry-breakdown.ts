// Retries when an engine crashes. If it crashes in the same way again, the document is to blame, unless the engine hit a limit of the
// service.
import { breakdownBehind } from '#core/breakdown.ts';
import { Failure, isFailure } from '#core/failure.ts';

/**
 * Retries once if an engine was ended by a signal or a limit.
 * @throws source_unreadable if the same signal ended it twice, conversion_failed with the limit that ended it; otherwise the error of
 *   the last attempt
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
    by = first.by;
  }
  try {
    return await attempt(true);
  } catch (error) {
    const second = breakdownBehind(error);
    if (second?.by !== by) throw error;
    if (second.limit === undefined) throw new Failure('source_unreadable', {}, { cause: error });
    const fields = isFailure(error) ? error.fields : {};
    throw new Failure('conversion_failed', { ...fields, limit: second.limit }, { cause: second });
  }
}
