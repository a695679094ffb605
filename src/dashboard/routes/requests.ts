// The calls of the API by the account, newest first.
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Config } from '#config';
import { errors, remedyOf, type ErrorCode } from '#core/errors.ts';
import { timeOfId } from '#core/ids.ts';
import { listRequests, type ListedRequest } from '#service/requests/list.ts';
import type { Accounts, Sessions } from '#service/roles.ts';
import { errorCode, key } from '../filters.ts';
import { signedIn } from '../guard.ts';
import { parseInput } from '../input.ts';

const query = z.strictObject({
  key,
  code: errorCode,
  outcome: z.enum(['refused', 'answered']).optional(),
  before: z.string().max(64).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
});

export function requestRoutes(
  app: FastifyInstance,
  service: Accounts & Sessions & { config: Pick<Config, 'requestDays'> },
): void {
  app.get('/dashboard/api/requests', async (request, reply) => {
    const { id } = await signedIn(service, request, reply);
    const { requests, hasMore } = await listRequests(service.db, id, parseInput(query, request.query));
    return { requests: requests.map(requestFields), has_more: hasMore, days: service.config.requestDays };
  });
}

/** A call as its owner sees it; the remedy of an error is in English. */
export const requestFields = ({ id, method, path, status, code, duration_ms, key_id, key_name }: ListedRequest) => ({
  id,
  at: timeOfId(id),
  method,
  path,
  status,
  code,
  fix: code !== null && code in errors ? remedyOf(code as ErrorCode) : null,
  duration_ms,
  key_id,
  /** Null for a key that was deleted. */
  key: key_name,
});
