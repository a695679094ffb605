// Files uploaded in parts by tus 1.0 (core, creation, expiration, termination), which a conversion references by `file_id`.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '#core/failure.ts';
import { newId } from '#core/ids.ts';
import type { UploadRow } from '#service/database/schema.ts';
import { cleanName } from '#service/jobs/output-name.ts';
import { boundUnfinishedUploads } from '#service/jobs/retained-inputs.ts';
import type { Caller } from '#service/jobs/received.ts';
import { inputPath } from '#service/jobs/workspace.ts';
import { addPart, createUpload, ownerOf, ownUpload, removeUpload } from '#service/uploads/upload-rows.ts';
import { requestLimits } from '#service/limits/request-limits.ts';
import { busy, checkFreeSpace, type Receiving } from './admission.ts';
import { takeTime } from './body-time.ts';
import { receivePart } from './receive-part.ts';

interface Params {
  Params: { uploadId: string };
}

interface Endpoint<Who extends Caller> {
  /** The path below the prefix of the scope. */
  path: string;
  /** Identifies the sender. @throws the error for senders that may not upload */
  identify: (request: FastifyRequest, reply: FastifyReply) => Promise<Who>;
  /** Checks that the sender may begin another upload of this size. @throws the error if it may not */
  checkLeft: (caller: Who, bytes: number) => Promise<void>;
}

const partType = 'application/offset+octet-stream';

export function uploadRoutes<Who extends Caller>(
  app: FastifyInstance,
  service: Receiving,
  { path, identify, checkLeft }: Endpoint<Who>,
): void {
  const { workspaces, clock } = service;
  const one = `${path}/:uploadId`;
  app.addHook('onSend', async (_request, reply) => void reply.header('Tus-Resumable', '1.0.0'));

  app.options(path, async (_request, reply) =>
    reply
      .code(204)
      .headers({
        'Tus-Version': '1.0.0',
        'Tus-Extension': 'creation,expiration,termination',
        'Tus-Max-Size': String(requestLimits.maxRequestBytes),
      })
      .send(),
  );

  app.post(path, async (request, reply) => {
    const caller = await identify(request, reply);
    const { 'upload-length': length, 'upload-metadata': metadata } = request.headers;
    const bytes = countIn(length);
    if (!Number.isSafeInteger(bytes)) throw new Failure('bad_request', { code: 'invalid_upload' });
    const name = nameIn(String(metadata ?? ''));
    const { max_bytes } = caller.plan;
    if (bytes > max_bytes) throw new Failure('file_too_large', { max_bytes, file: name });
    await checkLeft(caller, bytes);
    await checkFreeSpace(service, bytes);
    const upload = await createUpload(service, { ...ownerOf(caller), name, bytes });
    const { account_id: accountId } = upload;
    if (accountId !== null) await boundUnfinishedUploads(service, accountId);
    return reply.code(201).header('Location', `${app.prefix}${path}/${upload.id}`).headers(headersOf(upload)).send();
  });

  app.head<Params>(one, async (request, reply) => {
    const { upload } = await uploadOf(request, reply);
    return reply.headers({ ...headersOf(upload), 'Cache-Control': 'no-store' }).send();
  });

  app.patch<Params>(one, async (request, reply) => {
    const { upload, caller } = await uploadOf(request, reply);
    const { 'content-type': type = '', 'upload-offset': at } = request.headers;
    if (type !== partType) throw new Failure('unsupported_media_type', { received: type, accepted: [partType] });
    const offset = countIn(at);
    if (offset !== upload.received) throw new Failure('upload_conflict', { offset: upload.received });
    const { account, isVisitor = false } = caller;
    using slot = service.uploads.acquire(account.id, { evenWhenFull: false, isVisitor });
    if (slot === null) throw busy();
    takeTime(request.raw);
    await using workspace = await workspaces.open(newId(clock.now()));
    const part = inputPath(workspace, 0);
    const max = upload.bytes - upload.received;
    const tooLong = () => new Failure('payload_too_large', { max_bytes: max });
    if (Number(request.headers['content-length'] ?? 0) > max) throw tooLong();
    const bytes = await receivePart(request.raw, part, { max, tooLong, pace: service.limits.uploadPace });
    const received = bytes === 0 ? offset : await addPart(service, upload, { path: part, bytes, offset });
    return await reply
      .code(204)
      .headers(headersOf({ ...upload, received }))
      .send();
  });

  app.delete<Params>(one, async (request, reply) => {
    await removeUpload(service, (await uploadOf(request, reply)).upload);
    return await reply.code(204).send();
  });

  async function uploadOf(request: FastifyRequest<Params>, reply: FastifyReply) {
    const caller = await identify(request, reply);
    return { caller, upload: await ownUpload(service, ownerOf(caller), request.params.uploadId, 'upload') };
  }
}

/** Parses digits (RFC 9110, 8.6); NaN for anything else. */
const countIn = (header: string | string[] | undefined): number =>
  typeof header === 'string' && /^\d{1,16}$/.test(header) ? Number(header) : NaN;

const headersOf = ({ received, bytes, expires_at }: UploadRow): Parameters<FastifyReply['headers']>[0] => ({
  'Upload-Offset': String(received),
  'Upload-Length': String(bytes),
  'Upload-Expires': new Date(expires_at).toUTCString(),
});

/** Returns the file's name from Upload-Metadata: pairs of a key and a Base64 value. */
function nameIn(metadata: string): string {
  const pairs = metadata.split(',').map((pair) => pair.trim().split(' '));
  const value = pairs.find(([key = '']) => ['filename', 'name'].includes(key))?.[1] ?? '';
  return cleanName(Buffer.from(value, 'base64').toString('utf8'));
}
