// The table of who may import whom is complete and in order, and the linter has the rules that follow from it.
import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { test } from 'node:test';
import { layers } from '#dev/layers.ts';

test('a layer imports from those below it alone', () => {
  for (const [n, { folder, imports, types = [] }] of layers.entries()) {
    const below = layers.slice(n + 1).map((layer) => layer.folder);
    for (const name of [...imports, ...types])
      assert.ok(
        name === 'config.ts' || below.some((other) => other === name || name.startsWith(`${other}/`)),
        `${folder} imports ${name}, which is not below it`,
      );
  }
});

test('every folder of the code is a layer', async () => {
  const folders: string[] = [];
  for (const path of ['src', 'src/conversion'])
    for (const entry of await readdir(path, { withFileTypes: true }))
      if (entry.isDirectory()) folders.push(`${path}/${entry.name}`.replace(/^src\//, ''));
  const known = layers.map(({ folder }) => folder).filter((folder) => !folder.endsWith('*'));
  assert.deepEqual(folders.filter((folder) => folder !== 'conversion').sort(), known.sort());
});
