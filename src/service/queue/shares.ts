// The part of the slots that an account may have.

interface Busy {
  accountId: string;
  /** Whether it is a visitor, or an account that burns its time. */
  isLast: boolean;
}

/** The part of the slots for all those who come last together; at least one slot. */
const lastPart = 1 / 4;

/**
 * Whether a visitor, or an account that burns its time, may have a slot: all of them share a quarter, and the last slot that is
 * free is for the others.
 */
export function lastMayStart(
  busy: readonly Busy[],
  { limit, othersWait }: { limit: number; othersWait: boolean },
): boolean {
  if (limit === 1) return busy.length === 0 && !othersWait;
  const last = busy.filter(({ isLast }) => isLast).length;
  return last < Math.max(1, Math.floor(limit * lastPart)) && busy.length < limit - 1;
}

/** Whether an account may have one more slot while others wait: one slot is never its own. */
export function mayStart(busy: readonly Busy[], accountId: string, limit: number): boolean {
  return busy.filter((one) => one.accountId === accountId).length < Math.max(1, limit - 1);
}
