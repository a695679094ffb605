// `./platen data copy` as its operator calls it.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';

const main = join(import.meta.dirname, '../../src/cli/main.ts');

export interface Copy {
  data: string;
  from: string;
  to: string;
  env: Record<string, string>;
}

function run({ data, from, to, env }: Copy): Promise<{ stdout: string; stderr: string }> {
  const args = [
    '--disable-warning=ExperimentalWarning',
    main,
    'data',
    'copy',
    '--from',
    from,
    '--to',
    to,
    '--data',
    data,
  ];
  return new Promise((resolve) => {
    execFile(process.execPath, args, { env: { ...process.env, ...env } }, (_error, stdout, stderr) =>
      resolve({ stdout, stderr }),
    );
  });
}

/** The rows that it reports as copied. */
export async function copied<Result>(copy: Copy): Promise<Result> {
  const { stdout, stderr } = await run(copy);
  assert.equal(stderr, '');
  return JSON.parse(stdout) as Result;
}

/** Why nothing was copied. */
export async function refusal(copy: Copy): Promise<string> {
  const { stdout, stderr } = await run(copy);
  assert.equal(stdout, '');
  return stderr;
}
