// Sends a result to its owner or to the visitor who made it: to save, or for the page to pack.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Results } from '#service/roles.ts';
import { sendFile, type StoredFile } from '#transport/send-file.ts';
import { parseInput } from './input.ts';

/** With `?via=service` the service sends the file itself, also where PLATEN_DOWNLOADS is `redirect`. */
const query = z.object({ via: z.literal('service').optional() });

export async function sendDownload(
  results: Pick<Results, 'files' | 'clock'>,
  request: FastifyRequest,
  reply: FastifyReply,
  file: StoredFile,
): Promise<FastifyReply> {
  const isStreamed = parseInput(query, request.query).via === 'service';
  void reply.header('Content-Security-Policy', "sandbox; default-src 'none'");
  return sendFile(results, request, reply, file, { isStreamed });
}
