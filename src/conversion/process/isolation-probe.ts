// Runs inside the sandbox, tries to escape, and prints the attempts that succeeded.
import { spawn, type ChildProcess } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';

interface Task {
  port: number;
  canary: string;
  neighbour: string;
  variable: string;
  processes: number;
}

const task = JSON.parse(readFileSync(0, 'utf8')) as Task;

const can = (act: () => unknown): boolean => {
  try {
    return Boolean(act());
  } catch {
    return false;
  }
};

const network = () =>
  new Promise<boolean>((resolve) => {
    const socket = connect({ port: task.port, host: '127.0.0.1', timeout: 1000 });
    const end = (reached: boolean) => {
      socket.destroy();
      resolve(reached);
    };
    socket
      .on('connect', () => end(true))
      .on('error', () => end(false))
      .on('timeout', () => end(false));
  });

const parentEnvironment = () =>
  readdirSync('/proc').some(
    (name) =>
      /^\d+$/.test(name) &&
      can(() => readFileSync(`/proc/${name}/environ`, 'latin1').split('\0').includes(task.variable)),
  );

/** The files that must not be writable; the service's folder is not part of the system, but is protected as well. */
const systemFiles = [
  '/usr/bin/.platen-probe',
  '/etc/.platen-probe',
  '/in/.platen-probe',
  '/.platen-probe',
  `${import.meta.dirname}/.platen-probe`,
];

const writeToSystem = () =>
  systemFiles.some((path) =>
    can(() => {
      writeFileSync(path, 'x');
      rmSync(path);
      return true;
    }),
  );

/** Returns whether all requested processes could be started at once. */
async function forkBomb(): Promise<boolean> {
  const children: ChildProcess[] = [];
  try {
    for (let n = 0; n < task.processes; n++) {
      const child = spawn('sleep', ['5'], { stdio: 'ignore' });
      const started = await new Promise<boolean>((resolve) =>
        child.once('spawn', () => resolve(true)).once('error', () => resolve(false)),
      );
      if (!started) return false;
      children.push(child);
    }
    return true;
  } catch {
    return false;
  } finally {
    for (const child of children) child.kill('SIGKILL');
  }
}

const result = {
  network: await network(),
  parentEnvironment: can(parentEnvironment),
  neighboursFile: can(() => readFileSync(task.neighbour, 'utf8') === task.canary),
  writeToSystem: writeToSystem(),
  forkBomb: await forkBomb(),
};
process.stdout.write(JSON.stringify(result));
