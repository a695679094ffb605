// The clients as processes that perform a command a line.
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { delimiter } from 'node:path';

const root = join(import.meta.dirname, '..', '..');

export interface ClientError {
  type: string;
  code: string;
  status: number;
  message: string;
  fields: Record<string, unknown>;
  remedy: string;
  retryable: boolean;
  retry_after: number | null;
  job_id: string | null;
}

export interface Ended {
  ok?: Record<string, unknown>;
  error?: ClientError;
}

export type Command = { do: string } & Record<string, unknown>;

interface Language {
  name: string;
  program: string;
  args: readonly string[];
  env?: Record<string, string>;
}

const languages: readonly Language[] = [
  {
    name: 'TypeScript',
    program: process.execPath,
    args: ['--disable-warning=ExperimentalWarning', join(root, 'clients/typescript/test/runner.ts')],
  },
  {
    name: 'Python',
    program: '/usr/bin/python3',
    args: [join(root, 'clients/python/tests/runner.py')],
    env: { PYTHONPATH: join(root, 'clients/python/src'), PYTHONDONTWRITEBYTECODE: '1' },
  },
  { name: 'PHP', program: 'php', args: [join(root, 'clients/php/tests/runner.php')] },
];

const has = (program: string): boolean =>
  existsSync(program) || (process.env['PATH'] ?? '').split(delimiter).some((path) => existsSync(join(path, program)));

export interface Runner extends AsyncDisposable {
  name: string;
  run(command: Command): Promise<Ended>;
}

export const runners = languages.map((language) => ({
  name: language.name,
  /** Why it cannot run here. */
  skip: has(language.program) ? false : `${language.program} is not installed`,
  start: (url: string, key: string) => new Process(language, url, key),
}));

class Process implements Runner {
  readonly name: string;
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, { resolve: (ended: Ended) => void; reject: (error: Error) => void }>();
  #count = 0;
  #said = '';
  #isClosed = false;

  constructor({ name, program, args, env = {} }: Language, url: string, key: string) {
    this.name = name;
    const { PATH = '', HOME = '/tmp' } = process.env;
    this.#child = spawn(program, args, {
      env: { PATH, HOME, LANG: 'C.UTF-8', PLATEN_URL: url, PLATEN_API_KEY: key, ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    const { stdout, stderr } = this.#child;
    if (stdout !== null)
      createInterface({ input: stdout }).on('line', (line) => {
        const { id, ...ended } = JSON.parse(line) as { id: number } & Ended;
        this.#waiting.get(id)?.resolve(ended);
        this.#waiting.delete(id);
      });
    stderr?.on('data', (chunk) => (this.#said += String(chunk)));
    this.#child.on('close', () => {
      this.#isClosed = true;
      for (const { reject } of this.#waiting.values()) reject(new Error(`${name} ended: ${this.#said}`));
    });
  }

  run(command: Command): Promise<Ended> {
    if (this.#isClosed) return Promise.reject(new Error(`${this.name} ended: ${this.#said}`));
    const id = this.#count++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#child.stdin?.write(`${JSON.stringify({ id, ...command })}\n`);
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#isClosed) return;
    const closed = new Promise((resolve) => this.#child.once('close', resolve));
    this.#child.stdin?.end();
    await closed;
  }
}
