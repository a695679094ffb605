// For administrators: the work of all accounts that has not ended, cancelling it, and draining.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { recordEvent } from '#service/accounts/audit.ts';
import { cancelWork, liveWork, type LiveJob, type Load } from '#service/jobs/live.ts';
import type { Admission, Jobs, Runtime, Sessions } from '#service/roles.ts';
import { administrator } from '../../guard.ts';
import { Refusal } from '../../refusal.ts';

type Queueing = Jobs & Sessions & Pick<Runtime, 'drain' | 'node'> & Pick<Admission, 'limits'>;

export function queueRoutes(app: FastifyInstance, service: Queueing): void {
  app.get('/dashboard/api/admin/queue', async (request, reply) => {
    await administrator(service, request, reply);
    return queueFields(service);
  });

  const drain = (isOn: boolean) => async (request: FastifyRequest, reply: FastifyReply) => {
    const { id: accountId, email: actor } = await administrator(service, request, reply);
    if (await service.drain.set(isOn)) {
      const event = isOn ? 'drain_started' : 'drain_ended';
      await recordEvent(service, { accountId, event, actor, address: request.ip });
    }
    return { draining_since: service.drain.since };
  };
  app.post('/dashboard/api/admin/drain', drain(true));
  app.delete('/dashboard/api/admin/drain', drain(false));

  app.delete<{ Params: { workId: string } }>('/dashboard/api/admin/queue/:workId', async (request, reply) => {
    const by = await administrator(service, request, reply);
    const { workId } = request.params;
    const cancelled = await cancelWork(service, workId);
    if (cancelled === undefined) throw new Refusal('not_found');
    await recordEvent(service, {
      // A visitor has no log.
      accountId: cancelled.accountId ?? by.id,
      event: 'job_cancelled',
      actor: by.email,
      address: request.ip,
      detail: { name: workId, tool: cancelled.tool },
    });
    return { status: 'cancelled' };
  });
}

/** The queue with its jobs, and its load by account. */
export async function queueFields(service: Queueing) {
  const { dispatcher, drain } = service;
  const { jobs, loads } = await liveWork(service);
  const emails = new Map(loads.map(({ accountId, email }) => [accountId, email]));
  return {
    draining_since: drain.since,
    slots: dispatcher.slots,
    is_full: dispatcher.isFull(),
    running: sumOf(loads, 'running'),
    waiting: sumOf(loads, 'waiting'),
    accounts: loads.map(loadFields),
    jobs: jobs.map((job) => workFields(job, emails.get(job.accountId) ?? null)),
  };
}

const sumOf = (loads: readonly Load[], what: 'running' | 'waiting') => loads.reduce((sum, load) => sum + load[what], 0);

const loadFields = ({ accountId, email, pausedAt, running, waiting, seconds }: Load) => ({
  id: accountId,
  email,
  paused_at: pausedAt,
  running,
  waiting,
  seconds: seconds === null ? null : Math.round(seconds),
});

const workFields = (
  { id, tool, name, bytes, isAsync, isInspection, place, ageMs, ranMs, progress }: LiveJob,
  account: string | null,
) => ({
  id,
  tool,
  account,
  name,
  size_bytes: bytes,
  is_async: isAsync,
  /** The inspection of a new asynchronous job cannot be cancelled. */
  is_inspection: isInspection,
  place,
  age_ms: Math.round(ageMs),
  ran_ms: ranMs === null ? null : Math.round(ranMs),
  progress,
});
