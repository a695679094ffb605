// The actual use of resources in a document's content: how large each image is drawn, which codes of each font are shown, and which
// entries of each resource dictionary are named. Pages, appearances, forms, patterns, soft masks and Type 3 glyphs are run.
import { readContent, type Operand } from '#conversion/pdf/content.ts';
import {
  isDictionary,
  isReference,
  type PdfDictionary,
  type PdfDocument,
  type PdfValue,
} from '#conversion/pdf/graph.ts';
import { neverNamed } from '#conversion/pdf/keep/resources.ts';
import { contentOf } from '#conversion/pdf/overlay.ts';
import { userUnit, type PdfPage } from '#conversion/pdf/pages.ts';
import { identity, matrixOf, sides, times, type Matrix } from './matrix.ts';

/** The largest size at which something is drawn, in points. */
export interface Placement {
  width: number;
  height: number;
}

export interface Usage {
  /** By the image's reference; an image that is missing is not drawn by any content. */
  images: Map<string, Placement>;
  /** The strings shown in each font (by its dictionary); null when not all of them are known. */
  fonts: Map<PdfDictionary, Set<string> | null>;
  /** The names used of each category of resources (by its dictionary). */
  names: Map<PdfDictionary, Set<string>>;
  /** False when there was more content than time for it: then nothing may be called unused. */
  isComplete: boolean;
}

interface State {
  matrix: Matrix;
  font: PdfDictionary | null;
}

interface Running {
  resources: PdfDictionary;
  /** The state at the beginning of the content: patterns are set in it. */
  base: Matrix;
  depth: number;
}

const categories = ['/Font', '/XObject', '/Pattern', '/Shading', '/ExtGState', '/ColorSpace', '/Properties'] as const;
type Category = (typeof categories)[number];

const maxDepth = 24;
const maxSaved = 1024;
/** Of content, run again wherever it is drawn again. */
const maxBytes = 256 << 20;
/** Matrices in which one form is run; beyond them its images count as drawn very large. */
const maxRuns = 48;
const huge: Matrix = [1e9, 0, 0, 1e9];

/** `contentOfStream` returns a stream's decoded data, or null. @param deadline a time of performance.now() */
export function usageOf(
  document: PdfDocument,
  pages: readonly PdfPage[],
  contentOfStream: (reference: string) => Buffer | null,
  deadline: number,
): Usage {
  const interpreter = new Interpreter(document, contentOfStream, deadline);
  for (const page of pages) interpreter.page(page);
  interpreter.runOtherForms();
  interpreter.keepFormResources();
  return interpreter.usage;
}

class Interpreter {
  readonly usage: Usage = { images: new Map(), fonts: new Map(), names: new Map(), isComplete: true };
  readonly #document: PdfDocument;
  readonly #contentOfStream: (reference: string) => Buffer | null;
  readonly #deadline: number;
  readonly #runs = new Map<string, Set<string>>();
  readonly #numbers = new Map<PdfDictionary, number>();
  readonly #type3 = new Set<string>();
  #bytes = 0;

  constructor(document: PdfDocument, contentOfStream: (reference: string) => Buffer | null, deadline: number) {
    this.#document = document;
    this.#contentOfStream = contentOfStream;
    this.#deadline = deadline;
  }

  page(page: PdfPage): void {
    const document = this.#document;
    const unit = userUnit(document, page);
    const base: Matrix = [unit, 0, 0, unit];
    const resources = document.dictionary(page.dictionary['/Resources']);
    const parts: Buffer[] = [];
    for (const reference of contentOf(document, page)) {
      const part = this.#content(reference);
      if (part === null) return;
      parts.push(part, Buffer.from('\n'));
    }
    this.#run(parts.length === 2 && parts[0] ? parts[0] : Buffer.concat(parts), { resources, base, depth: 0 }, null);
    for (const annotation of document.array(page.dictionary['/Annots'])) this.#annotation(annotation, base, resources);
  }

  /** Forms that no page draws may be shown all the same: icons of buttons, templates. */
  runOtherForms(): void {
    const document = this.#document;
    for (const reference of document.references())
      if (!this.#runs.has(reference) && document.isStream(reference) && isForm(document, reference))
        this.#form(reference, huge, { resources: {}, base: huge, depth: 0 }, null);
  }

  /** Fonts that fields are set in when they are filled stay whole, and so do the dictionaries that name them. */
  keepFormResources(): void {
    for (const dictionary of this.#document.dictionaries())
      if (dictionary['/DR'] !== undefined) this.#keepAll(this.#document.dictionary(dictionary['/DR']));
  }

  #annotation(annotation: PdfValue, base: Matrix, resources: PdfDictionary): void {
    const document = this.#document;
    const { '/AP': appearances, '/Rect': rect } = document.dictionary(annotation);
    const states: PdfValue[] = Object.values(document.dictionary(appearances));
    for (const state of states) {
      const streams = document.isStream(state) ? [state] : Object.values(document.dictionary(state));
      for (const stream of streams) {
        if (!isReference(stream) || !document.isStream(stream)) continue;
        const form = document.dictionary(stream);
        const [width, height] = spans(document, rect);
        const [boxWidth, boxHeight] = spans(document, form['/BBox']);
        const [across, up] = turned(matrixOf(document, form['/Matrix']), boxWidth, boxHeight);
        const fit: Matrix = [across > 0 ? width / across : 1, 0, 0, up > 0 ? height / up : 1];
        this.#form(stream, times(fit, base), { resources, base, depth: 0 }, null);
      }
    }
  }

  #run(content: Buffer, running: Running, font: PdfDictionary | null): void {
    const { resources } = running;
    for (const category of categories) this.#namesOf(resources, category);
    let state: State = { matrix: running.base, font };
    const saved: State[] = [];
    let count = 0;
    const isWhole = readContent(content, (operator, operands) => {
      if ((++count & 0xfff) === 0 && performance.now() > this.#deadline) this.#giveUp();
      if (!this.usage.isComplete) return;
      const last = operands.at(-1);
      switch (operator) {
        case 'q':
          if (saved.length < maxSaved) saved.push({ ...state });
          else this.#giveUp();
          return;
        case 'Q':
          state = saved.pop() ?? state;
          return;
        case 'cm':
          state.matrix = times(numbers(operands), state.matrix);
          return;
        case 'Tf':
          state.font = this.#font(running, operands[0]);
          return;
        case 'Tj':
        case "'":
        case '"':
          this.#show(state.font, last);
          return;
        case 'TJ':
          if (Array.isArray(last)) for (const item of last) this.#show(state.font, item);
          return;
        case 'Do':
          this.#draw(running, last, state);
          return;
        case 'gs':
          this.#graphicsState(running, last, state);
          return;
        case 'scn':
        case 'SCN':
          if (typeof last === 'string') this.#pattern(running, last);
          return;
        case 'cs':
        case 'CS':
          this.#resource(running, '/ColorSpace', last);
          return;
        case 'sh':
          this.#resource(running, '/Shading', last);
          return;
        case 'BDC':
        case 'DP':
          this.#resource(running, '/Properties', last);
          return;
        case 'BI':
          if (operands[0] instanceof Map)
            this.#resource(running, '/ColorSpace', operands[0].get('/CS') ?? operands[0].get('/ColorSpace'));
          return;
        default:
      }
    });
    if (!isWhole) this.#giveUp();
  }

  #namesOf(resources: PdfDictionary, category: Category): [PdfDictionary, Set<string>] {
    const dictionary = this.#document.dictionary(resources[category]);
    const names = this.usage.names.get(dictionary) ?? new Set<string>(neverNamed);
    this.usage.names.set(dictionary, names);
    return [dictionary, names];
  }

  #resource({ resources }: Running, category: Category, name: Operand | undefined): PdfValue | undefined {
    if (typeof name !== 'string' || !name.startsWith('/')) return undefined;
    const [dictionary, names] = this.#namesOf(resources, category);
    // qpdf shows names as UTF-8 where they are.
    const key = [name, Buffer.from(name, 'latin1').toString('utf8')].find((spelling) => spelling in dictionary);
    if (key === undefined) {
      if (/[^\u0021-\u007e]/.test(name)) this.#giveUp();
      return undefined;
    }
    names.add(key);
    return dictionary[key as `/${string}`];
  }

  #font(running: Running, name: Operand | undefined): PdfDictionary | null {
    const value = this.#resource(running, '/Font', name);
    return value === undefined ? null : this.#useFont(value, running);
  }

  #useFont(value: PdfValue, running: Running): PdfDictionary | null {
    const font = this.#document.get(value);
    if (!isDictionary(font)) return null;
    if (!this.usage.fonts.has(font)) this.usage.fonts.set(font, new Set());
    if (this.#document.name(font['/Subtype']) === '/Type3') this.#glyphs(font, running);
    return font;
  }

  /** Type 3 glyphs may be set at any size; without resources of their own they use those of where they are shown. */
  #glyphs(font: PdfDictionary, running: Running): void {
    const own = this.#document.get(font['/Resources'] ?? null);
    const resources = isDictionary(own) ? own : running.resources;
    const key = `${this.#numberOf(font)} ${this.#numberOf(resources)}`;
    if (this.#type3.has(key)) return;
    this.#type3.add(key);
    if (running.depth > maxDepth) return this.#giveUp();
    for (const glyph of Object.values(this.#document.dictionary(font['/CharProcs']))) {
      const content = isReference(glyph) ? this.#content(glyph) : null;
      if (content !== null) this.#run(content, { resources, base: huge, depth: running.depth + 1 }, null);
    }
  }

  #show(font: PdfDictionary | null, text: Operand | undefined): void {
    if (font !== null && Buffer.isBuffer(text)) this.usage.fonts.get(font)?.add(text.toString('latin1'));
  }

  #draw(running: Running, name: Operand | undefined, state: State): void {
    const document = this.#document;
    const reference = this.#resource(running, '/XObject', name);
    if (!isReference(reference) || !document.isStream(reference)) return;
    const dictionary = document.dictionary(reference);
    const subtype = document.name(dictionary['/Subtype']);
    if (subtype === '/Form') this.#form(reference, state.matrix, running, state.font);
    else if (subtype === '/Image') {
      const [width, height] = sides(state.matrix);
      for (const image of [reference, dictionary['/SMask'], dictionary['/Mask']])
        if (isReference(image)) this.#place(image, width, height);
    }
  }

  #place(image: string, width: number, height: number): void {
    const before = this.usage.images.get(image);
    this.usage.images.set(image, {
      width: Math.max(before?.width ?? 0, width),
      height: Math.max(before?.height ?? 0, height),
    });
  }

  #form(reference: string, matrix: Matrix, { resources, depth }: Running, font: PdfDictionary | null): void {
    if (depth > maxDepth) return this.#giveUp();
    const document = this.#document;
    const dictionary = document.dictionary(reference);
    const own = document.get(dictionary['/Resources'] ?? null);
    const theirs = isDictionary(own) ? own : resources;
    let base = times(matrixOf(document, dictionary['/Matrix']), matrix);
    const context = `${this.#numberOf(theirs)} ${font === null ? '' : this.#numberOf(font)}`;
    const key = (shape: Matrix) => `${shape.map((item) => item.toPrecision(3)).join(' ')} ${context}`;
    const runs = this.#runs.get(reference) ?? new Set<string>();
    this.#runs.set(reference, runs);
    if (!runs.has(key(base)) && runs.size >= maxRuns) base = huge;
    if (runs.has(key(base))) return;
    // Only different resources and fonts distinguish them.
    if (runs.size > maxRuns * 4) return this.#giveUp();
    runs.add(key(base));
    const content = this.#content(reference);
    if (content !== null) this.#run(content, { resources: theirs, base, depth: depth + 1 }, font);
  }

  #pattern(running: Running, name: string): void {
    const pattern = this.#resource(running, '/Pattern', name);
    if (isReference(pattern) && this.#document.isStream(pattern)) this.#form(pattern, running.base, running, null);
  }

  #graphicsState(running: Running, name: Operand | undefined, state: State): void {
    const document = this.#document;
    const settings = document.dictionary(this.#resource(running, '/ExtGState', name));
    const [font] = document.array(settings['/Font']);
    if (font !== undefined) state.font = this.#useFont(font, running);
    const group = document.dictionary(settings['/SMask'])['/G'];
    if (isReference(group) && document.isStream(group)) this.#form(group, state.matrix, running, state.font);
  }

  /** From here on nothing is certain: objects that are not seen to be used may be used. */
  #giveUp(): void {
    this.usage.isComplete = false;
  }

  /** Null when there is no time for it, or it cannot be read: then it may use anything. */
  #content(reference: string): Buffer | null {
    if (!this.usage.isComplete) return null;
    const content = performance.now() > this.#deadline ? null : this.#contentOfStream(reference);
    this.#bytes += content?.length ?? 0;
    if (content === null || this.#bytes > maxBytes) this.#giveUp();
    return this.usage.isComplete ? content : null;
  }

  #keepAll(resources: PdfDictionary): void {
    const document = this.#document;
    for (const category of categories) {
      const [dictionary, names] = this.#namesOf(resources, category);
      for (const [name, value] of Object.entries(dictionary)) {
        names.add(name);
        const item = document.get(value);
        if (category === '/Font' && isDictionary(item)) this.usage.fonts.set(item, null);
        if (category === '/XObject' && isReference(value)) this.#place(value, huge[0], huge[0]);
      }
    }
  }

  #numberOf(dictionary: PdfDictionary): number {
    const known = this.#numbers.get(dictionary) ?? this.#numbers.size;
    this.#numbers.set(dictionary, known);
    return known;
  }
}

const isForm = (document: PdfDocument, reference: string) =>
  document.name(document.dictionary(reference)['/Subtype']) === '/Form';

function numbers(operands: Operand[]): Matrix {
  const [a, b, c, d] = operands;
  const isMatrix = typeof a === 'number' && typeof b === 'number' && typeof c === 'number' && typeof d === 'number';
  return isMatrix ? [a, b, c, d] : identity;
}

function spans(document: PdfDocument, box: PdfValue | undefined): [number, number] {
  const [a = 0, b = 0, c = 0, d = 0] = document.array(box).map((item) => document.number(item) ?? 0);
  return [Math.abs(c - a), Math.abs(d - b)];
}

/** Width and height of the upright box around a transformed one. */
const turned = ([a, b, c, d]: Matrix, width: number, height: number): [number, number] => [
  Math.abs(a) * width + Math.abs(c) * height,
  Math.abs(b) * width + Math.abs(d) * height,
];
