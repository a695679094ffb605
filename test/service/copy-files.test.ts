// Stored files copied between a folder and a bucket: all or nothing, and nothing that is not the same.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { copyFiles } from '#service/files/copy.ts';
import { localTree } from '#service/files/local-tree.ts';
import { s3Tree } from '#service/files/s3-tree.ts';
import type { FileTree } from '#service/files/tree.ts';
import { startS3, type S3Server } from '../support/s3.ts';

let server: S3Server;
let parent: string;
before(async () => {
  server = await startS3();
  parent = await mkdtemp(join(tmpdir(), 'platen-copy-'));
});
after(async () => {
  await server[Symbol.asyncDispose]();
  await rm(parent, { recursive: true });
});

const never = new AbortController().signal;
let n = 0;
const bucket = () => s3Tree({ ...server.bucket, prefix: `place-${n++}/` });

async function folder(files: Record<string, string | Buffer> = {}): Promise<{ path: string; tree: FileTree }> {
  const path = join(parent, `place-${n++}`);
  await mkdir(path);
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(path, name)), { recursive: true });
    await writeFile(join(path, name), content);
  }
  return { path, tree: localTree(path) };
}

const contents = async (tree: FileTree): Promise<Record<string, string>> =>
  Object.fromEntries(
    await Promise.all(
      (await Array.fromAsync(tree.names())).map(
        async (name) => [name, (await buffer(await tree.read(name))).toString('base64')] as const,
      ),
    ),
  );

const large = randomBytes(20 << 20);
const stored = {
  'job-a/output': large,
  'job-a/preview': Buffer.alloc(0),
  'job-b/inputs/0.pdf': 'an input',
  'job-b/inputs/names.json': '[]',
  'share-c/output': 'shared',
};

test('every file arrives as it was, in a bucket and back in a folder', async () => {
  const { tree: old } = await folder(stored);
  const [there, { tree: back }] = [bucket(), await folder()];
  const forth = await copyFiles(old, there, never);
  assert.deepEqual([forth.files, forth.bytes], [5, large.length + 16]);
  assert.deepEqual(await copyFiles(there, back, never), forth, 'the same after two ways');
  assert.deepEqual(await contents(back), await contents(old));
});

test('a target that has files is refused and stays as it is', async () => {
  const { tree: old } = await folder(stored);
  const { tree: taken } = await folder({ 'job-z/output': 'there already' });
  await assert.rejects(copyFiles(old, taken, never), /the target is not empty: .* has job-z\/output/);
  assert.deepEqual(Object.keys(await contents(taken)), ['job-z/output']);
});

/** `tree`, in which reading or writing `name` goes wrong. */
const failing = (tree: FileTree, name: string, how: Partial<FileTree>): FileTree => ({
  ...tree,
  read: (asked) => (asked === name && how.read ? how.read(asked) : tree.read(asked)),
  write: (asked, content) => (asked === name && how.write ? how.write(asked, content) : tree.write(asked, content)),
});

for (const [what, open] of [
  ['a bucket', async () => ({ tree: bucket(), isEmpty: async () => true })],
  [
    'a folder',
    async () => {
      const { path, tree } = await folder();
      return { tree, isEmpty: async () => (await readdir(path)).length === 0 };
    },
  ],
] as const) {
  const nothingIn = async ({ tree, isEmpty }: Awaited<ReturnType<typeof open>>) =>
    assert.deepEqual([await Array.fromAsync(tree.names()), await isEmpty()], [[], true]);

  test(`${what}: nothing is left behind when a file arrives changed`, async () => {
    const target = await open();
    const changed = failing(target.tree, 'share-c/output', {
      read: async () => Readable.from([Buffer.from('sharev')]),
    });
    await assert.rejects(copyFiles((await folder(stored)).tree, changed, never), /share-c\/output arrived changed/);
    await nothingIn(target);
  });

  test(`${what}: nothing is left behind when a file cannot be read to its end`, async () => {
    const target = await open();
    const breaks = async function* () {
      yield large.subarray(0, 9 << 20);
      throw new Error('the disk fails');
    };
    const { tree } = await folder(stored);
    const source = failing(tree, 'job-a/output', { read: async () => Readable.from(breaks()) });
    await assert.rejects(copyFiles(source, target.tree, never), /the disk fails/);
    await nothingIn(target);
  });

  test(`${what}: nothing is left behind when the copy is interrupted`, async () => {
    const target = await open();
    const { tree } = await folder(stored);
    const interrupted = new AbortController();
    const slow = failing(target.tree, 'job-b/inputs/0.pdf', {
      async write(name, content) {
        await target.tree.write(name, content);
        interrupted.abort(new Error('interrupted'));
      },
    });
    await assert.rejects(copyFiles(tree, slow, interrupted.signal), /interrupted/);
    await nothingIn(target);
  });

  test(`${what}: nothing is copied while somebody else stores files there`, async () => {
    const target = await open();
    const busy = failing(target.tree, 'share-c/output', {
      async write(name, content) {
        await target.tree.write(name, content);
        await target.tree.write('job-new/output', Readable.from([Buffer.from('new')]));
      },
    });
    await assert.rejects(
      copyFiles((await folder(stored)).tree, busy, never),
      /another process has stored job-new\/output/,
    );
    assert.deepEqual(await Array.fromAsync(target.tree.names()), ['job-new/output']);
  });
}

test('nothing but files that Platen names is copied', async () => {
  const there: FileTree = {
    ...bucket(),
    async *names() {
      yield '../outside';
    },
  };
  const { path, tree } = await folder();
  await assert.rejects(copyFiles(there, tree, never), /a file that is not Platen's: "\.\.\/outside"/);
  assert.deepEqual(await readdir(path), []);

  const linked = await folder({ 'job-a/output': 'x' });
  await symlink('/etc/hostname', join(linked.path, 'job-a', 'preview'));
  await assert.rejects(copyFiles(linked.tree, bucket(), never), /preview is not a file/);
});
