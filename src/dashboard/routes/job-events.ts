// GET /dashboard/api/jobs/events: the jobs of the account that begin, go on and end, as server-sent events.
import type { FastifyInstance } from 'fastify';
import { minuteMs } from '#core/clock.ts';
import { listedJob, type ListedJob } from '#service/jobs/list.ts';
import { placeOf } from '#service/jobs/pending.ts';
import { watchAccount } from '#service/later/account-watch.ts';
import type { Accounts, Conversions, Jobs, Sessions } from '#service/roles.ts';
import { EventStream } from '#transport/event-stream.ts';
import { signedIn } from '../guard.ts';
import { jobFields } from './jobs.ts';

/** Then the browser asks again, and its session is looked up again. */
const streamMs = 5 * minuteMs;

export function jobEventRoute(
  app: FastifyInstance,
  service: Accounts & Jobs & Sessions & Pick<Conversions, 'held'>,
): void {
  app.get('/dashboard/api/jobs/events', async (request, reply) => {
    const { id: accountId, plan } = await signedIn(service, request, reply);
    const stream = new EventStream(service, accountId);
    const watching = new DisposableStack();
    watching.adopt(setTimeout(() => stream.end(), streamMs).unref(), clearTimeout);
    watching.use(
      watchAccount(service.db, {
        accountId,
        async heard(ids) {
          const jobs = await Promise.all(ids.map((id) => listedJob(service, id)));
          const known = jobs.filter((job) => job !== undefined);
          const shown = await Promise.all(known.map((job) => liveJobFields(service, plan, job)));
          stream.send('jobs', { data: { jobs: shown } });
        },
        failed: (error) => request.log.warn({ err: error }, 'the jobs of an account could not be watched'),
      }),
    );
    return stream.answer(reply, watching);
  });
}

/** A job as its owner sees it, with its place while it waits and its progress while it runs. */
export const liveJobFields = async (service: Accounts & Pick<Jobs, 'db'>, planName: string, job: ListedJob) => ({
  ...jobFields(service, planName, job),
  ...(job.state === 'pending' ? await placeOf(service, job) : { progress: null, position: null }),
});
