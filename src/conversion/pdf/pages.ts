// The pages of a document in order, with the attributes that they inherit from the page tree (ISO 32000-2, 7.7.3).
import { isReference, type PdfDictionary, type PdfDocument, type PdfValue } from './graph.ts';

export interface PdfPage {
  reference: string;
  /** The page's own dictionary with inherited attributes filled in. */
  dictionary: PdfDictionary;
}

const inherited = ['/Resources', '/MediaBox', '/CropBox', '/Rotate'] as const;
const maxDepth = 100;

export function pagesOf(document: PdfDocument): PdfPage[] {
  const pages: PdfPage[] = [];
  const seen = new Set<string>();
  const visit = (node: PdfValue, from: PdfDictionary, depth: number): void => {
    if (!isReference(node) || depth > maxDepth) return;
    const dictionary = document.dictionary(node);
    const passed: PdfDictionary = { ...from };
    for (const key of inherited) if (dictionary[key] !== undefined) passed[key] = dictionary[key];
    const kids = document.array(dictionary['/Kids']);
    const isTree = kids.length > 0 || document.name(dictionary['/Type']) === '/Pages';
    if (!isTree) pages.push({ reference: node, dictionary: { ...passed, ...dictionary } });
    // A page may be in the tree twice; a node that is would be a loop.
    if (!isTree || seen.has(node)) return;
    seen.add(node);
    for (const kid of kids) visit(kid, passed, depth + 1);
  };
  visit(document.catalog['/Pages'] ?? null, {}, 0);
  return pages;
}

/** Whether every kid of the page tree is an object of its own, as the standard wants. */
export function isRegular(document: PdfDocument): boolean {
  const work = [document.catalog['/Pages']];
  const seen = new Set<unknown>();
  for (let node = work.pop(); node !== undefined; node = work.pop()) {
    if (!isReference(node)) return false;
    if (seen.has(node)) continue;
    seen.add(node);
    for (const kid of document.array(document.dictionary(node)['/Kids'])) work.push(kid);
  }
  return true;
}

/** Points of a unit of the page's user space (ISO 32000-2, table 31); 1 if it is invalid. */
export function userUnit(document: PdfDocument, { dictionary }: PdfPage): number {
  const unit = document.number(dictionary['/UserUnit']) ?? 1;
  return unit > 0 && unit <= 75_000 ? unit : 1;
}

/** Left, bottom, right, top in default user space. */
export type Box = readonly [number, number, number, number];

const letter: Box = [0, 0, 612, 792];

/** The part of a page that a viewer shows: the crop box within the media box, and the clockwise rotation in degrees. */
export function visibleBox(document: PdfDocument, { dictionary }: PdfPage): { box: Box; rotation: 0 | 90 | 180 | 270 } {
  const media = boxOf(document, dictionary['/MediaBox']) ?? letter;
  const crop = boxOf(document, dictionary['/CropBox']) ?? media;
  const within: Box = [
    Math.max(media[0], crop[0]),
    Math.max(media[1], crop[1]),
    Math.min(media[2], crop[2]),
    Math.min(media[3], crop[3]),
  ];
  const box = within[2] > within[0] && within[3] > within[1] ? within : media;
  const turns = (((document.number(dictionary['/Rotate']) ?? 0) % 360) + 360) % 360;
  return { box, rotation: turns === 90 || turns === 180 || turns === 270 ? turns : 0 };
}

function boxOf(document: PdfDocument, value: PdfValue | undefined): Box | undefined {
  const [a, b, c, d] = document.array(value).map((item) => document.number(item));
  if (a === undefined || b === undefined || c === undefined || d === undefined) return undefined;
  const box: Box = [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)];
  return box[2] > box[0] && box[3] > box[1] ? box : undefined;
}
