// No file imports itself, through others either: the code can be read from the bottom up.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '..', '..');
const aliases = Object.entries(
  (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { imports: Record<string, string> }).imports,
);

/** The files that a file imports, types too. */
function importsOf(file: string): string[] {
  const source = readFileSync(join(root, file), 'utf8');
  return [...source.matchAll(/(?:\bfrom|\bimport\()\s*'([.#][^']*)'/g)].map(([, name = '']) => {
    if (name.startsWith('.')) return normalize(join(dirname(file), name));
    const [from = '', to = ''] =
      aliases.find(([alias]) => (alias.endsWith('*') ? name.startsWith(alias.slice(0, -1)) : name === alias)) ?? [];
    return normalize(to.replace('*', name.slice(from.length - 1)));
  });
}

/** Strongly connected files (Tarjan, 1972), those of more than one. */
function circlesIn(imports: ReadonlyMap<string, readonly string[]>): string[][] {
  const found: string[][] = [];
  const [order, lowest] = [new Map<string, number>(), new Map<string, number>()];
  const open: string[] = [];
  function visit(file: string): number {
    order.set(file, order.size);
    let low = order.get(file) ?? 0;
    open.push(file);
    for (const next of imports.get(file) ?? []) {
      if (!order.has(next)) low = Math.min(low, visit(next));
      else if (open.includes(next)) low = Math.min(low, lowest.get(next) ?? order.get(next) ?? 0);
    }
    lowest.set(file, low);
    if (low === order.get(file)) {
      const circle = open.splice(open.indexOf(file));
      if (circle.length > 1) found.push(circle.sort());
    }
    return low;
  }
  for (const file of imports.keys()) if (!order.has(file)) visit(file);
  return found;
}

test('files that import each other are found', () => {
  const imports = { a: ['b'], b: ['c'], c: ['b', 'd'], d: [] };
  assert.deepEqual(circlesIn(new Map(Object.entries(imports))), [['b', 'c']]);
});

test('no files of the code import each other in a circle', () => {
  const files = globSync('src/**/*.{ts,tsx}', { cwd: root });
  assert.ok(files.length > 700, String(files.length));
  assert.deepEqual(circlesIn(new Map(files.map((file) => [file, importsOf(file)]))), []);
});
