// The first page of an office document that was chosen on a page, before it is converted: drawn, sent, and nothing is kept or counted.
import { extname } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { MiB } from '#core/bytes.ts';
import { Failure } from '#core/failure.ts';
import { newId } from '#core/ids.ts';
import type { Caller } from '#service/jobs/received.ts';
import { inputPath } from '#service/jobs/workspace.ts';
import type { Dashboard } from '#service/roles.ts';
import { busy, checkFreeSpace } from '#transport/admission.ts';
import { takeTime } from '#transport/body-time.ts';
import { countCall } from '#transport/rates.ts';
import { receivePart } from '#transport/receive-part.ts';
import { dashboardSender, trialSender } from '../guard.ts';
import { parseInput } from '../input.ts';

const maxBytes = 10 * MiB;
const query = z.strictObject({ name: z.string().max(255) });

type Identify = (request: FastifyRequest, reply: FastifyReply) => Promise<Caller>;

export async function chosenPreviewRoutes(app: FastifyInstance, service: Dashboard): Promise<void> {
  const formats = service.tools.find(({ id }) => id === 'office-to-pdf')?.accepts ?? [];
  await app.register(async (scope) => {
    // The body is read once its sender is known.
    scope.addContentTypeParser('application/octet-stream', (_request, body, done) => done(null, body));
    const route = (path: string, identify: Identify): void => {
      scope.post(path, async (request, reply) => {
        const caller = await identify(request, reply);
        await countCall(service.limits.convert, 'dashboard', `preview:${caller.account.id}`, reply);
        const { name } = parseInput(query, request.query);
        const format = formats.find(({ extensions }) => extensions.includes(extname(name).toLowerCase()));
        const drawn = format === undefined ? null : await firstPage(service, request, caller, format.mime);
        return drawn === null ? reply.code(204).send() : reply.type('image/jpeg').send(drawn.picture);
      });
    };
    route('/dashboard/api/preview', (request, reply) => dashboardSender(service, request, reply));
    route('/dashboard/api/preview/trial', async (request) => trialSender(service, request));
  });
}

/** Draws the first page of the body, which is stored until then, since any node may draw it. @throws payload_too_large, server_busy */
async function firstPage(
  service: Dashboard,
  request: FastifyRequest,
  { account, isVisitor = false }: Caller,
  mime: string,
): ReturnType<Dashboard['previews']['of']> {
  const { clock, files, limits, previews, uploads, workspaces } = service;
  const tooLong = () => new Failure('payload_too_large', { max_bytes: maxBytes });
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLong();
  await checkFreeSpace(service, maxBytes);
  using slot = uploads.acquire(account.id, { evenWhenFull: false, isVisitor });
  if (slot === null) throw busy();
  const id = newId(clock.now());
  await using workspace = await workspaces.open(id);
  const path = inputPath(workspace, 0);
  takeTime(request.raw);
  await receivePart(request.raw, path, { max: maxBytes, tooLong, pace: limits.uploadPace });
  slot[Symbol.dispose]();
  await using _stored = { [Symbol.asyncDispose]: () => files.deleteOutput(id) };
  await files.putOutput(id, path);
  return await previews.of({ id, mime, accountId: account.id, page: 1 });
}
