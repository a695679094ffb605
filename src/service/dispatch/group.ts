// The groups of orders that share a part of the slots: one for each account, and one for all who come last.
import type { OrderUser } from './dispatcher.ts';

export type QueueUser = OrderUser & {
  /** Whether its account burns its time. */
  isWasteful?: boolean;
};

/** The group of all visitors, and of the accounts that burn their time. */
export const lastGroup = 'last';

export const groupOf = ({ accountId, isVisitor, isWasteful }: QueueUser): string =>
  isVisitor === true || isWasteful === true ? lastGroup : accountId;
