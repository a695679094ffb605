// A node in a process of its own, with the tools of saboteurs.ts, so that it can be killed or stopped like a machine.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Config } from '#config';

export interface NodeProcess extends AsyncDisposable {
  url: string;
  data: string;
  /** False after {@link kill}, and when it has died by itself. */
  readonly isAlive: boolean;
  /** SIGSTOP and SIGCONT too. */
  signal(name: NodeJS.Signals): void;
  /** As a power cut does it. */
  kill(): Promise<void>;
  /** Starts again on the same data folder, after {@link kill}. */
  restart(): Promise<void>;
}

const script = join(import.meta.dirname, 'serve-node.ts');

export async function startNodeProcess(config: Partial<Config>): Promise<NodeProcess> {
  const data = await mkdtemp(join(tmpdir(), 'platen-test-'));
  let child: ChildProcess;
  const node: NodeProcess = {
    url: '',
    data,
    get isAlive() {
      return child.exitCode === null && child.signalCode === null;
    },
    signal: (name) => void child.kill(name),
    async kill() {
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
    async restart() {
      const env = { ...process.env, NODE_CONFIG: JSON.stringify({ ...config, data }) };
      const argv = ['--pdeathsig', 'KILL', process.execPath, '--disable-warning=ExperimentalWarning', script];
      child = spawn('setpriv', argv, { stdio: ['ignore', 'pipe', 'inherit'], env });
      const lines = createInterface({ input: child.stdout as NonNullable<typeof child.stdout> });
      const [address] = (await Promise.race([once(lines, 'line'), once(child, 'exit')])) as [string | number | null];
      if (typeof address !== 'string') throw new Error(`a node ended at once: ${address}`);
      node.url = address;
    },
    async [Symbol.asyncDispose]() {
      if (node.isAlive) {
        const gone = once(child, 'exit');
        child.kill('SIGCONT');
        child.kill('SIGTERM');
        await gone;
      }
      await rm(data, { recursive: true, force: true });
    },
  };
  await node.restart();
  return node;
}
