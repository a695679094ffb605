// A conversion of files in its own request by several tools in a row.
import type { FastifyRequest } from 'fastify';
import type { Caller } from '#service/jobs/received.ts';
import { readSteps, unknownSteps } from '#service/jobs/pipelines.ts';
import type { Receiving, Source } from './admission.ts';
import { requireScope } from './scopes.ts';
import { uploadedFor } from './uploaded.ts';

/** Describes the conversion of an upload by the tools in its field `steps`, which are known only when it has been read. */
export function uploadedSteps(service: Receiving, request: FastifyRequest, caller: Caller): Source {
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
