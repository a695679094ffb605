// Data folders of earlier versions are opened by this one: accounts, keys, quota, jobs, results, links and sign-ins keep working.
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { hourMs } from '#core/clock.ts';
import { sweep } from '#service/jobs/retention.ts';
import { visitor } from '../support/dashboard.ts';
import { converted, MovableClock, refused, startPlaten } from '../support/platen.ts';
import { withSaboteurs } from '../support/saboteurs.ts';

const fixtures = join(import.meta.dirname, '..', 'fixtures', 'upgrade');

interface Told {
  /** When the folder was left, in milliseconds. */
  made: number;
  key: string;
  used: number;
  /** Jobs. */
  kept: string;
  deleted: string;
  rejected: string;
  failed: string;
  /** The token of a share link with the password "open sesame". */
  share?: string;
  files: Record<string, string>;
}

/** A data folder as that version has left it. */
async function leftBy(version: string): Promise<{ data: string; told: Told }> {
  const data = await mkdtemp(join(tmpdir(), 'platen-upgrade-'));
  const told = JSON.parse(await readFile(join(fixtures, version, 'told.json'), 'utf8')) as Told;
  for (const [name, content] of Object.entries(told.files)) {
    await mkdir(dirname(join(data, name)), { recursive: true });
    await writeFile(join(data, name), content);
  }
  using db = new DatabaseSync(join(data, 'platen.db'), { enableForeignKeyConstraints: false });
  db.exec(await readFile(join(fixtures, version, 'platen.sql'), 'utf8'));
  return { data, told };
}

for (const version of readdirSync(fixtures).filter((name) => /^\d/.test(name)))
  test(`a data folder of ${version} is opened, and everything in it keeps working`, async () => {
    const { data, told } = await leftBy(version);
    const clock = new MovableClock();
    clock.moveTo(told.made + 1000);
    await using platen = await startPlaten(
      { data, databaseUrl: undefined, files: undefined },
      { tools: withSaboteurs, clock },
    );
    const { key } = told;
    const stateOf = async (id: string) => (await platen.get(`/v1/job/${id}`, key)).body['status'];

    assert.equal(await platen.used(key), told.used);
    assert.equal((await platen.download(told.kept, key)).toString(), 'hello');
    assert.equal(await stateOf(told.kept), 'success');
    assert.deepEqual([await stateOf(told.rejected), await stateOf(told.failed)], ['rejected', 'failed']);
    refused(await platen.get(`/v1/download/${told.deleted}`, key), 410, 'job_deleted');
    assert.deepEqual(await platen.service.files.inputNames(told.failed), ['report of May.txt']);

    const next = converted(await platen.convert('copy', [{ name: 'a.txt', data: Buffer.from('new') }], { key }));
    assert.equal((await platen.download(next, key)).toString().trim(), 'new');
    assert.equal(await platen.used(key), told.used + 1);

    if (told.share !== undefined) {
      const stranger = visitor(platen);
      const open = (password: string) =>
        stranger.fetch(`/s/${told.share}`, { method: 'POST', body: new URLSearchParams({ password }) });
      assert.equal((await open('open pepper')).status, 403);
      assert.equal((await open('open sesame')).status, 303);
      assert.equal(await (await stranger.fetch(`/s/${told.share}/download`)).text(), 'hello');
    }

    // Results still expire.
    clock.move(100 * hourMs);
    await sweep(platen.service);
    refused(await platen.get(`/v1/download/${told.kept}`, key), 410, 'file_expired');
    assert.deepEqual(await platen.service.files.inputNames(told.failed), []);
  });
