// Decides where this node's conversions and previews are performed: in this process, or by any free worker of the queue.
import { sharesOrders, type Config } from '#config';
import type { Clock } from '#core/clock.ts';
import type { Log } from '#core/log.ts';
import type { Engines } from '#conversion/engines/index.ts';
import type { Background } from '#service/background.ts';
import type { Dispatcher } from '#service/dispatch/dispatcher.ts';
import { createInProcessDispatcher } from '#service/dispatch/in-process.ts';
import type { OrderQueue } from '#service/dispatch/order-queue.ts';
import type { WorkerDependencies } from '#service/dispatch/perform-order.ts';
import type { Sealer } from '#service/dispatch/sealed.ts';
import type { OrderWorker } from '#service/dispatch/worker.ts';
import type { Files } from '#service/files/files.ts';
import { createAsyncWorker, type AsyncWorker } from '#service/async/worker.ts';
import { drawHere, type Draw } from '#service/jobs/previews.ts';
import type { Workspaces } from '#service/jobs/workspace.ts';
import { createInMemoryQueue } from '#service/queue/in-memory.ts';

export interface Work {
  dispatcher: Dispatcher;
  draw: Draw;
  /** Performs asynchronous jobs; undefined without engines. */
  asyncWorker: AsyncWorker | undefined;
  /** Starts to perform orders of the shared queue; undefined without such a queue, or without engines. */
  startWorker: () => OrderWorker | undefined;
  /** Leaves that queue, before the database is closed. */
  leaveQueue: () => Promise<void>;
}

interface WorkParts extends Omit<WorkerDependencies, 'engines'> {
  clock: Clock;
  files: Files;
  workspaces: Workspaces;
  background: Background;
  log: Log;
  sealer: Sealer;
  nodeId: string;
  /** The engines; undefined on a node that only handles requests. */
  engines: Engines | undefined;
  /** Opens the shared queue; undefined if the database belongs to a single node. */
  openOrders: ((log: Log) => Promise<OrderQueue>) | undefined;
}

/** The number of previews that may wait; they are drawn one at a time, because conversions come first. */
const maxWaitingPreviews = 100;

export const composeWork = (config: Config, parts: WorkParts): Promise<Work> =>
  sharesOrders(config) ? sharedWork(config, parts) : ownWork(config, parts);

/** In this process. */
async function ownWork(config: Config, { engines, ...parts }: WorkParts): Promise<Work> {
  if (engines === undefined) throw new TypeError('a node that shares no orders performs its own');
  const { concurrency, queueSize, maxUploads } = config;
  const worker = { ...parts, engines };
  const dispatcher = createInProcessDispatcher({ ...worker, concurrency, queueSize, uploads: maxUploads });
  return {
    dispatcher,
    asyncWorker: createAsyncWorker(worker, { ...config, busyElsewhere: () => dispatcher.running }),
    draw: drawHere(worker, createInMemoryQueue({ workers: 1, size: maxWaitingPreviews })),
    startWorker: () => undefined,
    async leaveQueue() {},
  };
}

/** Lets any free worker perform the work, through the queue in the database. */
async function sharedWork(config: Config, { engines, ...parts }: WorkParts): Promise<Work> {
  const [{ createSharedDispatcher }, { startWorker }] = await Promise.all([
    import('#service/dispatch/shared.ts'),
    import('#service/dispatch/worker.ts'),
  ]);
  const orderQueue = await parts.openOrders?.(parts.log);
  if (orderQueue === undefined) throw new TypeError('orders are shared through PostgreSQL alone');
  const sealed = { ...parts, orderQueue };
  const dispatcher = createSharedDispatcher({ ...sealed, queueSize: config.queueSize });
  const { concurrency } = config;
  let worker: OrderWorker | undefined;
  return {
    dispatcher,
    draw: (result) => dispatcher.draw(result),
    asyncWorker:
      engines === undefined
        ? undefined
        : createAsyncWorker({ ...parts, engines }, { ...config, busyElsewhere: () => worker?.running ?? 0 }),
    startWorker() {
      if (engines === undefined) return undefined;
      return (worker = startWorker({ ...sealed, engines, concurrency, workerId: parts.nodeId }));
    },
    async leaveQueue() {
      await dispatcher[Symbol.asyncDispose]();
      await orderQueue[Symbol.asyncDispose]();
    },
  };
}
