// POST /v1/pipelines: several tools in one call, otherwise like a call of one tool.
import type { FastifyInstance } from 'fastify';
import { uploadedSteps } from '#transport/uploaded-steps.ts';
import type { Api } from '#service/roles.ts';
import type { Keys } from '../authenticate.ts';
import { conversions } from './convert.ts';

export const pipelineRoute = (api: FastifyInstance, service: Api & Keys, isClosing: () => boolean): void =>
  conversions(api, service, isClosing, {
    path: '/pipelines',
    source: uploadedSteps,
  });
