// Everything that a hostile program can leave in a folder is removed.
import assert from 'node:assert/strict';
import { chmodSync, existsSync, linkSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { emptyFolder, removeTree } from '#core/remove-tree.ts';
import { nestFolders } from '../support/deep-folders.ts';

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platen-trees-'));
});
after(() => removeTree(folder));

test('folders nested past the longest path are removed', async () => {
  const top = join(folder, 'deep');
  mkdirSync(top);
  nestFolders(top, 1000);
  await assert.rejects(rm(top, { recursive: true }), { code: 'ENAMETOOLONG' });
  await removeTree(top);
  assert.ok(!existsSync(top));
});

test('links are removed, not followed; names that are no text are names', async () => {
  const [top, kept] = [join(folder, 'links'), join(folder, 'kept')];
  for (const path of [top, join(top, 'inner'), kept]) mkdirSync(path);
  writeFileSync(join(kept, 'file'), 'kept');
  symlinkSync(kept, join(top, 'link'));
  symlinkSync(kept, join(top, 'inner', 'link'));
  linkSync(join(kept, 'file'), join(top, 'inner', 'same'));
  for (const inside of [top, join(top, 'inner')]) {
    const name = Buffer.concat([Buffer.from(`${inside}/`), Buffer.of(0xff, 0xfe)]);
    mkdirSync(name);
    writeFileSync(Buffer.concat([name, Buffer.from('/'), Buffer.of(0x80)]), 'x');
  }
  await removeTree(join(top, 'link'));
  await removeTree(top);
  await removeTree(top);
  assert.ok(!existsSync(top));
  assert.deepEqual(readdirSync(kept), ['file']);
});

test('a folder that was closed to its owner is removed', async (t) => {
  const top = join(folder, 'closed');
  const inner = join(top, 'a', 'b', 'c');
  mkdirSync(inner, { recursive: true });
  writeFileSync(join(inner, 'file'), 'x');
  const isRoot = process.geteuid?.() === 0;
  for (const path of [inner, join(top, 'a', 'b'), join(top, 'a'), top]) {
    chmodSync(path, 0);
    if (isRoot) await chown(path, 65_534, 65_534);
  }
  if (isRoot) {
    chmodSync(folder, 0o777);
    process.seteuid?.(65_534);
    t.after(() => process.seteuid?.(0));
  }
  await removeTree(top);
  assert.ok(!existsSync(top));
});

test('files that cannot be removed are named, and the rest is removed', async (t) => {
  if (process.geteuid?.() !== 0) return t.skip('only root can make what others may not remove');
  const top = join(folder, 'mixed');
  for (const path of [top, join(top, '1'), join(top, '2')]) {
    mkdirSync(path);
    await chown(path, 65_534, 65_534);
  }
  mkdirSync(join(top, '1', 'foreign'));
  writeFileSync(join(top, '1', 'foreign', 'file'), 'x');
  process.seteuid?.(65_534);
  t.after(() => process.seteuid?.(0));
  const failures: unknown[] = [];
  await emptyFolder(top, (error) => failures.push((error as NodeJS.ErrnoException).code));
  assert.deepEqual([failures, readdirSync(top)], [['EPERM'], ['1']]);
  await emptyFolder(join(top, 'absent'), (error) => failures.push(error));
  assert.equal(failures.length, 1);
});

test('a folder that is filled while it is removed goes as soon as that ends', async () => {
  const top = join(folder, 'filled');
  mkdirSync(join(top, 'inner'), { recursive: true });
  let n = 0;
  const filling = setInterval(() => {
    if (n++ > 50) return clearInterval(filling);
    try {
      mkdirSync(join(top, `${n}`));
      writeFileSync(join(top, 'inner', `${n}`), 'x');
    } catch {
      // It is gone already.
    }
  });
  await removeTree(top);
  clearInterval(filling);
  assert.ok(!existsSync(top));
});
