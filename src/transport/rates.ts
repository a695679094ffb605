// Rates on HTTP: counted, shown in the draft-standard headers (draft-ietf-httpapi-ratelimit-headers), refused with Retry-After.
import type { FastifyReply } from 'fastify';
import { Failure } from '#core/failure.ts';
import type { Rate } from '#service/limits/limits.ts';

/** Counts one call. @throws rate_limited */
export async function countCall(rate: Rate, name: string, who: string, reply: FastifyReply): Promise<void> {
  const state = await rate(who);
  if (state === null) return;
  void reply.header('RateLimit-Policy', `"${name}";q=${state.limit};w=${state.windowSeconds}`);
  void reply.header('RateLimit', `"${name}";r=${state.remaining};t=${state.resetSeconds}`);
  if (state.exceeded) throw new Failure('rate_limited', { retry_after: state.resetSeconds, limit: state.limit });
}
