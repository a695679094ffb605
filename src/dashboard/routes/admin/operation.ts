// For administrators: queue, engines, disk, outcomes of conversions, and whether e-mails are sent.
import type { FastifyInstance } from 'fastify';
import { atMostEvery } from '#core/at-most-every.ts';
import { hourMs } from '#core/clock.ts';
import { diskOf } from '#core/disk.ts';
import { usageOfAll } from '#service/accounts/usage.ts';
import { backlog } from '#service/database/health.ts';
import { renderMail } from '#service/email/templates.ts';
import { storedBytes } from '#service/jobs/stored-bytes.ts';
import type { Accounts, Jobs, Mail, Runtime, Sessions, Status } from '#service/roles.ts';
import { lastDay } from '#service/samples.ts';
import { sharesOrders, type Config } from '#config';
import { administrator } from '../../guard.ts';
import { Refusal } from '../../refusal.ts';

const outcomeDays = 7;

type Operation = Status &
  Accounts &
  Jobs &
  Runtime &
  Sessions &
  Mail & { config: Pick<Config, 'data' | 'databaseUrl' | 'files' | 'smtpUrl'> };

export function operationRoutes(app: FastifyInstance, service: Operation): void {
  // Programs are started to ask them; they seldom change while the service runs.
  const versions = atMostEvery(hourMs, () => service.engineVersions());

  app.get('/dashboard/api/admin/health', async (request, reply) => {
    await administrator(service, request, reply);
    return healthFields(service);
  });

  app.get('/dashboard/api/admin/engines', async (request, reply) => {
    await administrator(service, request, reply);
    return engineFields(service, await versions());
  });

  app.get('/dashboard/api/admin/outcomes', async (request, reply) => {
    await administrator(service, request, reply);
    return outcomeFields(service);
  });

  app.get('/dashboard/api/admin/day', async (request, reply) => {
    await administrator(service, request, reply);
    return dayFields(service);
  });

  // Awaited, unlike all other e-mails: the administrator wants to read the answer of the mail server.
  app.post('/dashboard/api/admin/mail-test', async (request, reply) => {
    const { email: to, language } = await administrator(service, request, reply);
    try {
      await service.mailer.send(renderMail('mail_test', { url: service.publicUrl() }, { to, language }));
    } catch (error) {
      service.log.warn({ err: error }, 'a test e-mail was not sent');
      throw new Refusal('mail_not_sent', error instanceof Error ? error.message : String(error));
    }
    return { sent_to: to, is_written_to_files: service.config.smtpUrl === undefined };
  });
}

/** The queue, the disk, and the work in the database. */
export async function healthFields({ db, dispatcher, office, isolation, config }: Operation) {
  const { freeBytes, totalBytes } = await diskOf(config.data);
  return {
    queue: {
      running: dispatcher.running,
      waiting: dispatcher.waiting,
      slots: dispatcher.slots,
      is_full: dispatcher.isFull(),
    },
    office: office(),
    isolation,
    disk: { free_bytes: freeBytes, total_bytes: totalBytes },
    stored: await storedBytes(db),
    ...(await backlog(db)),
  };
}

/** The programs that conversions on this node need. */
export const engineFields = async (
  { missingPrograms }: Status,
  versions: Awaited<ReturnType<Status['engineVersions']>>,
) => ({
  missing: await missingPrograms(),
  engines: versions.map(({ what, version, atLeast, isEnough }) => ({
    name: what,
    version,
    at_least: atLeast ?? null,
    ok: isEnough,
  })),
});

/** The outcomes of all accounts' conversions in the last week, by tool. */
export const outcomeFields = async ({ db, clock }: Operation) => ({
  days: outcomeDays,
  tools: await usageOfAll(db, clock, outcomeDays),
});

/** The queue, the latencies and the errors of the last 24 hours. */
export const dayFields = async (service: Operation) => ({
  hours: await lastDay(service, sharesOrders(service.config)),
});
