// The PDFs of a job in one process (native/server.cc): each is read once, changed in memory, and written once.
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure, isFailure } from '#core/failure.ts';
import { pageFile } from '#core/page-file.ts';
import { anySignal, patienceOf, whenGivingWay, type WorkSignal } from '#core/effort.ts';
import type { InspectorTasks, Inspectors } from '#conversion/engines/inspectors.ts';
import { answered, watchEndings, type End } from '#conversion/process/endings.ts';
import { breakdownOf, type Child } from '#conversion/process/forks/child.ts';
import { takeOut } from '#conversion/process/scratch.ts';
import { watchFolder } from '#conversion/process/watchdog.ts';
import { asFailure } from '../engine.ts';

/**
 * How a PDF opens: `mended` though other programs would not take its header or trailer, `restricted` though it is encrypted (without a password, or with the one given), `locked` not with the
 * passwords passed (or without one), `certificate` is encrypted for a recipient's key, `broken` cannot be read.
 */
export type PdfAccess = 'open' | 'mended' | 'restricted' | 'locked' | 'certificate' | 'broken';

export interface PdfFacts {
  access: PdfAccess;
  /** The number of pages that really exist; 0 unless the PDF is `open`, `mended` or `restricted`. */
  pages: number;
  /** Whether the PDF is a dynamic XFA form, whose pages are placeholders. */
  isDynamicForm?: boolean;
}

/** How objects are written: unchanged, or packed into compressed streams; `repacked` also recompresses all streams. */
export type Packing = 'plain' | 'packed' | 'repacked';

export interface Protection {
  userPassword: string;
  ownerPassword: string;
  preventPrint: boolean;
  preventCopy: boolean;
}

export interface Rendering {
  /** The pages from 0, each with its points per unit. */
  pages: readonly { page: number; unit: number }[];
  format: 'png' | 'jpg';
  dpi: number;
  maxPixels: number;
  onPage: (bytes: number) => void;
}

const engine = 'qpdf';
export const maxOutputBytes = 1536 << 20;
/** The time limit of one command, regardless of the order's own deadline. */
export const pdfTimeoutMs = 80_000;

/** How long the report of a process's end may take. */
const lateMs = 500;

const hex = (text: string) => Buffer.from(text, 'utf8').toString('hex');

/**
 * The PDFs of a job in their own process. Commands run one after the other; each throws a {@link Failure}
 * or the signal's reason.
 * @example
 * await using pdf = await engines.pdf.begin(signal);
 * const { slot } = await pdf.open(input, ['password']);
 * await pdf.rotate(slot, 90);
 * await pdf.write(slot, output);
 */
export class PdfJob implements AsyncDisposable {
  readonly #child: Child;
  readonly #inspectors: Inspectors;
  readonly #signal: WorkSignal;
  /** Rejects for waiting callers when the job ends prematurely. */
  readonly #broken = Promise.withResolvers<never>();
  readonly #endings: Disposable;
  readonly #giving: Disposable;
  #isOver = false;
  #slots = 0;
  #files = 0;
  #heard: (fields: string[]) => void = () => {};

  constructor(child: Child, inspectors: Inspectors, signal: WorkSignal) {
    this.#child = child;
    this.#inspectors = inspectors;
    this.#signal = signal;
    this.#broken.promise.catch(() => {});
    child.listen((fields) => this.#heard(fields));
    void child.ended.then(({ how }) =>
      this.#breakOff(new Failure('conversion_failed', { engine }, { cause: breakdownOf(how) })),
    );
    const watch = (end: End) => watchFolder(child.folder, maxOutputBytes, end);
    this.#endings = watchEndings({ signal, watch }, (reason) => this.#breakOff(reason));
    this.#giving = whenGivingWay(signal, () => child.giveWay());
  }

  /** Opens a file in the next slot, with the first password that opens it if it needs one. */
  async open(path: string, passwords: readonly string[] = []): Promise<PdfFacts & { slot: number }> {
    const slot = this.#slots++;
    return { slot, ...(await this.#openFile(slot, await this.put(path), passwords)) };
  }

  /** Opens PDFium's copy of a file that qpdf cannot read, in the same slot. */
  async repair(slot: number, path: string): Promise<PdfFacts> {
    const [from, to] = [await this.put(path), this.#name('.pdf')];
    const isRewritten = await this.#ask('rewrite', from, to).then(
      () => true,
      (error: unknown) => {
        if (isFailure(error, 'source_unreadable')) return false;
        throw error;
      },
    );
    return isRewritten ? this.#openFile(slot, to, []) : { access: 'broken', pages: 0 };
  }

  async #openFile(slot: number, name: string, passwords: readonly string[]): Promise<PdfFacts> {
    const [access, pages, form] = await this.#ask('open', String(slot), name, ...passwords.slice(0, 8).map(hex));
    return { access: access as PdfAccess, pages: Number(pages), isDynamicForm: form === 'xfa' };
  }

  /** Rotates every page clockwise, in addition to its own rotation. */
  async rotate(slot: number, degrees: number): Promise<void> {
    await this.#do('rotate', String(slot), String(degrees));
  }

  /** Returns the points per unit of each page's user space. */
  async units(slot: number): Promise<number[]> {
    const [units = ''] = await this.#ask('units', String(slot));
    return units.split(' ').map(Number);
  }

  /**
   * Checks pages, and returns whether annotations lack an appearance, so that PDFium omits them.
   * @throws source_unreadable for pages that no program can draw, such as forms that draw forms again and again
   */
  async checkDrawable(slot: number): Promise<{ hasBareAnnotations: boolean }> {
    const [, found] = await this.#ask('drawable', String(slot));
    return { hasBareAnnotations: found === 'bare' };
  }

  /**
   * Draws pages of a file that PDFium can read into `folder`, as page-001.png or .jpg: annotations and form fields on white.
   * @throws output_too_large for a page of too many pixels
   */
  async render(file: string, folder: string, { pages, format, dpi, maxPixels, onPage }: Rendering): Promise<void> {
    const name = await this.put(file, 'drawn.pdf');
    const due = new Map(pages.map(({ page }) => [page, pageFile(page + 1, format)]));
    let taking = Promise.resolve();
    const list = pages.map(({ page, unit }) => `${page}:${unit}`).join(' ');
    const answer = this.#hear(([kind, number, bytes]) => {
      const made = due.get(Number(number));
      // Accepts each requested page only once, because the process that draws hostile documents is not trusted.
      if (kind !== 'page' || made === undefined || !due.delete(Number(number))) return kind === 'page';
      onPage(Number(bytes));
      taking = taking.then(() => this.#take(made, join(folder, made)));
      taking.catch(() => {});
      return true;
    });
    answer.catch(() => {});
    this.#child.say('render', name, format, String(dpi), String(maxPixels), list);
    const [, outcome, page] = await answer;
    await taking;
    if (outcome === 'large')
      throw new Failure('output_too_large', { format, page: Number(page) + 1, max_pixels: maxPixels });
    if (outcome === 'unreadable') throw new Failure('source_unreadable');
    if (due.size > 0) throw new Failure('conversion_failed', { engine: 'pdfium' });
  }

  /** Writes a document without encryption. */
  async write(slot: number, output: string, packing: Packing = 'plain'): Promise<void> {
    const name = this.#name('.pdf');
    await this.#do('write', String(slot), name, packing);
    await this.#take(name, output);
  }

  /** Writes a document encrypted with AES-256 (ISO 32000-2, revision 6), including metadata. Accessibility tools can always read it. */
  async protect(slot: number, output: string, protection: Protection): Promise<void> {
    const { userPassword, ownerPassword, preventPrint, preventCopy } = protection;
    const rights = [preventPrint, preventCopy].map((isPrevented) => (isPrevented ? '1' : '0'));
    const name = this.#name('.pdf');
    await this.#do('protect', String(slot), name, hex(userPassword), hex(ownerPassword), ...rights);
    await this.#take(name, output);
  }

  /** Joins all documents into a new one, in the order of their slots. */
  async join(): Promise<number> {
    await this.#do('join');
    return this.#slots++;
  }

  /** Writes every object as JSON to `graph`, and each stream's stored data to `folder`, as `s-NUMBER`. */
  async unfold(slot: number, graph: string, folder?: string): Promise<void> {
    const [name, streams] = [this.#name('.json'), folder === undefined ? '' : this.#name('')];
    await this.#do('unfold', String(slot), name, streams);
    await this.#take(name, graph);
    if (folder !== undefined) await this.#take(streams, folder);
  }

  /** Applies changed and new objects from a file in qpdf's JSON. */
  async patchFrom(slot: number, file: string): Promise<void> {
    await this.#do('patch', String(slot), await this.put(file));
  }

  /**
   * Lets an inspector read and change the documents, and write results (by name in the folder of the process).
   * @throws the errors of the task
   */
  async inspect<Task extends keyof InspectorTasks>(
    task: Task,
    args: Parameters<InspectorTasks[Task]>[0],
    { files = {}, results = {} }: { files?: Record<string, string>; results?: Record<string, string> } = {},
  ): Promise<Awaited<ReturnType<InspectorTasks[Task]>>> {
    const { folder } = this.#child;
    const talking = this.#hear();
    talking.catch(() => {});
    this.#child.say('talk');
    if ((await talking)[0] !== 'talking') throw new Failure('conversion_failed', { engine });
    const done = this.#hear();
    done.catch(() => {});
    const stop = new AbortController();
    const signal = anySignal(this.#signal, stop.signal);
    this.#broken.promise.catch((error: unknown) => stop.abort(error));
    const pipes = { to: join(folder, 'to'), from: join(folder, 'from') };
    try {
      const answer = await this.#inspectors.run(task, args, { files, pipes, signal });
      await done;
      for (const [name, output] of Object.entries(results)) await this.#take(name, output);
      return answer;
    } catch (error) {
      // The inspector may be the first to notice that the process with the document has ended, but cannot know why.
      if (isFailure(error, 'conversion_failed'))
        await Promise.race([this.#broken.promise, sleep(lateMs, undefined, { ref: false })]);
      throw asFailure(engine, error);
    }
  }

  /** Passes a file to the process, and returns its name there. */
  async put(path: string, name = this.#name('')): Promise<string> {
    await this.#child.copyIn(path, name);
    return name;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isOver = true;
    this.#endings[Symbol.dispose]();
    this.#giving[Symbol.dispose]();
    await this.#child[Symbol.asyncDispose]();
  }

  /** Sends a command whose answer consists of words. */
  async #ask(word: string, ...fields: string[]): Promise<string[]> {
    const answer = this.#hear();
    answer.catch(() => {});
    this.#child.say(word, ...fields);
    const [kind, ...rest] = await answer;
    if (kind === 'done' && rest[0] !== 'ok') throw complaint(rest);
    return rest;
  }

  async #do(word: string, ...fields: string[]): Promise<void> {
    await this.#ask(word, ...fields);
  }

  /** Returns the next line that `onEvent` does not handle. */
  async #hear(onEvent: (fields: string[]) => boolean = () => false): Promise<string[]> {
    const { promise, resolve } = Promise.withResolvers<string[]>();
    this.#heard = (fields) => void (onEvent(fields) || resolve(fields));
    try {
      return await answered(
        Promise.race([promise, this.#broken.promise]),
        { timeoutMs: pdfTimeoutMs * patienceOf(this.#signal) },
        () => {},
      );
    } catch (error) {
      throw asFailure(engine, error);
    }
  }

  /** Moves a result out while the process still runs: the file is opened first, and the open file is moved. */
  async #take(name: string, output: string): Promise<void> {
    await takeOut(join(this.#child.folder, name), output);
  }

  #breakOff(reason: unknown): void {
    if (!this.#isOver) this.#child.countKilled();
    this.#broken.reject(reason);
  }

  #name(extension: string): string {
    return `f${++this.#files}${extension}`;
  }
}

/** Turns an error of libqpdf into a failure of its input, as is a request for more memory than any document should need. */
const complaint = ([how, text]: string[]): Failure =>
  new Failure('source_unreadable', {}, { cause: new Error(`${how}: ${text}`) });
