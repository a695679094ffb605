// The power of a machine is cut at any moment: everything reported to clients is on the disk.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { withSaboteurs } from '../support/saboteurs.ts';
import { eventually, startPlaten } from '../support/platen.ts';
import { cutsOf, folderOf, lostBy, recordService, type Cut, type Recording } from '../support/power-cuts.ts';

let recording: Recording;
before(async () => {
  recording = await recordService(24);
});
after(() => recording[Symbol.asyncDispose]());

/** The same numbers on every run, between 0 and 1 (Park and Miller, 1988). */
function sequence(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

async function lostIn(cuts: Iterable<Cut>): Promise<{ lost: string[]; count: number }> {
  const lost: string[] = [];
  let count = 0;
  for (const cut of cuts) {
    lost.push(...(await lostBy(recording, cut)));
    count += 1;
  }
  return { lost, count };
}

test('no answered job is lost or counted twice, whenever the power is cut', async () => {
  const { lost, count } = await lostIn(cutsOf(recording));
  assert.deepEqual(lost, []);
  assert.ok(count > 20, `${count} cuts`);
  const isMoved = recording.entries.some(({ kind, path }) => kind === 'written' && path === '/platen.db');
  assert.ok(isMoved, 'SQLite has moved its log into the database in the meantime');
});

test('nor is one where parts of later writes have arrived', async () => {
  assert.deepEqual((await lostIn(cutsOf(recording, { unsynced: sequence(1) }))).lost, []);
});

test('the syncs of SQLite alone would lose jobs and results', async () => {
  const { lost } = await lostIn(cutsOf(recording, { bySqliteAlone: true }));
  for (const what of ['no row of a job that was success', 'no result of a job']) assert.ok(lost.includes(what), what);
});

test('a service that starts after the cut serves every result, and performs every accepted job', async () => {
  const cuts = [...cutsOf(recording, { unsynced: sequence(2) })];
  for (const cut of [cuts[Math.floor(cuts.length / 2)], cuts.at(-1)]) {
    assert.ok(cut !== undefined && cut.told.length > 0);
    const data = await folderOf(recording, cut);
    await using platen = await startPlaten({ data }, { tools: withSaboteurs });
    const { db } = platen.service;
    const pending = () => db.selectFrom('jobs').select('id').where('state', '=', 'pending').execute();
    await eventually(async () => (await pending()).length === 0, 'no job is pending', 60);
    for (const { job, state, text } of cut.told)
      if (state !== 'rejected') assert.equal((await platen.download(job, recording.key)).toString(), text);
    const ended = await db.selectFrom('jobs').select('id').where('state', '!=', 'failed').execute();
    assert.equal(await platen.used(recording.key), ended.length);
  }
});
