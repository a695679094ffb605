// The slots of a node for asynchronous orders: all slots that synchronous calls do not use, but at least one.
import type { Yielding } from '#service/dispatch/yielding.ts';
import type { Spending } from '#service/dispatch/spending.ts';
import type { Relief, Waiting } from '#service/queue/model.ts';
import { Slots, type Busy } from '#service/queue/slots.ts';
import { VirtualTime } from '#service/queue/virtual-time.ts';
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
  readonly #slots: Slots;
  readonly #spending: AsyncSlotsOptions['spending'];
  readonly #time = new VirtualTime();

  constructor({ slots, busyElsewhere, spending }: AsyncSlotsOptions) {
    this.#slots = new Slots(slots, () => Math.max(1, slots - busyElsewhere()));
    this.#spending = spending;
  }

  /** Returns the orders that can start now, or the milliseconds until one may; Infinity if no order is waiting. */
  choose(orders: readonly FirstOrder[]): Relief<Candidate, Busy> | number {
    if (orders.length === 0 && this.#slots.running === 0) this.#time.reset();
    return this.#slots.choose(
      orders.map((order) => {
        const { account_id: accountId, put_back: putBack } = order;
        const used = Math.max(this.#time.startOf(accountId), this.#slots.reachedBy(accountId) ?? 0);
        return { ...this.#partyOf(accountId), used, putBack, order };
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
    const { start, correct } = this.#time.charge(accountId, typicalMs);
    const toOthers = { giveWay: yielding.giveWay, end: yielding.putBack };
    const item = this.#slots.begin(
      { ...this.#partyOf(accountId), typicalMs, putBack, start, yielding: toOthers },
      chosen,
    );
    return {
      [Symbol.dispose]: () => {
        if (this.#slots.leave(item)) correct(performance.now() - item.began);
      },
    };
  }

  #partyOf(accountId: string) {
    return { accountId, isVisitor: false, isWasteful: this.#spending.records.isWasteful(accountId) };
  }
}
