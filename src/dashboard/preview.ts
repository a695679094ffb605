// A page of a result as a picture, for its owner.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { StoredResult } from '#service/jobs/draw-preview.ts';
import { maxPreviewPages } from '#service/jobs/preview-picture.ts';
import type { Viewing } from '#service/roles.ts';
import { parseInput } from './input.ts';

const query = z.strictObject({ page: z.coerce.number().int().min(1).max(maxPreviewPages).default(1) });

/** 204 when there is nothing to show. The header Preview-Pages has the number of available previews, Result-Pages that of all pages. @throws invalid_input */
export async function sendPreview(
  { previews }: Pick<Viewing, 'previews'>,
  request: FastifyRequest,
  reply: FastifyReply,
  result: Omit<StoredResult, 'page'>,
): Promise<FastifyReply> {
  const { page } = parseInput(query, request.query);
  const { id, mime, accountId } = result;
  const first = await previews.of({ id, mime, accountId, page: 1 });
  // A missing page would cost as much as an existing one.
  if (first === null || page > first.pages) return reply.code(204).send();
  const drawn = page === 1 ? first : await previews.of({ id, mime, accountId, page });
  if (drawn === null) return reply.code(204).send();
  return reply
    .headers({
      'Cache-Control': 'no-store',
      'Preview-Pages': String(Math.min(drawn.pages, maxPreviewPages)),
      'Result-Pages': String(drawn.pages),
    })
    .type('image/jpeg')
    .send(drawn.picture);
}
