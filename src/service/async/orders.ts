// Orders of asynchronous jobs as data, which are sealed into a row and unsealed by the node that claims them.
import type { Order } from '#service/dispatch/dispatcher.ts';
import type { SealedOptions, Sealer } from '#service/dispatch/sealed.ts';

export interface AsyncOrder extends Order {
  /** Warnings that the job gets no matter how it ends. */
  warnings: readonly string[];
}

type SealedOrder = Omit<AsyncOrder, 'options'> & { options: SealedOptions };

export type AsyncOrders = ReturnType<typeof createAsyncOrders>;

export function createAsyncOrders(sealer: Sealer) {
  let look = () => {};
  return {
    seal: (order: AsyncOrder): string => JSON.stringify({ ...order, options: sealer.seal(order) }),
    open(sealed: string): AsyncOrder {
      const order = JSON.parse(sealed) as SealedOrder;
      return { ...order, options: sealer.unseal(order.options, order.jobId) };
    },
    /** Checks for orders to claim. */
    look: () => look(),
    onLook: (take: () => void) => void (look = take),
  };
}
