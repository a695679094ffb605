// How much of the truth a document has, by feature: 1 is all of it and nothing else.
import { type Content, type Found, textsOf, wordsOf } from './content.ts';
import type { PlacedCell } from './model.ts';

export const features = [
  'text',
  'order',
  'paragraphs',
  'headings',
  'lists',
  'tables',
  'columns',
  'notes',
  'headers and footers',
  'pictures',
  'links',
  'bold',
  'italic',
] as const;

export type Feature = (typeof features)[number];

/** Points by which the sides of a picture may differ. */
const sameSize = 3;

/** Scores a document; a feature that neither it nor the truth has is left out. */
export function scored(found: Content, truth: Content): Map<Feature, number> {
  const both = <Value>(of: (content: Content) => Value): [Value, Value] => [of(found), of(truth)];
  const texts = ({ blocks }: Content) => blocks.flatMap(textsOf);
  const of = <Kind extends Found['kind']>({ blocks }: Content, kind: Kind) =>
    blocks.filter((block): block is Extract<Found, { kind: Kind }> => block.kind === kind);
  const scores: [Feature, number | undefined][] = [
    ['text', f1(...both((content) => texts(content).flatMap(wordsOf)))],
    ['order', orderOf(...both((content) => texts(content).flatMap(wordsOf)))],
    ['paragraphs', f1(...both((content) => of(content, 'paragraph').map(({ text }) => text)))],
    [
      'headings',
      f1(...both((content) => of(content, 'heading').map(({ level, text }) => `${level} ${unnumbered(text)}`))),
    ],
    [
      'lists',
      f1(...both((content) => of(content, 'item').map(({ level, ordered, text }) => `${level} ${ordered} ${text}`))),
    ],
    ['tables', tablesScore(...both((content) => of(content, 'table').map(({ cells }) => cells)))],
    [
      'columns',
      f1(
        ...both((content) =>
          content.blocks.flatMap((block) =>
            textsOf(block)
              .flatMap(wordsOf)
              .map((word) => `${block.columns} ${word}`),
          ),
        ),
      ),
    ],
    ['notes', f1(...both(({ notes }) => notes))],
    [
      'headers and footers',
      f1(
        ...both(({ headers, footers }) => [
          ...headers.map((text) => `header ${text}`),
          ...footers.map((text) => `footer ${text}`),
        ]),
      ),
    ],
    ['pictures', picturesScore(...both(({ pictures }) => pictures))],
    ['links', f1(...both(({ links }) => links.map(({ address, text }) => `${address} ${text}`)))],
    ['bold', f1(...both(({ bold }) => bold))],
    ['italic', f1(...both(({ italic }) => italic))],
  ];
  return new Map(scores.filter((score): score is [Feature, number] => score[1] !== undefined));
}

/** A number that Word counts is not part of the text. */
const unnumbered = (text: string): string => text.replace(/^\d+(?:\.\d+)*\.?\s+/, '');

/** Of two bags the harmonic mean of precision and recall; undefined where both are empty. */
function f1(found: readonly string[], truth: readonly string[]): number | undefined {
  if (found.length + truth.length === 0) return undefined;
  return (2 * commonTo(found, truth)) / (found.length + truth.length);
}

function commonTo(found: readonly string[], truth: readonly string[]): number {
  const left = new Map<string, number>();
  for (const item of truth) left.set(item, (left.get(item) ?? 0) + 1);
  let common = 0;
  for (const item of found) {
    const count = left.get(item) ?? 0;
    if (count === 0) continue;
    left.set(item, count - 1);
    common += 1;
  }
  return common;
}

/**
 * Cells by text and span, and which one stands to the right of and below which (adjacency as in Göbel et al., "A Methodology for
 * Evaluating Algorithms for Table Understanding in PDF Documents", DocEng 2012). Each table of the truth is held against the one that
 * has most of it.
 */
function tablesScore(found: readonly PlacedCell[][], truth: readonly PlacedCell[][]): number | undefined {
  const [left, all] = [new Set(found.map(factsOf)), truth.map(factsOf)];
  const facts = [...left, ...all].reduce((sum, table) => sum + table.length, 0);
  if (facts === 0) return undefined;
  let common = 0;
  for (const table of all) {
    const [best] = [...left].map((other) => ({ other, own: commonTo(other, table) })).toSorted((a, b) => b.own - a.own);
    if (best === undefined) break;
    common += best.own;
    left.delete(best.other);
  }
  return (2 * common) / facts;
}

function factsOf(cells: readonly PlacedCell[]): string[] {
  const at = new Map(cells.map((cell) => [`${cell.row} ${cell.column}`, cell.text]));
  return cells.flatMap(({ row, column, rowSpan, columnSpan, text }) => {
    const [right, below] = [at.get(`${row} ${column + columnSpan}`), at.get(`${row + rowSpan} ${column}`)];
    return [
      `${rowSpan} x ${columnSpan}: ${text}`,
      ...(right === undefined ? [] : [`${text} before ${right}`]),
      ...(below === undefined ? [] : [`${text} above ${below}`]),
    ];
  });
}

/** Pictures by their size. */
function picturesScore(found: Content['pictures'], truth: Content['pictures']): number | undefined {
  if (found.length + truth.length === 0) return undefined;
  const left = new Set(found);
  let common = 0;
  for (const { width, height } of truth)
    for (const other of left)
      if (Math.abs(other.width - width) < sameSize && Math.abs(other.height - height) < sameSize) {
        left.delete(other);
        common += 1;
        break;
      }
  return (2 * common) / (found.length + truth.length);
}

/** The longest sequence of words that both have, for each word of the longer one. */
function orderOf(found: readonly string[], truth: readonly string[]): number | undefined {
  const longer = Math.max(found.length, truth.length);
  if (longer === 0) return undefined;
  let above = new Uint32Array(truth.length + 1);
  for (const word of found) {
    const row = new Uint32Array(truth.length + 1);
    for (const [n, other] of truth.entries())
      row[n + 1] = word === other ? (above[n] ?? 0) + 1 : Math.max(above[n + 1] ?? 0, row[n] ?? 0);
    above = row;
  }
  return (above[truth.length] ?? 0) / longer;
}
