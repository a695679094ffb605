// The components of an installation are listed, under licences that allow redistribution.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { runPlaten } from '../support/cli.ts';

interface Component {
  'bom-ref': string;
  name: string;
  version: string;
  purl: string;
  hashes?: { alg: string; content: string }[];
}

test('the list of parts names every npm package with its hash, and the engines with their packages', async () => {
  const { status, stdout } = await runPlaten(['sbom'], { cwd: tmpdir() });
  assert.equal(status, 0);
  const bom = JSON.parse(stdout) as { specVersion: string; components: Component[] };
  assert.equal(bom.specVersion, '1.6');
  const fastify = bom.components.find(({ name }) => name === 'fastify');
  assert.match(fastify?.purl ?? '', /^pkg:npm\/fastify@\d/);
  assert.match(fastify?.hashes?.[0]?.content ?? '', /^[0-9a-f]{128}$/);
  const ghostscript = bom.components.find(({ name }) => name === 'ghostscript');
  assert.match(ghostscript?.purl ?? '', /^pkg:deb\/debian\/ghostscript@\d/);
  assert.equal(new Set(bom.components.map((component) => component['bom-ref'])).size, bom.components.length);
  assert.ok(!bom.components.some(({ name }) => name === 'playwright-core'), 'packages for tests are left out');
});

/** Licences that the parts of a service under Apache-2.0 may have; LGPL code is loaded as a library of its own, and OFL is for fonts. */
const allowed = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'Unlicense',
  'MPL-2.0',
  'LGPL-3.0-or-later',
  'OFL-1.1',
]);

test('every package that the service runs with has a licence that is allowed', () => {
  const lock = JSON.parse(readFileSync(join(import.meta.dirname, '..', '..', 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { license?: string; dev?: true }>;
  };
  for (const [path, { license, dev }] of Object.entries(lock.packages)) {
    if (path === '' || dev === true) continue;
    const alternatives = (license ?? 'none').replace(/[()]/g, '').split(' OR ');
    const isAllowed = alternatives.some((one) => one.split(' AND ').every((part) => allowed.has(part)));
    assert.ok(isAllowed, `${path}: ${license}`);
  }
});
