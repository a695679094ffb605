// POST /v1/pipelines: several tools in one call; everything else is as for one.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { readSteps, unknownSteps } from '#service/jobs/pipelines.ts';
import type { Called } from '#transport/admission.ts';
import { requireScope } from '#transport/scopes.ts';
import { uploadedFor } from '#transport/uploaded.ts';
import type { Api } from '../app.ts';
import type { KeyCaller, Keys } from '../authenticate.ts';
import { conversions } from './convert.ts';

export const pipelineRoute = (api: FastifyInstance, service: Api & Keys, isClosing: () => boolean): void =>
  conversions(api, service, isClosing, {
    path: '/pipelines',
    called: async (request, caller) => calledSteps(service, request, caller),
  });

function calledSteps(service: Api, request: FastifyRequest, caller: KeyCaller): Called {
  const upload = uploadedFor(service, request, caller, unknownSteps);
  return {
    ...upload,
    async take(...call) {
      const taken = await upload.take(...call);
      const { steps: text, ...fields } = taken.fields;
      const tool = readSteps(service.tools, text);
      for (const step of tool.steps) requireScope(caller, 'convert', step.tool.id);
      return { ...taken, fields, tool };
    },
  };
}
