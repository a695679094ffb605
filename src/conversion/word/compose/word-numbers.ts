// The labels that Word prints before numbered paragraphs: each numbering (w:num) counts by levels, and a level begins again below
// the next paragraph of a shallower one (ECMA-376, 17.9).
import { romanOf } from '#conversion/layout/roman-numerals.ts';
import type { LabelKind } from '#conversion/layout/layout-blocks.ts';
import type { ListFormat } from '../docx-model.ts';

/** By level. */
interface Counts {
  /** The format of a level is that of its first paragraph. */
  formats: Map<number, ListFormat>;
  numbers: Map<number, number>;
  /** Levels that were skipped by a deeper one: programs do not agree whether that counts for them. */
  skipped: Set<number>;
}

/** Word counts no further (17.9.25). */
const highest = 32_767;

export class WordNumbers {
  readonly #lists = new Map<number, Counts>();

  /** The label of a paragraph after the counted ones; undefined where it is not certain. */
  labelOf(list: number, level: number, format: ListFormat): string | undefined {
    const { formats, numbers, skipped } = this.#lists.get(list) ?? emptyCounts();
    const { kind, text, start } = formats.get(level) ?? format;
    if (kind === 'bullet') return text;
    const before = numbers.get(level);
    if ((before === undefined && skipped.has(level)) || (before ?? start) >= highest) return undefined;
    const own = written[kind](before === undefined ? start : before + 1);
    const parts = text.split(/%(\d)/).map((part, n) => {
      if (n % 2 === 0) return part;
      const place = Number(part) - 1;
      return place === level ? own : this.numberAt(list, place);
    });
    return parts.includes(undefined) ? undefined : parts.join('');
  }

  /** The current number of a level; undefined for bullets and of levels without a number so far. */
  numberAt(list: number, level: number): string | undefined {
    const { formats, numbers } = this.#lists.get(list) ?? emptyCounts();
    const { kind = 'bullet' } = formats.get(level) ?? {};
    const number = numbers.get(level);
    return kind === 'bullet' || number === undefined ? undefined : written[kind](number);
  }

  count(list: number, level: number, format: ListFormat): void {
    const counts = this.#lists.get(list) ?? emptyCounts();
    this.#lists.set(list, counts);
    const { formats, numbers, skipped } = counts;
    if (!formats.has(level)) formats.set(level, format);
    const { start } = formats.get(level) ?? format;
    numbers.set(level, (numbers.get(level) ?? start - 1) + 1);
    for (const deeper of numbers.keys()) if (deeper > level) numbers.delete(deeper);
    for (const deeper of skipped) if (deeper > level) skipped.delete(deeper);
    for (let n = 0; n < level; n++) if (!numbers.has(n)) skipped.add(n);
  }
}

const emptyCounts = (): Counts => ({ formats: new Map(), numbers: new Map(), skipped: new Set() });

/** "z" is followed by "aa" and "bb". */
const letters = (number: number): string =>
  String.fromCodePoint(0x61 + ((number - 1) % 26)).repeat(Math.ceil(number / 26));

/** A number as the format of a level writes it (17.18.59). */
const written: Readonly<Record<Exclude<LabelKind, 'bullet'>, (number: number) => string>> = {
  decimal: String,
  decimalZero: (number) => String(number).padStart(2, '0'),
  lowerLetter: letters,
  upperLetter: (number) => letters(number).toUpperCase(),
  lowerRoman: romanOf,
  upperRoman: (number) => romanOf(number).toUpperCase(),
};
