// A document in a process of its own that recognises its pages, one after the other.
import { join } from 'node:path';
import { Failure } from '#core/failure.ts';
import { patienceOf, whenGivingWay, type WorkSignal } from '#core/effort.ts';
import type { OcrMode } from '#core/ocr.ts';
import { answered, watchEndings, type End } from '#conversion/process/endings.ts';
import { breakdownOf, type Child } from '#conversion/process/forks/child.ts';
import { takeOut } from '#conversion/process/scratch.ts';
import { watchFolder } from '#conversion/process/watchdog.ts';
import { asFailure } from '../engine.ts';

export const maxWordBytes = 256 << 20;
const engine = 'tesseract';
/** For a page's drawing and layout, besides the recognition of its words. */
const marginMs = 10_000;

export interface PageToRecognise {
  /** From 0. */
  page: number;
  /** Points of a unit of its user space. */
  unit: number;
  mode: OcrMode;
  timeoutMs: number;
}

/** Disposing it ends the process. */
export class OcrJob implements AsyncDisposable {
  readonly #child: Child;
  readonly #signal: WorkSignal;
  readonly #broken = Promise.withResolvers<never>();
  readonly #endings: Disposable;
  readonly #giving: Disposable;
  #isOver = false;
  #heard: (fields: string[]) => void = () => {};

  constructor(child: Child, signal: WorkSignal) {
    this.#child = child;
    this.#signal = signal;
    this.#broken.promise.catch(() => {});
    child.listen((fields) => this.#heard(fields));
    void child.ended.then(({ how }) =>
      this.#breakOff(new Failure('conversion_failed', { engine }, { cause: breakdownOf(how) })),
    );
    const watch = (end: End) => watchFolder(child.folder, maxWordBytes, end);
    this.#endings = watchEndings({ signal, watch }, (reason) => this.#breakOff(reason));
    this.#giving = whenGivingWay(signal, () => child.giveWay());
  }

  /** Opens a PDF that PDFium can read. @throws source_unreadable */
  async open(file: string): Promise<void> {
    await this.#child.copyIn(file, 'in.pdf');
    await this.#ask(30_000, 'open', 'in.pdf');
  }

  /**
   * Writes the words of a page to `output`, as JSON. Returns false for a page that has text already.
   * @throws source_unreadable, conversion_failed, conversion_timeout, or the signal's reason
   */
  async recognise({ page, unit, mode, timeoutMs }: PageToRecognise, output: string): Promise<boolean> {
    const name = `page-${page}`;
    const ms = Math.round(timeoutMs * patienceOf(this.#signal));
    const words = [String(page), String(unit), mode, '1', String(ms), name];
    if ((await this.#ask(timeoutMs + marginMs, 'page', ...words)) === 'text') return false;
    await takeOut(join(this.#child.folder, name), output);
    return true;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isOver = true;
    this.#endings[Symbol.dispose]();
    this.#giving[Symbol.dispose]();
    await this.#child[Symbol.asyncDispose]();
  }

  async #ask(timeoutMs: number, verb: string, ...fields: string[]): Promise<string> {
    const { promise, resolve } = Promise.withResolvers<string[]>();
    this.#heard = resolve;
    this.#child.say(verb, ...fields);
    try {
      const [, outcome = '', text = ''] = await answered(
        Promise.race([promise, this.#broken.promise]),
        { timeoutMs: timeoutMs * patienceOf(this.#signal) },
        () => {},
      );
      if (outcome === 'ok') return text;
      throw new Failure('source_unreadable', {}, { cause: new Error(`${outcome}: ${text}`) });
    } catch (error) {
      throw asFailure(engine, error);
    }
  }

  #breakOff(reason: unknown): void {
    if (!this.#isOver) this.#child.countKilled();
    this.#broken.reject(reason);
  }
}
