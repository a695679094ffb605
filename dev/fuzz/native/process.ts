// One process of the sanitized program that serves document after document, each in the same folder: no sandbox, no fork.
import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createReadStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { sanitizerOptions } from './build.ts';

/** A limit that disables a bound of the program. */
export const endless = '18446744073709551615';
/** The first lines of a report identify it. */
const maxReport = 20_000;

/** Each is the fields of a command, without the id that a program that forks wants; or what an inspector sends to a talk. */
export type Command = readonly string[] | { talk: Buffer };

/** What PDFium does with a document that is not ours to mend: it works on it for too long, or fails a check of its own. */
type PdfiumEnd = 'slow' | 'stopped';

/** The program has ended, or was silent for too long. */
export class Ended extends Error {
  /** Undefined when it is a finding. */
  readonly byPdfium: PdfiumEnd | undefined;

  constructor(message: string, byPdfium: PdfiumEnd | undefined) {
    super(message);
    this.byPdfium = byPdfium;
  }
}

const pdfiumVerbs = ['render', 'rewrite', 'talk'];

export class NativeProcess implements AsyncDisposable {
  readonly #folder: string;
  readonly #process: ChildProcess;
  readonly #ended: Promise<string>;
  readonly #silenceMs: number;
  #report = '';
  #listener: (fields: string[]) => void = () => {};

  constructor(program: string, folder: string, { silenceMs = 30_000 }: { silenceMs?: number } = {}) {
    this.#folder = folder;
    this.#silenceMs = silenceMs;
    this.#process = spawn(program, [folder, 'alone', endless, endless, endless, ''], {
      env: { ...sanitizerOptions, PATH: process.env['PATH'] },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    this.#process.stdin?.on('error', () => {});
    this.#process.stderr?.on('data', (text: Buffer) => {
      if (this.#report.length < maxReport) this.#report += text.toString('latin1');
    });
    this.#ended = new Promise((resolve) => {
      this.#process.once('close', (code, signal) => resolve(`ended with ${signal ?? code}`));
    });
    if (this.#process.stdout !== null)
      createInterface({ input: this.#process.stdout }).on('line', (line) => this.#listener(line.split('\t')));
  }

  /** @returns the answer to each command. @throws Ended with the report of the sanitizer */
  async serve(commands: readonly Command[]): Promise<string[][]> {
    if (commands.length === 0) return [];
    const answers: string[][] = [];
    const done = Promise.withResolvers<void>();
    this.#listener = (fields) => {
      const [kind = ''] = fields;
      if (kind === 'talking') {
        const talk = commands[answers.length];
        if (talk !== undefined && 'talk' in talk) void this.#talk(talk.talk).catch(() => {});
        return;
      }
      if (!['opened', 'units', 'done'].includes(kind)) return;
      answers.push(fields);
      if (answers.length === commands.length) done.resolve();
    };
    const lines = commands.map((command) => {
      const [verb, ...fields] = 'talk' in command ? ['talk'] : command;
      return [verb, '', ...fields].join('\t');
    });
    this.#process.stdin?.write(`${lines.join('\n')}\n`);
    let isSilent = false;
    const silence = setTimeout(() => (isSilent = this.#process.kill('SIGABRT')), this.#silenceMs);
    const how = await Promise.race([done.promise, this.#ended]);
    clearTimeout(silence);
    if (how === undefined) return answers;
    const line = lines[answers.length] ?? '';
    const why = isSilent ? `silent for ${this.#silenceMs / 1000} s, then ${how}` : how;
    // Only the checks of PDFium end in a trap: a sanitizer reports, and exits.
    const end = isSilent ? 'slow' : how.includes('SIGTRAP') ? 'stopped' : undefined;
    const byPdfium = pdfiumVerbs.includes(line.split('\t')[0] ?? '') ? end : undefined;
    throw new Ended(`${why} at "${line.slice(0, 200)}"\n${this.#report}`, byPdfium);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#process.kill('SIGKILL');
    await this.#ended;
  }

  async #talk(requests: Buffer): Promise<void> {
    // The program holds the ends of both open until it has answered the last request.
    const answers = createReadStream(join(this.#folder, 'from'));
    answers.on('error', () => {}).resume();
    await new Promise((resolve) => answers.once('open', resolve).once('error', resolve));
    await writeFile(join(this.#folder, 'to'), requests);
  }
}
