// Share links of the account: created for a job, listed, revoked.
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { hourMs } from '#core/clock.ts';
import type { ShareRow } from '#service/database/schema.ts';
import { accountJob } from '#service/jobs/read.ts';
import type { Accounts, Runtime, Sessions, Viewing } from '#service/roles.ts';
import { canShare, createShare, isOpen, listShares, maxShareLifetimeMs, revokeShare } from '#service/shares/shares.ts';
import { recordOwnerEvent } from '../audit.ts';
import { signedIn } from '../guard.ts';
import { parseInput } from '../input.ts';
import { Refusal } from '../refusal.ts';

const shareBody = z.strictObject({
  job_id: z.string(),
  hours: z.number().int().min(1, 'A link must be valid for at least one hour.'),
  password: z
    .string()
    .min(4, 'A password must have at least 4 characters.')
    .max(128, 'A password can have at most 128 characters.')
    .optional(),
});

export function shareRoutes(
  app: FastifyInstance,
  service: Accounts & Viewing & Sessions & Pick<Runtime, 'background'>,
): void {
  const { clock, plans, previews, background } = service;

  app.get('/dashboard/api/shares', async (request, reply) => {
    const { id } = await signedIn(service, request, reply);
    return { shares: (await listShares(service, id)).map((share) => shareFields(service, share)) };
  });

  app.post('/dashboard/api/shares', async (request, reply) => {
    const account = await signedIn(service, request, reply);
    const { job_id, hours, password } = parseInput(shareBody, request.body);
    const job = await accountJob(service, account.id, job_id);
    const plan = plans.get(account.plan);
    if (plan === undefined || plan.share_days === 0) throw new Refusal('sharing_not_in_plan');
    if (!canShare(job, plan, clock)) throw new Refusal('job_has_no_file');
    const lifetimeMs = hours * hourMs;
    if (lifetimeMs > maxShareLifetimeMs(plan))
      throw new Refusal(
        'invalid_input',
        `On your plan, a link can be valid for at most ${plan.share_days} days.`,
        'hours',
      );
    const share = await createShare(service, job, { plan, lifetimeMs, password });
    if (typeof share === 'string') throw new Refusal(share === 'no_file' ? 'job_has_no_file' : share);
    const result = { id: share.id, mime: share.mime, accountId: account.id };
    background.run(() => previews.of(result), 'a preview could not be rendered');
    await recordOwnerEvent(service, request, account.id, 'share_created', { name: share.name });
    return reply.code(201).send(shareFields(service, share));
  });

  app.delete<{ Params: { shareId: string } }>('/dashboard/api/shares/:shareId', async (request, reply) => {
    const { id } = await signedIn(service, request, reply);
    const name = await revokeShare(service, id, request.params.shareId);
    if (name === null) throw new Refusal('not_found');
    await recordOwnerEvent(service, request, id, 'share_revoked', { name });
    return { status: 'revoked' };
  });
}

/** A share link as its owner sees it. */
export const shareFields = (
  { clock, publicUrl }: Pick<Viewing, 'clock'> & Pick<Sessions, 'publicUrl'>,
  share: ShareRow,
) => ({
  id: share.id,
  url: `${publicUrl()}/s/${share.token}`,
  job_id: share.job_id,
  name: share.name,
  size_bytes: share.size_bytes,
  created_at: share.created_at,
  expires_at: share.expires_at,
  state: isOpen(share, clock) ? ('open' as const) : (share.ended_by ?? ('expiry' as const)),
  has_password: share.password_hash !== null,
  downloads: share.downloads,
});
