// Packages of the system whose holes an update mends.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { updatesIn } from '#conversion/engines/security-updates.ts';

test('a package that a security archive has a newer version of is named, and no other', () => {
  const simulated = `Reading package lists...
Inst libgs10 [10.0.0~dfsg-11+deb12u4] (10.0.0~dfsg-11+deb12u9 Debian-Security:12/oldstable-security [amd64]) []
Inst tzdata [2025a-0+deb12u1] (2026b-0+deb12u1 Debian:12.14/oldstable [all])
Inst libnew (1.0 Debian-Security:12/oldstable-security [amd64])
Conf libgs10 (10.0.0~dfsg-11+deb12u9 Debian-Security:12/oldstable-security [amd64])
`;
  assert.deepEqual(updatesIn(simulated), [
    { package: 'libgs10', installed: '10.0.0~dfsg-11+deb12u4', fixed: '10.0.0~dfsg-11+deb12u9' },
  ]);
  assert.deepEqual(updatesIn('0 upgraded, 0 newly installed, 0 to remove and 0 not upgraded.\n'), []);
});
