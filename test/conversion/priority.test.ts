// Who has busy processors first.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { beginShortWork } from '#core/short-work.ts';
import type { Priority } from '#conversion/process/priority.ts';
import { createSandbox, type SandboxedProgram } from '#conversion/process/sandbox/sandbox.ts';
import { eventually } from '../support/platen.ts';

const scratch = await mkdtemp(join(tmpdir(), 'platen-priority-test-'));
after(() => rm(scratch, { recursive: true }));
const sandbox = createSandbox(scratch);

const waiting = (priority?: Priority): Promise<SandboxedProgram> =>
  sandbox.start({ program: 'cat', args: () => [], priority });

/** The nice value of the program's process; that of its session is what the kernel goes by outside of control groups. */
function niceOf({ pid }: SandboxedProgram) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]);
}
const sessionOf = ({ pid }: SandboxedProgram): number =>
  Number(/nice (-?\d+)/.exec(readFileSync(`/proc/${pid}/autogroup`, 'latin1'))?.[1]);
const hasSessions = mayRaiseSessions();

/** Whether the kernel has priorities of sessions, and lets us raise them: root without its rights may not. */
function mayRaiseSessions(): boolean {
  if (process.getuid?.() !== 0) return false;
  const other = spawn('sleep', ['10'], { detached: true, stdio: 'ignore' });
  try {
    for (const value of ['10', '-5']) writeFileSync(`/proc/${other.pid}/autogroup`, value);
    return true;
  } catch {
    return false;
  } finally {
    other.kill();
  }
}

test('a document’s program comes after what is short, where the kernel goes by processes', async () => {
  await using short = await waiting('short');
  await using usual = await waiting();
  await using ahead = await waiting('ahead');
  assert.deepEqual([short, usual, ahead].map(niceOf), [0, 10, 10]);
});

test(
  'where it goes by sessions, a document’s gives way while something short runs',
  { skip: !hasSessions },
  async () => {
    await using short = await waiting('short');
    await using usual = await waiting();
    const both = () => [short, usual].map(sessionOf);
    assert.deepEqual(both(), [-5, 0]);
    {
      using _one = beginShortWork();
      assert.deepEqual(both(), [-5, 10]);
      {
        using _other = beginShortWork();
      }
      assert.deepEqual(both(), [-5, 10]);
      await using begunMeanwhile = await waiting();
      assert.equal(sessionOf(begunMeanwhile), 10);
    }
    assert.deepEqual(both(), [-5, 0]);
  },
);

test('what takes longer than a second is not short', { skip: !hasSessions }, async () => {
  await using usual = await waiting();
  using _long = beginShortWork();
  assert.equal(sessionOf(usual), 10);
  await eventually(async () => sessionOf(usual) === 0, 'it has the usual priority again');
});

test('what is started ahead of its document comes last until it has it', { skip: !hasSessions }, async () => {
  await using ahead = await waiting('ahead');
  using short = beginShortWork();
  assert.equal(sessionOf(ahead), 19);
  ahead.goOn();
  assert.equal(sessionOf(ahead), 10);
  short[Symbol.dispose]();
  assert.equal(sessionOf(ahead), 0);
});
