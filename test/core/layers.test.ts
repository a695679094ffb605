// The table of who may import whom is complete and in order, and the linter has the rules that follow from it.
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
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

/** The files that each file of the code imports, their types included. */
async function importsOfCode(): Promise<Map<string, string[]>> {
  const { imports } = JSON.parse(await readFile('package.json', 'utf8')) as { imports: Record<string, string> };
  const aliases = Object.entries(imports).map(
    ([alias, path]) => [alias.replace('*', ''), path.replace('*', '')] as const,
  );
  const pathOf = (file: string, name: string) => {
    const [alias, path] = aliases.find(([start]) => name.startsWith(start)) ?? ['', ''];
    return alias === '' ? join(dirname(file), name) : join(path, name.slice(alias.length));
  };
  const files = (await readdir('src', { recursive: true })).map((name) => join('src', name));
  const read = files
    .filter((file) => file.endsWith('.ts'))
    .map(async (file) => {
      const found = (await readFile(file, 'utf8')).matchAll(/(?:from|import\() ?'([.#][^']+)'/g);
      return [file, [...found].map(([, name = '']) => pathOf(file, name))] as const;
    });
  return new Map((await Promise.all(read)).map(([file, found]) => [file, [...found]]));
}

test('the code imports no code of tests or development, and no files import each other in a circle', async () => {
  const imports = await importsOfCode();
  const allowed = /^src\/|^clients\/typescript\/|\.json$/;
  for (const [file, found] of imports)
    for (const other of found) assert.match(other, allowed, `${file} imports ${other}`);
  const reachedFrom = (file: string) => {
    const reached = new Set<string>();
    const next = [file];
    for (let at = next.pop(); at !== undefined; at = next.pop())
      for (const other of imports.get(at) ?? [])
        if (!reached.has(other)) {
          reached.add(other);
          next.push(other);
        }
    return reached;
  };
  assert.deepEqual(
    [...imports.keys()].filter((file) => reachedFrom(file).has(file)),
    [],
  );
});
