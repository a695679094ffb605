// Converts the input of a job once more, with other options and without another upload, while its input is kept.
import { stat } from 'node:fs/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Failure, isFailure } from '#core/failure.ts';
import { isAbsent } from '#core/absent.ts';
import { accept } from '#service/jobs/accept.ts';
import { byAccount } from '#service/jobs/by-account.ts';
import type { AccountCaller, Caller } from '#service/jobs/received.ts';
import { accountJob } from '#service/jobs/read.ts';
import { inputPath, type Workspace } from '#service/jobs/workspace.ts';
import type { Conversions, Sessions } from '#service/roles.ts';
import type { Receiving, Source } from '#transport/admission.ts';
import { receiving } from '#transport/receive.ts';
import { dashboardSender } from '../guard.ts';
import { parseInput } from '../input.ts';
import { Refusal } from '../refusal.ts';
import { toolFields } from './tools.ts';

const body = z.strictObject({ fields: z.record(z.string().max(64), z.string()) });

export function againRoute(app: FastifyInstance, service: Receiving & Sessions, isClosing: () => boolean): void {
  const payer = byAccount(service);
  const reception = {
    payer,
    isClosing,
    identify: (request: FastifyRequest, reply: FastifyReply) => dashboardSender(service, request, reply),
    source: (request: FastifyRequest, caller: AccountCaller) => jobAgain(service, request, caller),
  };
  app.post('/dashboard/api/jobs/:jobId/again', (_request, reply) =>
    receiving(service, reply, reception, async (call) => {
      const { job } = await accept(call, service, payer);
      return { job_id: job.id };
    }),
  );
}

/** The conversion of a job's inputs; fields that its tool does not have are left out. */
async function jobAgain(service: Receiving, request: FastifyRequest, caller: Caller): Promise<Source> {
  const { jobId } = request.params as { jobId: string };
  const earlier = await accountJob(service, caller.account.id, jobId);
  const tool = service.tools.find(({ id }) => id === earlier.tool);
  if (tool === undefined) throw new Failure('tool_not_found');
  const given = parseInput(body, request.body).fields;
  const known = toolFields(tool).fields.map(({ name }) => name);
  const fields = Object.fromEntries(Object.entries(given).filter(([name]) => known.includes(name)));
  return {
    tool,
    take: async (workspace) => ({ fields, files: await takeInputs(service, earlier.id, workspace, caller) }),
  };
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
  // Only now: files that are still being copied would be left behind.
  return taken.map((one) => {
    if (one.status === 'rejected') throw one.reason;
    return one.value;
  });
}
