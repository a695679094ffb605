// The pages that people read first list all tools, and link to files that exist.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { tools } from '#conversion/tools/index.ts';

const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'CHANGELOG.md',
  ...readdirSync('docs').flatMap((name) => (name.endsWith('.md') ? [`docs/${name}`] : [])),
  ...readdirSync('docs/decisions').map((name) => `docs/decisions/${name}`),
];

test('the README has a row for every tool, and for no other', () => {
  const table = readFileSync('README.md', 'utf8').split('## Tools')[1]?.split('\n## ')[0] ?? '';
  const named = [...table.matchAll(/^\|([^|]*)\|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([a-z-]+)`/g)].map(([, id = '']) => id),
  );
  assert.deepEqual(named.sort(), tools.map(({ id }) => id).sort());
});

test('the README names every extension that a tool of few formats accepts', () => {
  const readme = readFileSync('README.md', 'utf8').toLowerCase();
  for (const { id, accepts } of tools)
    for (const { extensions } of accepts)
      assert.ok(
        extensions.some((extension) => readme.includes(extension.slice(1))),
        `${id} takes ${extensions.join(' ')}`,
      );
});

test('no link between the pages leads nowhere', () => {
  for (const page of pages)
    for (const [, target = ''] of readFileSync(page, 'utf8').matchAll(/\]\(([^)\s]+)\)/g)) {
      const path = target.replace(/#.*/, '');
      // Addresses of a service begin with a slash.
      if (path === '' || path.startsWith('/') || /^[a-z]+:/.test(path)) continue;
      assert.ok(existsSync(join(dirname(page), path)), `${page} → ${target}`);
    }
});

test('decisions are numbered without a gap', () => {
  const numbers = readdirSync('docs/decisions').map((name) => Number(name.slice(0, 4)));
  assert.deepEqual(
    numbers.sort((a, b) => a - b),
    numbers.map((_, n) => n + 1),
  );
});
