// The API keys of the account: created with a name, shown once, revoked.
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { dayMs } from '#core/clock.ts';
import { createOneMoreKey, describeKey, listKeys, renameOwnKey, revokeOwnKey } from '#service/accounts/keys.ts';
import { usageByKey } from '#service/accounts/usage.ts';
import type { Config } from '#config';
import { keyScopes, type KeyRow } from '#service/database/schema.ts';
import type { Store } from '#service/database/store.ts';
import type { Admission, Sessions } from '#service/roles.ts';
import { recordOwnerEvent } from '../audit.ts';
import { signedIn } from '../guard.ts';
import { parseInput } from '../input.ts';
import { Refusal } from '../refusal.ts';

const name = z
  .string()
  .trim()
  .min(1, 'Give the key a name so that you can recognise it.')
  .max(60, 'At most 60 characters.');
const keyBody = z.strictObject({
  name,
  /** A day (UTC), the last that it works on. */
  expires: z.iso.date('Enter a date.').optional(),
  scopes: z.array(z.enum(keyScopes)).min(1, 'Select the permissions of the key.').optional(),
  tools: z.array(z.string().max(64)).min(1, 'Choose a tool.').max(64).optional(),
  test: z.boolean().optional(),
});

export function keyRoutes(
  app: FastifyInstance,
  service: Store & Sessions & Pick<Admission, 'tools'> & { config: Pick<Config, 'keyPrefix'> },
): void {
  const { db, clock, config } = service;

  app.get('/dashboard/api/keys', async (request, reply) => {
    const { id } = await signedIn(service, request, reply);
    const [keys, conversions] = await Promise.all([listKeys(db, id), usageByKey(db, id)]);
    return { keys: keys.map((key) => keyFields(key, conversions.get(key.id) ?? 0)) };
  });

  app.post('/dashboard/api/keys', async (request, reply) => {
    const { id } = await signedIn(service, request, reply);
    const { name, expires, scopes = null, tools = null, test: isTest = false } = parseInput(keyBody, request.body);
    const expiresAt = expires === undefined ? null : Date.parse(`${expires}T00:00:00Z`) + dayMs;
    if (expiresAt !== null && expiresAt <= clock.now())
      throw new Refusal('invalid_input', 'The date has passed.', 'expires');
    if (tools?.every((id) => service.tools.some((tool) => tool.id === id)) === false)
      throw new Refusal('invalid_input', 'There is no tool with this name.', 'tools');
    const created = await createOneMoreKey(db, clock, id, {
      name,
      prefix: config.keyPrefix,
      expiresAt,
      scopes,
      tools,
      isTest,
    });
    if (created === null) throw new Refusal('too_many');
    await recordOwnerEvent(service, request, id, 'key_created', { name });
    return reply.code(201).send(created);
  });

  app.patch<{ Params: { keyId: string } }>('/dashboard/api/keys/:keyId', async (request, reply) => {
    const { id } = await signedIn(service, request, reply);
    const body = parseInput(z.strictObject({ name }), request.body);
    if (!(await renameOwnKey(db, id, request.params.keyId, body.name))) throw new Refusal('not_found');
    await recordOwnerEvent(service, request, id, 'key_renamed', { name: body.name });
    return { name: body.name };
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
export const keyFields = (row: KeyRow, conversions: number) => ({
  id: row.id,
  ...describeKey(row),
  conversions,
});
