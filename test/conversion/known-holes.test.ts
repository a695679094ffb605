// The table of engine holes that are known and mended.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { knownHoles, mends } from '#conversion/engines/known-holes.ts';

const told = async (versions: Record<string, string>) =>
  (await knownHoles(new Map(Object.entries(versions)))).map(({ package: name }) => name);

test('an engine that lacks a mend is named, with the version that has it', async () => {
  const [found] = await knownHoles(new Map([['libgs10', '10.0.0~dfsg-11+deb12u4']]));
  assert.equal(found?.fixed, '10.0.0~dfsg-11+deb12u9');
  assert.match(found.holes, /CVE-2025-27835/);
});

test('mended packages are not named, nor those of another line of versions', async () => {
  assert.deepEqual(await told(Object.fromEntries(mends.map(({ package: name, fixed }) => [name, fixed]))), []);
  assert.deepEqual(await told({ libgs10: '10.05.1~dfsg-1+deb13u1', libxml2: '2.12.7+dfsg-1' }), []);
  assert.deepEqual(await told({ libgs10: '10.0.0~dfsg-11+deb12u10' }), []);
});

test('a browser that is older has holes, whatever its version', async () => {
  assert.deepEqual(await told({ chromium: '120.0.6099.224-1~deb12u1' }), ['chromium']);
});
