// API keys: a prefix, 160 random bits and a checksum. Only a hash is stored.
import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Transaction } from 'kysely';
import { base32, newId } from '#core/ids.ts';
import { minuteMs, type Clock } from '#core/clock.ts';
import type { Database } from '#service/database/database.ts';
import { lockRow } from '#service/database/lock-row.ts';
import type { KeyRow, KeyScope, Tables } from '#service/database/schema.ts';

const secretLength = 32; // 160 bits in base 32
const checksumLength = 7; // 32 bits
const visibleLength = 6;

const checksum = (body: string): string => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(crc32(body));
  return base32(bytes);
};

const hashOf = (key: string): string => createHash('sha256').update(key).digest('hex');

export function generateKey(prefix: string): string {
  const body = prefix + base32(randomBytes(20));
  return body + checksum(body);
}

/** Verifies the checksum, so that mistyped and made-up keys are refused without a database query. */
export function isWellFormedKey(key: string): boolean {
  if (key.length < secretLength + checksumLength || key.length > 128) return false;
  return checksum(key.slice(0, -checksumLength)) === key.slice(-checksumLength);
}

export interface CreatedKey {
  id: string;
  /** The complete key, which is shown once and never stored. */
  key: string;
}

export interface NewKey {
  name: string;
  /** The prefix of this service's keys; test keys have a different one. */
  prefix: string;
  expiresAt?: number | null;
  /** The rights of the key; null means all. */
  scopes?: readonly KeyScope[] | null;
  /** The tools that the key may use; null means all. */
  tools?: readonly string[] | null;
  isTest?: boolean;
}

/** Returns `platen_test_` if keys begin with `platen_live_`. */
const testPrefix = (prefix: string): string =>
  prefix.includes('live') ? prefix.replace('live', 'test') : `${prefix}test_`;

export async function createKey(
  db: Database | Transaction<Tables>,
  clock: Clock,
  accountId: string,
  { name, prefix: livePrefix, expiresAt = null, scopes = null, tools = null, isTest = false }: NewKey,
): Promise<CreatedKey> {
  const prefix = isTest ? testPrefix(livePrefix) : livePrefix;
  const key = generateKey(prefix);
  const now = clock.now();
  const id = newId(now);
  await db
    .insertInto('keys')
    .values({
      id,
      account_id: accountId,
      name,
      prefix: key.slice(0, prefix.length + visibleLength),
      hash: hashOf(key),
      created_at: now,
      last_used_at: null,
      revoked_at: null,
      expires_at: expiresAt,
      scopes: scopes === null ? null : JSON.stringify(scopes),
      tools: tools === null ? null : JSON.stringify(tools),
      is_test: isTest ? 1 : 0,
      last_used_from: null,
    })
    .execute();
  return { id, key };
}

/** The name of an account's first key if the owner's language is unknown. */
export const firstKeyName = 'first key';

/** Creates the first key of an account; null when it has or had a key. Concurrent calls create only one. */
export function createFirstKey(
  db: Database,
  clock: Clock,
  accountId: string,
  { prefix, name = firstKeyName }: { prefix: string; name?: string },
): Promise<string | null> {
  return db.transaction().execute(async (trx) => {
    await lockRow(trx, 'accounts', accountId);
    const any = await trx.selectFrom('keys').select('id').where('account_id', '=', accountId).executeTakeFirst();
    return any === undefined ? (await createKey(trx, clock, accountId, { name, prefix })).key : null;
  });
}

/** The maximum number of active keys per account. */
const maxKeys = 100;

/** Creates a key for an account; null when the account already has a hundred keys. */
export function createOneMoreKey(
  db: Database,
  clock: Clock,
  accountId: string,
  key: NewKey,
): Promise<CreatedKey | null> {
  return db.transaction().execute(async (trx) => {
    await lockRow(trx, 'accounts', accountId);
    const { active } = await trx
      .selectFrom('keys')
      .select(({ fn }) => fn.countAll<number | string>().as('active'))
      .where('account_id', '=', accountId)
      .where('revoked_at', 'is', null)
      .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', clock.now())]))
      .executeTakeFirstOrThrow();
    return Number(active) >= maxKeys ? null : createKey(trx, clock, accountId, key);
  });
}

/** Finds a stored key; null when it is unknown, revoked or expired. The lookup is by hash, so its timing reveals nothing about the key. */
export async function findKey(db: Database, clock: Clock, key: string): Promise<KeyRow | null> {
  if (!isWellFormedKey(key)) return null;
  const row = await db.selectFrom('keys').selectAll().where('hash', '=', hashOf(key)).executeTakeFirst();
  if (row === undefined || row.revoked_at !== null) return null;
  return row.expires_at !== null && row.expires_at <= clock.now() ? null : row;
}

/** The rights of a key. */
export interface KeyRights {
  scopes: readonly KeyScope[] | null;
  tools: readonly string[] | null;
}

export const rightsOf = ({ scopes, tools }: Pick<KeyRow, 'scopes' | 'tools'>): KeyRights => ({
  scopes: scopes === null ? null : (JSON.parse(scopes) as KeyScope[]),
  tools: tools === null ? null : (JSON.parse(tools) as string[]),
});

/** Returns the fields of a key that its owner sees. */
export const describeKey = (row: KeyRow) => ({
  prefix: row.prefix,
  name: row.name,
  is_test: row.is_test === 1,
  ...rightsOf(row),
  created_at: row.created_at,
  expires_at: row.expires_at,
  last_used_at: row.last_used_at,
  last_used_from: row.last_used_from,
  revoked_at: row.revoked_at,
});

/** Updates when and from where the key was last used, at most once a minute. */
export async function recordKeyUse(
  db: Database,
  clock: Clock,
  { id, last_used_at }: KeyRow,
  address: string,
): Promise<void> {
  const now = clock.now();
  if (last_used_at === null || now - last_used_at >= minuteMs)
    await db.updateTable('keys').set({ last_used_at: now, last_used_from: address }).where('id', '=', id).execute();
}

export const listKeys = (db: Database, accountId: string): Promise<KeyRow[]> =>
  db.selectFrom('keys').selectAll().where('account_id', '=', accountId).orderBy('created_at').execute();

/** Returns whether the account has, or once had, a key. */
export const hasHadKey = async (db: Database, accountId: string): Promise<boolean> =>
  (await db.selectFrom('keys').select('id').where('account_id', '=', accountId).executeTakeFirst()) !== undefined;

/** Renames an active key of an account; false if there is no such key. */
export async function renameOwnKey(db: Database, accountId: string, id: string, name: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('keys')
    .set({ name })
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Revokes one key of an account and returns its name; null when the account has no such active key. */
export async function revokeOwnKey(db: Database, clock: Clock, accountId: string, id: string): Promise<string | null> {
  const revoked = await db
    .updateTable('keys')
    .set({ revoked_at: clock.now() })
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .returning('name')
    .executeTakeFirst();
  return revoked?.name ?? null;
}

/** Revokes the active keys with this prefix and returns them. */
export function revokeKey(db: Database, clock: Clock, prefix: string): Promise<Pick<KeyRow, 'account_id' | 'name'>[]> {
  return db
    .updateTable('keys')
    .set({ revoked_at: clock.now() })
    .where('prefix', '=', prefix)
    .where('revoked_at', 'is', null)
    .returning(['account_id', 'name'])
    .execute();
}
