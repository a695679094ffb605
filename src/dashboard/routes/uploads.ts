// Files that the pages send in parts: of the signed-in account, or of a visitor without one.
import type { FastifyInstance } from 'fastify';
import { checkBounds } from '#service/accounts/bounds.ts';
import { byVisitor } from '#service/trials/by-visitor.ts';
import { uploadingBytes } from '#service/uploads/upload-rows.ts';
import { busy } from '#transport/admission.ts';
import { uploadRoutes } from '#transport/upload-routes.ts';
import type { Dashboard } from '#service/roles.ts';
import { dashboardSender, trialSender } from '../guard.ts';

/** How many files of the largest size a visitor may have on the way at a time. */
const visitorsFiles = 3;

export async function pageUploads(app: FastifyInstance, service: Dashboard): Promise<void> {
  await app.register(async (scope) =>
    uploadRoutes(scope, service, {
      path: '/dashboard/api/uploads',
      identify: (request, reply) => dashboardSender(service, request, reply),
      checkLeft: ({ account }) => checkBounds(service, account.id, { isAsync: true }),
    }),
  );
  await app.register(async (scope) =>
    uploadRoutes(scope, service, {
      path: '/dashboard/api/trials/uploads',
      identify: async (request) => trialSender(service, request),
      async checkLeft(visitor, bytes) {
        await byVisitor(service).checkLeft(visitor);
        const { account, plan } = visitor;
        if ((await uploadingBytes(service, account.id)) + bytes > visitorsFiles * plan.max_bytes) throw busy();
      },
    }),
  );
}
