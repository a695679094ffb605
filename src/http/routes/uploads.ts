// /v1/uploads: resumable uploads of a key.
import type { FastifyInstance } from 'fastify';
import { checkBounds } from '#service/accounts/bounds.ts';
import { requireScope } from '#transport/scopes.ts';
import { uploadRoutes } from '#transport/upload-routes.ts';
import type { Api } from '#service/roles.ts';
import { authenticate, type Keys } from '../authenticate.ts';

export const keyUploads = (app: FastifyInstance, service: Api & Keys): void =>
  uploadRoutes(app, service, {
    path: '/uploads',
    async identify(request) {
      const caller = await authenticate(service, request);
      requireScope(caller, 'convert');
      return caller;
    },
    checkLeft: ({ account }) => checkBounds(service, account.id, { isAsync: true }),
  });
