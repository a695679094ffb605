// Rate limiting of requests, with the headers of draft-ietf-httpapi-ratelimit-headers and Retry-After.
import type { FastifyReply } from 'fastify';
import { Failure } from '#core/failure.ts';
import type { Rate } from '#service/limits/limits.ts';

/** Counts one request. @throws rate_limited */
export async function countCall(rate: Rate, name: string, client: string, reply: FastifyReply): Promise<void> {
  const state = await rate(client);
  if (state === null) return;
  void reply.header('RateLimit-Policy', `"${name}";q=${state.limit};w=${state.windowSeconds}`);
  void reply.header('RateLimit', `"${name}";r=${state.remaining};t=${state.resetSeconds}`);
  if (state.exceeded) throw new Failure('rate_limited', { retry_after: state.resetSeconds, limit: state.limit });
}
