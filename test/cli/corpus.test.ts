// bench/corpus.tsv names public documents exactly; a finder of tables that the bench leaves out is one that the code has.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { inFolder, listed } from '../../bench/support/corpus.ts';
import { finders } from '../../bench/word-quality/left-out.ts';

test('each document of the list has a name of its own, a checksum, and a place in a public repository', () => {
  const all = listed('pairs', 'wild', 'office');
  assert.ok(all.length > 250);
  assert.equal(new Set(all.map(({ name }) => name)).size, all.length);
  for (const { name, sha256, repository, commit, path } of all) {
    assert.match(sha256, /^[0-9a-f]{64}$/, name);
    assert.match(repository, /^[\w.-]+\/[\w.-]+$|^debian:\w+$/, name);
    assert.match(commit, /^[0-9a-f]{12,40}$|^7\.4\.7$/, name);
    assert.notEqual(path, '', name);
  }
});

test('documents are found by their content, under any name, and different ones are named', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'platen-corpus-'));
  await using _removed = { [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) };
  const sumOf = (text: string) => createHash('sha256').update(text).digest('hex');
  const one = (name: string) => ({
    set: 'a',
    name,
    sha256: sumOf(name),
    repository: 'r',
    commit: 'c',
    path: `p/${name}`,
  });
  await mkdir(join(folder, 'deep'));
  await writeFile(join(folder, 'deep', 'renamed'), 'there.pdf');
  await writeFile(join(folder, 'changed.pdf'), 'something else');
  const { present, differing, missing } = inFolder(folder, ['there.pdf', 'changed.pdf', 'gone.pdf'].map(one));
  assert.deepEqual(
    present.map(({ name, file }) => [name, file]),
    [['there.pdf', join(folder, 'deep', 'renamed')]],
  );
  assert.deepEqual(
    [differing, missing].map((all) => all.map(({ name }) => name)),
    [['changed.pdf'], ['gone.pdf']],
  );
});

test('every finder of tables that can be left out is a function of its file', async () => {
  for (const [name, file] of Object.values(finders)) {
    const path = join(import.meta.dirname, '../../src/conversion/layout/blocks', file);
    assert.match(await readFile(path, 'utf8'), new RegExp(`^export function\\*? ${name}\\(`, 'm'), file);
  }
});
