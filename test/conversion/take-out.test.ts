// Results that a living program swaps for something else while they are taken out of its folder.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { removeTree } from '#core/remove-tree.ts';
import { takeOut } from '#conversion/process/scratch.ts';

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platen-results-'));
});
after(() => removeTree(folder));

/** Puts `other` in the place of `result`, and back, until it is disposed. */
async function swapping(result: string, other: string): Promise<AsyncDisposable> {
  const program = `
    const { renameSync } = require('node:fs');
    const [result, other, aside] = process.argv.slice(1);
    const move = (from, to) => {
      try {
        renameSync(from, to);
      } catch {
        // It has just been taken, or is being replaced.
      }
    };
    process.stdout.write('ready');
    for (;;) {
      move(result, aside);
      move(other, result);
      move(result, other);
      move(aside, result);
    }`;
  const child = spawn(process.execPath, ['-e', program, result, other, `${result}.aside`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  await once(child.stdout, 'data');
  return {
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Unless an entry exists that cannot be replaced at once. */
async function replace(path: string, make: (path: string) => void): Promise<void> {
  const fresh = `${path}.fresh`;
  make(fresh);
  try {
    renameSync(fresh, path);
  } catch {
    await removeTree(fresh);
  }
}

const rounds = 1500;

test('a folder that becomes a link while its results are taken leads nowhere', async () => {
  const [out, others] = [join(folder, 'out'), join(folder, 'others')];
  for (const path of [out, others, join(out, 'pages')]) mkdirSync(path);
  writeFileSync(join(others, 'secret'), 'somebody else’s');
  symlinkSync(others, join(out, 'link'));
  await using _swaps = await swapping(join(out, 'pages'), join(out, 'link'));
  for (let round = 0; round < rounds; round++) {
    const taken = join(folder, `taken-${round}`);
    await takeOut(join(out, 'pages'), taken);
    assert.deepEqual(existsSync(taken) ? readdirSync(taken) : [], [], `round ${round}`);
    assert.deepEqual(readdirSync(others), ['secret'], `round ${round}`);
  }
});

test('a file that becomes something else while it is taken is itself or nothing', async () => {
  const [out, secret] = [join(folder, 'files'), join(folder, 'secret')];
  mkdirSync(out);
  writeFileSync(secret, 'somebody else’s');
  for (const make of [
    (path: string) => symlinkSync(secret, path),
    (path: string) => {
      mkdirSync(path);
      writeFileSync(join(path, 'inner'), 'x');
    },
  ]) {
    const [result, other] = [join(out, 'result'), join(out, 'other')];
    await using _swaps = await swapping(result, other);
    for (let round = 0; round < 300; round++) {
      const taken = join(folder, `file-${round}`);
      if (round % 3 === 0) await replace(other, make);
      await replace(result, (path) => writeFileSync(path, 'the result'));
      await takeOut(result, taken);
      const found = lstatSync(taken, { throwIfNoEntry: false });
      if (found?.isFile() === true) assert.equal(readFileSync(taken, 'utf8'), 'the result');
      else assert.ok(found === undefined || found.isDirectory());
      await removeTree(taken);
    }
    for (const path of [result, other, `${result}.aside`]) await removeTree(path);
  }
});

test('files with names that are no text, links, pipes and folders are left behind', async () => {
  const [out, taken] = [join(folder, 'mixed'), join(folder, 'mixed-taken')];
  mkdirSync(join(out, 'inner'), { recursive: true });
  symlinkSync('/etc/passwd', join(out, 'link'));
  writeFileSync(Buffer.concat([Buffer.from(`${out}/`), Buffer.of(0xff)]), 'x');
  writeFileSync(join(out, 'page-1.png'), 'x');
  await takeOut(out, taken);
  assert.deepEqual(readdirSync(taken), ['page-1.png']);
});
