// The API keys of the account: created with a name, shown once, revoked.
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { createKey, listKeys, revokeOwnKey } from '#service/accounts/keys.ts';
import { usageByKey } from '#service/accounts/usage.ts';
import type { Config } from '#config';
import type { KeyRow } from '#service/database/schema.ts';
import type { Store } from '#service/database/store.ts';
import type { Sessions } from '#service/roles.ts';
import { recordOwnerEvent } from '../audit.ts';
import { signedIn } from '../guard.ts';
import { parseInput } from '../input.ts';
import { Refusal } from '../refusal.ts';

const maxKeys = 100;
const keyBody = z.strictObject({
  name: z.string().trim().min(1, 'Give the key a name so that you can recognise it.').max(60, 'At most 60 characters.'),
});

export function keyRoutes(
  app: FastifyInstance,
  service: Store & Sessions & { config: Pick<Config, 'keyPrefix'> },
): void {
  const { db, clock, config } = service;

  app.get('/dashboard/api/keys', async (request, reply) => {
    const { id } = await signedIn(service, request, reply);
    const [keys, conversions] = await Promise.all([listKeys(db, id), usageByKey(db, id)]);
    return {
      keys: keys.map((key) => keyFields(key, conversions.get(key.id) ?? 0)),
    };
  });

  app.post('/dashboard/api/keys', async (request, reply) => {
    const { id } = await signedIn(service, request, reply);
    const { name } = parseInput(keyBody, request.body);
    const active = (await listKeys(db, id)).filter(({ revoked_at }) => revoked_at === null);
    if (active.length >= maxKeys) throw new Refusal('too_many');
    const created = await createKey(db, clock, id, name, config.keyPrefix);
    await recordOwnerEvent(service, request, id, 'key_created', { name });
    return reply.code(201).send(created);
  });

  app.delete<{ Params: { keyId: string } }>('/dashboard/api/keys/:keyId', async (request, reply) => {
    const { id } = await signedIn(service, request, reply);
    const name = await revokeOwnKey(db, clock, id, request.params.keyId);
    if (name === null) throw new Refusal('not_found');
    await recordOwnerEvent(service, request, id, 'key_revoked', { name });
    return { status: 'revoked' };
  });
}

/** A key in the list of keys. */
export const keyFields = ({ id, name, prefix, created_at, last_used_at, revoked_at }: KeyRow, conversions: number) => ({
  id,
  name,
  prefix,
  created_at,
  last_used_at,
  revoked_at,
  conversions,
});
