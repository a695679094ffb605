// POST /dashboard/api/convert/{tool} and /dashboard/api/pipelines: conversions that the pages ask for.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { accept } from '#service/jobs/accept.ts';
import { byAccount } from '#service/jobs/by-account.ts';
import type { AccountCaller } from '#service/jobs/received.ts';
import type { Sessions } from '#service/roles.ts';
import type { Receiving, Source } from '#transport/admission.ts';
import { resultFields } from '#transport/answer.ts';
import { receiving } from '#transport/receive.ts';
import { uploadedSteps } from '#transport/uploaded-steps.ts';
import { uploaded } from '#transport/uploaded.ts';
import { dashboardSender } from '../guard.ts';

export function convertRoutes(app: FastifyInstance, service: Receiving & Sessions, isClosing: () => boolean): void {
  const payer = byAccount(service);
  const route = (
    path: string,
    source: (service: Receiving, request: FastifyRequest, caller: AccountCaller) => Source,
  ): void => {
    const reception = {
      payer,
      isClosing,
      identify: (request: FastifyRequest, reply: FastifyReply) => dashboardSender(service, request, reply),
      source: (request: FastifyRequest, caller: AccountCaller) => source(service, request, caller),
    };
    app.post(path, (_request, reply) =>
      receiving(service, reply, reception, async (call) => {
        const conversion = await accept(call, service, payer);
        const { output_name: name, expires_at } = conversion.job;
        return { ...(await resultFields(service, reply, call.caller, conversion)), name, expires_at };
      }),
    );
  };
  route('/dashboard/api/convert/:tool', uploaded);
  route('/dashboard/api/pipelines', uploadedSteps);
}
