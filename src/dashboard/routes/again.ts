// Converts what was sent for a job once more, with other options and without another upload, while its input is kept.
import { stat } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { Failure, isFailure } from '#core/failure.ts';
import { isAbsent } from '#core/absent.ts';
import { newId } from '#core/ids.ts';
import { checkBounds } from '#service/accounts/bounds.ts';
import { checkQuota } from '#service/accounts/quota.ts';
import { convertJob, type Caller } from '#service/jobs/accept.ts';
import { accountJob } from '#service/jobs/read.ts';
import { inputPath, type Workspace } from '#service/jobs/workspace.ts';
import type { Accounts, Admission, Conversions, Sessions } from '#service/roles.ts';
import { countCall } from '#transport/rates.ts';
import { checkEngineSeconds, checkRoom, takeSlot, whileConnected, type ConvertEndpoint } from '#transport/receive.ts';
import { dashboardSender } from '../guard.ts';
import { parseInput } from '../input.ts';
import { Refusal } from '../refusal.ts';
import { toolFields } from './tools.ts';

const body = z.strictObject({ fields: z.record(z.string().max(64), z.string()) });

export function againRoute(
  app: FastifyInstance,
  service: Accounts & Admission & Conversions & Sessions,
  { isClosing }: Pick<ConvertEndpoint, 'isClosing'>,
): void {
  app.post<{ Params: { jobId: string } }>('/dashboard/api/jobs/:jobId/again', async (request, reply) => {
    const caller = await dashboardSender(service, request, reply);
    const earlier = await accountJob(service, caller.account.id, request.params.jobId);
    const tool = service.tools.find(({ id }) => id === earlier.tool);
    if (tool === undefined) throw new Failure('tool_not_found');
    const given = parseInput(body, request.body).fields;
    const known = toolFields(tool).fields.map(({ name }) => name);
    const fields = Object.fromEntries(Object.entries(given).filter(([name]) => known.includes(name)));
    await countCall(service.limits.convert, 'convert', caller.rateKey, reply);
    await checkEngineSeconds(service, caller);
    checkQuota(caller.account, caller.plan, service.clock, service.offerUpgrade);
    await checkBounds(service, caller.account.id);
    await checkRoom(service, isClosing, caller, tool.id);
    using slot = takeSlot(service, caller);

    const jobId = newId(service.clock.now());
    await using workspace = await service.workspaces.open(jobId);
    const files = await takeInputs(service, earlier.id, workspace, caller);
    slot[Symbol.dispose]();
    const call = { jobId, caller, tool, files, fields, workspace, signal: whileConnected(reply) };
    const { job } = await convertJob(call, service);
    return { job_id: job.id };
  });
}

/** The inputs that are kept, in the workspace of the new job. @throws input_gone, file_too_large */
async function takeInputs(
  { files }: Pick<Conversions, 'files'>,
  jobId: string,
  workspace: Workspace,
  { plan }: Caller,
): Promise<{ path: string; name: string }[]> {
  const names = await files.inputNames(jobId);
  if (names.length === 0) throw new Refusal('input_gone');
  const taken = await Promise.allSettled(
    names.map(async (name, n) => {
      const path = inputPath(workspace, n);
      await files.copyInput(jobId, n, path).catch((error: unknown) => {
        throw isAbsent(error) || isFailure(error, 'not_found') ? new Refusal('input_gone') : error;
      });
      if ((await stat(path)).size > plan.max_bytes)
        throw new Failure('file_too_large', { max_bytes: plan.max_bytes, file: name });
      return { path, name };
    }),
  );
  // Only now: what is still being copied would be left behind.
  return taken.map((one) => {
    if (one.status === 'rejected') throw one.reason;
    return one.value;
  });
}
