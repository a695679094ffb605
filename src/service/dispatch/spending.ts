// What orders cost, whether or not they are counted: noted for the patience with their accounts and for what these may use in an hour.
import { errors } from '#core/errors.ts';
import type { Limits } from '#service/limits/limits.ts';
import { Records } from '#service/queue/records.ts';
import type { Order, Outcome } from './dispatcher.ts';
import { createUsual, type Usual } from './usual.ts';

export interface Spending {
  records: Pick<Records, 'isWasteful'>;
  usual: Pick<Usual, 'ms'>;
  /** The order has ended after so many seconds of engines, which its account has spent. */
  note(order: Spent, outcome: Outcome, seconds: number): void;
  /** The same, where another node counts what is spent. */
  learn(order: Spent, outcome: Outcome, seconds: number): void;
}

type Spent = Pick<Order, 'accountId' | 'isVisitor' | 'tool'>;

export function createSpending({ engineSeconds }: Pick<Limits, 'engineSeconds'>): Spending {
  const records = new Records();
  const usual = createUsual();
  const learn: Spending['learn'] = (order, outcome, seconds) => {
    if (outcome.kind === 'success') usual.note(order.tool, outcome.seconds);
    records.note(order.accountId, seconds, isWasted(outcome));
  };
  return {
    records,
    usual,
    learn,
    note(order, outcome, seconds) {
      learn(order, outcome, seconds);
      void engineSeconds.spend(order, seconds);
    },
  };
}

/** It ended in nothing: a limit of time or memory, or nobody waited for it any more. A node that stops or a full disk is not the account's doing. */
const isWasted = (outcome: Outcome): boolean =>
  outcome.kind === 'failure' &&
  outcome.stoppedBy !== 'shutdown' &&
  outcome.storage === undefined &&
  (errors[outcome.code].kind === 'failed' || outcome.stoppedBy === 'client' || outcome.stoppedBy === 'delete');
