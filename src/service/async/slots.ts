// The slots of a node for asynchronous orders: all slots that synchronous calls do not use, but at least one.
import type { Yielding } from '#service/dispatch/yielding.ts';
import type { Spending } from '#service/dispatch/spending.ts';
import type { Relief, Waiting } from '#service/queue/model.ts';
import type { Busy } from '#service/queue/slots.ts';
import { TimedSlots } from '#service/queue/timed-slots.ts';
import type { FirstOrder } from './order-rows.ts';

interface Candidate extends Waiting {
  order: FirstOrder;
}

interface AsyncSlotsOptions {
  slots: number;
  /** Returns the number of slots that synchronous calls use now. */
  busyElsewhere: () => number;
  spending: Pick<Spending, 'records' | 'typical'>;
}

export class AsyncSlots {
  readonly #slots: TimedSlots;
  readonly #spending: AsyncSlotsOptions['spending'];

  constructor({ slots, busyElsewhere, spending }: AsyncSlotsOptions) {
    this.#slots = new TimedSlots(slots, () => Math.max(1, slots - busyElsewhere()));
    this.#spending = spending;
  }

  /** Returns the orders that can start now, or the milliseconds until one may; Infinity if no order is waiting. */
  choose(orders: readonly FirstOrder[]): Relief<Candidate, Busy> | number {
    if (orders.length === 0 && this.#slots.running === 0) this.#slots.reset();
    return this.#slots.choose(
      orders.map((order) => {
        const { account_id: accountId, put_back: putBack } = order;
        return { ...this.#partyOf(accountId), used: this.#slots.usedBy(accountId), putBack, order };
      }),
    );
  }

  /** Occupies a slot for an order; disposing the result frees it. */
  begin(
    { account_id: accountId, put_back: putBack, tool }: FirstOrder,
    yielding: Yielding,
    chosen: Relief<Candidate, Busy>,
  ): Disposable {
    const typicalMs = this.#spending.typical.ms(tool);
    const toOthers = { giveWay: yielding.giveWay, end: yielding.putBack };
    return this.#slots.occupy({ ...this.#partyOf(accountId), typicalMs, putBack, yielding: toOthers }, chosen);
  }

  #partyOf(accountId: string) {
    return { accountId, isVisitor: false, isWasteful: this.#spending.records.isWasteful(accountId) };
  }
}
