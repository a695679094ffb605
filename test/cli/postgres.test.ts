// Commands work on PostgreSQL if PLATEN_DATABASE_URL is set, with any data folder.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { startPlaten } from '../support/platen.ts';
import { startPostgres } from '../support/postgres.ts';

const main = join(import.meta.dirname, '../../src/cli/main.ts');
const execute = promisify(execFile);

test('an account made on one machine has a key made on another, and the service accepts it', async () => {
  await using postgres = await startPostgres();
  const databaseUrl = await postgres.database();
  const platen = (...args: string[]) =>
    execute(process.execPath, ['--disable-warning=ExperimentalWarning', main, ...args], {
      env: { ...process.env, PLATEN_DATABASE_URL: databaseUrl },
    });
  const [here, there] = [await mkdtemp(join(tmpdir(), 'platen-test-')), await mkdtemp(join(tmpdir(), 'platen-test-'))];
  await platen('account', 'create', 'ada@example.test', '--plan', 'starter', '--used', '7', '--data', here);
  const { stdout } = await platen('key', 'create', 'ada@example.test', '--data', there);
  await using service = await startPlaten({ databaseUrl });
  assert.equal(await service.used(stdout.trim()), 7);
  assert.deepEqual([await readdir(here), await readdir(there)], [[], []], 'no database was made in a data folder');
  await assert.rejects(platen('account', 'create', 'ada@example.test', '--data', here), /there already is an account/);
  await postgres.stop();
  await assert.rejects(platen('account', 'list', '--data', here), /error: the database cannot be reached/);
  await postgres.begin();
  for (const data of [here, there]) await rm(data, { recursive: true });
});
