// /v1/uploads: files that arrive in parts, as tus 1.0 says (core, creation, expiration, termination); then named by `file_id`.
import type { FastifyInstance, FastifyReply } from 'fastify';
import { Failure } from '#core/failure.ts';
import { newId } from '#core/ids.ts';
import type { UploadRow } from '#service/database/schema.ts';
import { cleanName } from '#service/jobs/output-name.ts';
import { inputPath } from '#service/jobs/workspace.ts';
import { addPart, createUpload, ownUpload, removeUpload } from '#service/uploads/upload-rows.ts';
import { requestLimits } from '#service/limits/request-limits.ts';
import { busy, checkSpace } from '#transport/admission.ts';
import { takeTime } from '#transport/body-time.ts';
import { receivePart } from '#transport/receive-part.ts';
import { requireScope } from '#transport/scopes.ts';
import type { Api } from '../app.ts';
import { authenticate, type Keys } from '../authenticate.ts';

interface Params {
  Params: { uploadId: string };
}

const partType = 'application/offset+octet-stream';

export function uploadRoutes(app: FastifyInstance, service: Api & Keys): void {
  const { workspaces, clock } = service;
  app.addHook('onSend', async (_request, reply) => void reply.header('Tus-Resumable', '1.0.0'));

  app.options('/uploads', async (_request, reply) =>
    reply
      .code(204)
      .headers({
        'Tus-Version': '1.0.0',
        'Tus-Extension': 'creation,expiration,termination',
        'Tus-Max-Size': String(requestLimits.maxRequestBytes),
      })
      .send(),
  );

  app.post('/uploads', async (request, reply) => {
    const caller = await authenticate(service, request);
    requireScope(caller, 'convert');
    const { 'upload-length': length, 'upload-metadata': metadata } = request.headers;
    const bytes = Number(length ?? NaN);
    if (!Number.isSafeInteger(bytes) || bytes < 0) throw new Failure('bad_request', { code: 'invalid_upload' });
    const name = nameIn(String(metadata ?? ''));
    const { max_bytes } = caller.plan;
    if (bytes > max_bytes) throw new Failure('file_too_large', { max_bytes, file: name });
    await checkSpace(service, caller.account.id);
    const upload = await createUpload(service, {
      account_id: caller.account.id,
      key_id: caller.keyId,
      name,
      bytes,
    });
    return reply.code(201).header('Location', `/v1/uploads/${upload.id}`).headers(headersOf(upload)).send();
  });

  const uploadOf = async (request: Parameters<typeof authenticate>[1], id: string): Promise<UploadRow> => {
    const caller = await authenticate(service, request);
    requireScope(caller, 'convert');
    return await ownUpload(service, caller.keyId, id, 'upload');
  };

  app.head<Params>('/uploads/:uploadId', async (request, reply) => {
    const upload = await uploadOf(request, request.params.uploadId);
    return reply.headers({ ...headersOf(upload), 'Cache-Control': 'no-store' }).send();
  });

  app.patch<Params>('/uploads/:uploadId', async (request, reply) => {
    const upload = await uploadOf(request, request.params.uploadId);
    const { 'content-type': type = '', 'upload-offset': at } = request.headers;
    if (type !== partType) throw new Failure('unsupported_media_type', { received: type, accepted: [partType] });
    const offset = Number(at ?? NaN);
    if (offset !== upload.received) throw new Failure('upload_conflict', { offset: upload.received });
    using slot = service.uploads.acquire(upload.account_id, { evenWhenFull: false });
    if (slot === null) throw busy();
    takeTime(request.raw);
    await using workspace = await workspaces.open(newId(clock.now()));
    const path = inputPath(workspace, 0);
    const max = upload.bytes - upload.received;
    const bytes = await receivePart(request.raw, path, { max, pace: service.limits.uploadPace });
    const received = bytes === 0 ? offset : await addPart(service, upload, { path, bytes, offset });
    return await reply
      .code(204)
      .headers(headersOf({ ...upload, received }))
      .send();
  });

  app.delete<Params>('/uploads/:uploadId', async (request, reply) => {
    await removeUpload(service, await uploadOf(request, request.params.uploadId));
    return await reply.code(204).send();
  });
}

const headersOf = ({ received, bytes, expires_at }: UploadRow): Parameters<FastifyReply['headers']>[0] => ({
  'Upload-Offset': String(received),
  'Upload-Length': String(bytes),
  'Upload-Expires': new Date(expires_at).toUTCString(),
});

/** The file's name in Upload-Metadata: pairs of a key and a Base64 value. */
function nameIn(metadata: string): string {
  const pairs = metadata.split(',').map((pair) => pair.trim().split(' '));
  const value = pairs.find(([key = '']) => ['filename', 'name'].includes(key))?.[1] ?? '';
  return cleanName(Buffer.from(value, 'base64').toString('utf8'));
}
