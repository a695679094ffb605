// ./platen as a user types it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

export interface Ran {
  status: number;
  stdout: string;
  stderr: string;
}

const main = join(import.meta.dirname, '..', '..', 'src', 'cli', 'main.ts');

interface Call {
  cwd: string;
  stdin?: string | Uint8Array;
  env?: Readonly<Record<string, string>>;
}

export async function runPlaten(args: readonly string[], { cwd, stdin, env = {} }: Call): Promise<Ran> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main, ...args], {
    cwd,
    env: { ...process.env, ...env },
    timeout: 600_000,
  });
  child.stdin.end(stdin ?? '');
  const ended = once(child, 'close');
  const [stdout, stderr] = await Promise.all([text(child.stdout.setEncoding('latin1')), text(child.stderr)]);
  const [status] = (await ended) as [number | null];
  return { status: status ?? -1, stdout, stderr };
}
