// A conversion of files in its own request.
import type { FastifyRequest } from 'fastify';
import { Failure } from '#core/failure.ts';
import type { Tool } from '#conversion/tools/tool.ts';
import { findEarlierJob } from '#service/jobs/idempotency.ts';
import type { Caller } from '#service/jobs/received.ts';
import { inputPath } from '#service/jobs/workspace.ts';
import { requestLimits } from '#service/limits/request-limits.ts';
import type { Receiving, Source } from './admission.ts';
import { referencedFiles } from '#service/uploads/references.ts';
import { ownerOf } from '#service/uploads/upload-rows.ts';
import { takeTime } from './body-time.ts';
import { isAcceptedType, isPlain } from './media-type.ts';
import { toolMeant } from './tool-meant.ts';
import { receiveUpload } from './upload.ts';

/** Describes the conversion of an upload to `…/{tool}`. @throws tool_not_found */
export function uploaded(service: Receiving, request: FastifyRequest, caller: Caller): Source {
  const { tool: id } = request.params as { tool: string };
  const tool = service.tools.find((one) => one.id === id);
  if (tool === undefined) {
    const meant = toolMeant(id, service.tools);
    throw new Failure('tool_not_found').hinting(meant === undefined ? undefined : `Did you mean ${meant.id}?`);
  }
  return uploadedFor(service, request, caller, tool);
}

/** Describes the conversion of an upload by a tool. */
export function uploadedFor(service: Receiving, { raw, headers }: FastifyRequest, caller: Caller, tool: Tool): Source {
  const declared = Number(headers['content-length'] ?? 0);
  const { plan } = caller;
  /** Offers a plan that would accept the file, judging by the declared length of the request. */
  const tooLarge = (file: string): Failure => {
    const aroundFile = 16 * 1024; // boundaries, headers and fields
    const atLeast = tool.files.max === 1 ? declared - aroundFile : 0;
    const offer = service.offerUpgrade(plan, (other) => other.max_bytes > plan.max_bytes && other.max_bytes >= atLeast);
    return new Failure('file_too_large', { max_bytes: plan.max_bytes, file, ...offer });
  };
  let idempotencyKey: string | undefined;
  return {
    tool,
    async check() {
      checkType(headers);
      idempotencyKey = idempotencyKeyOf(headers);
      if (idempotencyKey === undefined || caller.keyId === null) return false;
      return (await findEarlierJob(service, caller.keyId, idempotencyKey)) !== undefined;
    },
    checkSize() {
      if (declared > requestLimits.maxRequestBytes)
        throw new Failure('payload_too_large', { max_bytes: requestLimits.maxRequestBytes });
    },
    async take(workspace, signal, reply) {
      takeTime(raw);
      if (headers.expect?.toLowerCase() === '100-continue') reply.raw.writeContinue();
      const limits = { ...requestLimits, maxFileBytes: plan.max_bytes, pace: service.limits.uploadPace };
      const upload = await receiveUpload(raw, {
        limits,
        pathOf: (n) => inputPath(workspace, n),
        hash: idempotencyKey !== undefined,
        tooLarge,
        signal,
      });
      const { files, fields } = await referencedFiles(service, upload.fields, {
        owner: ownerOf(caller),
        outbound: service.config.fetchesInputs === 'on' && caller.keyId !== null ? service.outbound : undefined,
        pathOf: (n) => inputPath(workspace, upload.files.length + n),
        limits,
        hash: idempotencyKey !== undefined,
        tooLarge,
        signal,
      });
      return { files: [...upload.files, ...files], fields, idempotencyKey };
    },
  };
}

function checkType({ 'content-type': type = '', 'content-encoding': encoding = '' }: FastifyRequest['headers']): void {
  if (!isAcceptedType(type))
    throw new Failure('unsupported_media_type', { received: type, accepted: ['multipart/form-data'] });
  if (!isPlain(encoding)) throw new Failure('unsupported_media_type', { received: encoding, accepted: ['identity'] });
}

function idempotencyKeyOf({ 'idempotency-key': key }: FastifyRequest['headers']): string | undefined {
  if (key === undefined || key === '') return undefined;
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key))
    throw new Failure('bad_request', { code: 'invalid_idempotency_key' });
  return key;
}
