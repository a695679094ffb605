// A Platen server in a process of its own, for benches that watch it from outside.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Server extends AsyncDisposable {
  url: string;
  key: string;
  /** Of another account. */
  otherKey: string;
  /** Of all accounts. */
  keys: string[];
  pid: number;
  data: string;
  /** Resident bytes of the server's own process. */
  residentBytes(): Promise<number>;
}

/** Runs `script` (a server that prints `ADDRESS KEY`, and optionally a key of another account) and waits until it listens. */
export async function startServer(script: string, env: Record<string, string> = {}): Promise<Server> {
  const data = await mkdtemp(join(tmpdir(), 'platen-bench-'));
  const child = spawn(process.execPath, [...process.execArgv, script, data], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  });
  const ended = once(child, 'close').then(([status]) => {
    throw new Error(`${script} ended with ${status} before it listened`);
  });
  const [line] = (await Promise.race([once(child.stdout.setEncoding('utf8'), 'data'), ended])) as [string];
  ended.catch(() => {});
  const [url = '', ...keys] = line.trim().split(' ');
  const [key = '', otherKey = ''] = keys;
  return {
    url,
    key,
    otherKey,
    keys,
    pid: child.pid ?? 0,
    data,
    async residentBytes() {
      const statm = await readFile(`/proc/${child.pid}/statm`, 'utf8');
      return Number(statm.split(' ')[1]) * 4096;
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      await once(child, 'close');
      await rm(data, { recursive: true, force: true });
    },
  };
}
