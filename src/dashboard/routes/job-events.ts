// GET /dashboard/api/jobs/events: the account's jobs that begin, progress and end, as server-sent events.
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { minuteMs } from '#core/clock.ts';
import { listedJob, type ListedJob } from '#service/jobs/list.ts';
import { placeOf } from '#service/jobs/pending.ts';
import { watchAccount, type AccountWatch } from '#service/async/account-watch.ts';
import type { Accounts, Conversions, Jobs, Sessions } from '#service/roles.ts';
import { EventStream } from '#transport/event-stream.ts';
import { signedIn } from '../guard.ts';
import { jobFields } from './jobs.ts';

/** After this time the browser reconnects, and its session is checked again. */
const streamMs = 5 * minuteMs;

type Watching = Accounts & Jobs & Sessions & Pick<Conversions, 'held'>;

export function jobEventRoute(app: FastifyInstance, service: Watching): void {
  const accounts = new Map<string, AccountStreams>();
  app.get('/dashboard/api/jobs/events', async (request, reply) => {
    const { id, plan } = await signedIn(service, request, reply);
    const stream = new EventStream(service, id);
    const streams = accounts.get(id) ?? new AccountStreams(service, { accountId: id, plan, log: request.log });
    accounts.set(id, streams);
    const listening = new DisposableStack();
    listening.adopt(setTimeout(() => stream.end(), streamMs).unref(), clearTimeout);
    listening.defer(() => {
      if (streams.remove(stream) === 0) accounts.delete(id);
    });
    streams.add(stream);
    return stream.answer(reply, listening);
  });
}

/** The open streams of one account, which share one query. */
class AccountStreams {
  readonly #service: Watching;
  readonly #plan: string;
  readonly #log: FastifyBaseLogger;
  readonly #streams = new Set<EventStream>();
  readonly #watch: AccountWatch;

  constructor(
    service: Watching,
    { accountId, plan, log }: { accountId: string; plan: string; log: FastifyBaseLogger },
  ) {
    this.#service = service;
    this.#plan = plan;
    this.#log = log;
    this.#watch = watchAccount(service.db, {
      accountId,
      onChange: (ids) => this.#send(ids, this.#streams),
      failed: (error) => this.#failed(error),
    });
  }

  /** A further stream begins with the jobs that are pending. */
  add(stream: EventStream): void {
    this.#streams.add(stream);
    const pending = this.#watch.pending();
    if (pending.length > 0)
      this.#send(pending, [stream]).catch((error: unknown) => {
        this.#failed(error);
      });
  }

  /** @returns the number of remaining streams; the last one ends the polling */
  remove(stream: EventStream): number {
    this.#streams.delete(stream);
    if (this.#streams.size === 0) this.#watch[Symbol.dispose]();
    return this.#streams.size;
  }

  async #send(ids: readonly string[], streams: Iterable<EventStream>): Promise<void> {
    const jobs = await Promise.all(ids.map((id) => listedJob(this.#service, id)));
    const known = jobs.filter((job) => job !== undefined);
    const shown = await Promise.all(known.map((job) => liveJobFields(this.#service, this.#plan, job)));
    for (const stream of streams) stream.send('jobs', { data: { jobs: shown } });
  }

  #failed(error: unknown): void {
    this.#log.warn({ err: error }, 'the jobs of an account could not be watched');
  }
}

/** A job as its owner sees it, with its place while it waits and its progress while it runs. */
export const liveJobFields = async (service: Accounts & Pick<Jobs, 'db'>, planName: string, job: ListedJob) => ({
  ...jobFields(service, planName, job),
  ...(job.state === 'pending' ? await placeOf(service, job) : { progress: null, position: null }),
});
