// Records the cost of orders, counted or not, which determines the patience with their accounts and uses up the hourly allowance.
import { errors } from '#core/errors.ts';
import type { Limits } from '#service/limits/limits.ts';
import { Records } from '#service/queue/records.ts';
import type { Order, Outcome } from './dispatcher.ts';
import { createTypical, type Typical } from './typical.ts';

export interface Spending {
  records: Pick<Records, 'isWasteful'>;
  typical: Pick<Typical, 'ms'>;
  /** Records that an order has ended and its account has spent this many engine seconds. */
  note(order: Spent, outcome: Outcome, seconds: number): void;
  /** Records the same if another node counts the spending. */
  learn(order: Spent, outcome: Outcome, seconds: number): void;
}

type Spent = Pick<Order, 'accountId' | 'isVisitor' | 'tool' | 'isInspection'>;

export function createSpending({ engineSeconds }: Pick<Limits, 'engineSeconds'>): Spending {
  const records = new Records();
  const typical = createTypical();
  const learn: Spending['learn'] = (order, outcome, seconds) => {
    // A mere inspection is not useful work.
    if (outcome.kind === 'success' && order.isInspection === true) return;
    if (outcome.kind === 'success') typical.note(order.tool, outcome.seconds);
    const isWaste = outcome.kind === 'failure' && outcome.isWaste === true;
    if (isWaste || isUseful(outcome)) records.note(order.accountId, seconds, isWaste);
  };
  return {
    records,
    typical,
    learn,
    note(order, outcome, seconds) {
      learn(order, outcome, seconds);
      void engineSeconds.spend(order, seconds);
    },
  };
}

/**
 * Adds to an outcome whether its order was a waste of time: it had more time than anything typically needs, and then passed its
 * time limit, was ended for others, or was abandoned by its client. The account is not to blame if others needed the slot
 * before that, an engine fails, the disk is full or a node stops.
 */
export function judged(outcome: Outcome, hasOverrun: boolean): Outcome {
  if (outcome.kind === 'success' || outcome.storage !== undefined) return outcome;
  const isLeft = outcome.stoppedBy === 'client' || outcome.stoppedBy === 'delete';
  return { ...outcome, isWaste: hasOverrun && (isLeft || outcome.code === 'conversion_timeout') };
}

/** Returns whether the client got anything from the order, even if only the reason why its document was refused. */
const isUseful = (outcome: Outcome): boolean =>
  outcome.kind === 'success' || (errors[outcome.code].kind === 'rejected' && outcome.storage === undefined);
