// The data of the front page: the tools, whether trying is on, and how to get an account. Also runs the trials.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '#config';
import { Failure } from '#core/failure.ts';
import { isWellFormedId } from '#core/ids.ts';
import type { TrialRow } from '#service/database/schema.ts';
import { removeFiles } from '#service/jobs/strays.ts';
import type { Accounts, Admission, Conversions, Mail, Sessions, Viewing } from '#service/roles.ts';
import { accept } from '#service/jobs/accept.ts';
import { byVisitor, trialRetentionMs, type Trial, type Visitor } from '#service/trials/by-visitor.ts';
import { deleteTrials, findTrial, usedToday } from '#service/trials/trial-rows.ts';
import { isOwnMachine } from '#service/trials/own-machine.ts';
import { trialTerms } from '#service/trials/terms.ts';
import { visitorOf } from '#service/trials/visitor.ts';
import { receiving } from '#transport/receive.ts';
import { uploaded } from '#transport/uploaded.ts';
import { sendDownload } from '../download.ts';
import { signedIn, trialSender } from '../guard.ts';
import { hasCustomers } from '../has-customers.ts';
import { sendPreview } from '../preview.ts';
import { Refusal } from '../refusal.ts';
import { toolPages } from '../tool-titles.ts';
import { signInOptions } from './sign-in.ts';
import { toolFields } from './tools.ts';

type Trying = Accounts & Mail & Sessions & { config: Config };

export function frontRoutes(app: FastifyInstance, service: Trying & Pick<Admission, 'tools'> & Viewing): void {
  app.get('/dashboard/api/front', (request, reply) => frontFields(service, request, reply));

  // The identifier of a trial is all that its result is known by: 128 random bits.
  const trialOf = async (id: string): Promise<TrialRow> => {
    const trial = isWellFormedId(id) ? await findTrial(service.db, service.clock, id) : undefined;
    if (trial === undefined) throw new Failure('file_expired');
    return trial;
  };
  const fileOf = ({ id, name, mime, size_bytes: bytes, expires_at: expiresAt }: TrialRow) => ({
    id,
    name,
    mime,
    expiresAt,
    bytes: bytes ?? 0,
  });

  app.get<{ Params: { id: string } }>('/dashboard/api/trials/:id/download', async (request, reply) => {
    const trial = await trialOf(request.params.id);
    return sendDownload(service, request, reply, fileOf(trial));
  });

  app.get<{ Params: { id: string } }>('/dashboard/api/trials/:id/preview', async (request, reply) => {
    const trial = await trialOf(request.params.id);
    const accountId = visitorOf(service, request.ip);
    return sendPreview(service, request, reply, { id: trial.id, mime: trial.mime, accountId });
  });

  app.delete<{ Params: { id: string } }>('/dashboard/api/trials/:id', async (request) => {
    const { id } = await trialOf(request.params.id);
    await removeFiles(service, id);
    await deleteTrials(service.db, [id]);
    return { status: 'deleted' };
  });
}

/** POST /dashboard/api/trials/{tool}: converts without an account. */
export function tryRoute(
  app: FastifyInstance,
  service: Trying & Admission & Conversions,
  isClosing: () => boolean,
): void {
  const payer = byVisitor(service);
  const reception = {
    payer,
    isClosing,
    identify: async (request: FastifyRequest) => trialSender(service, request),
    source: (request: FastifyRequest, caller: Visitor) => uploaded(service, request, caller),
  };
  app.post('/dashboard/api/trials/:tool', (_request, reply) =>
    receiving(service, reply, reception, async (call) => trialFields(await accept(call, service, payer))),
  );
}

/** The result of a trial. */
export const trialFields = ({ row, report, left }: Trial) => ({
  job_id: row.id,
  name: row.name,
  size_bytes: row.size_bytes ?? 0,
  expires_at: row.expires_at,
  warnings: report.warnings ?? [],
  ...(report.compression === undefined ? {} : { compression: report.compression }),
  left,
});

/** Everything of the front page. */
export async function frontFields(
  service: Trying & Pick<Admission, 'tools'>,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { config, plans, tools } = service;
  const account = await visitorsAccount(service, request, reply);
  const terms = account === null ? trialTerms(service, request.headers) : null;
  const used = terms === null ? 0 : await usedToday(service.db, visitorOf(service, request.ip));
  return {
    tools: tools.map(toolFields),
    pages: toolPages(tools),
    api_url: `${service.publicUrl()}/v1`,
    /** Nobody else can reach the service: then nothing is sold, and no day is counted. */
    isOwnMachine: isOwnMachine(config, request.headers),
    /** Null where one has to sign in first. */
    trial:
      terms === null
        ? null
        : {
            per_day: terms.perDay,
            left: Math.max(0, terms.perDay - used),
            minutes: trialRetentionMs / 60_000,
            plan: terms.plan,
          },
    account: account === null ? null : { email: account.email, plan: plans.get(account.plan) ?? null },
    sign_in: signInOptions(service),
    /** Plans are offered to newcomers; a private installation has nothing to sell. */
    plans: config.signUp === 'open' && hasCustomers(config) ? [...plans.values()] : [],
  };
}

async function visitorsAccount(service: Sessions, request: FastifyRequest, reply: FastifyReply) {
  if (request.headers.cookie === undefined) return null;
  return signedIn(service, request, reply).catch((error: unknown) => {
    if (error instanceof Refusal && ['not_signed_in', 'account_suspended'].includes(error.code)) return null;
    throw error;
  });
}
