// Headers and footers as parts of the document: one for all pages, others for the first one and even ones where they differ.
import type { Line, PageContent, Picture } from '../content.ts';
import type { Furniture as Found } from '../layout/furniture.ts';
import { type Band, pageOf, type TextDraft } from '../drafts.ts';
import { split } from '../text/split.ts';
import { linesOf, textOfLine } from '../lines/lines.ts';
import type { Furniture, Paragraph, Run } from '../model.ts';
import type { Box } from '../content.ts';
import { bounds, paragraphOf, space, type Composition } from './paragraph.ts';

export interface Composed {
  furniture: Furniture[];
  firstNumber: number;
  headerTop: number;
  footerBottom: number;
  /** By page: which furniture it has, and where its header ends (0 without one). */
  pageKinds: Furniture['pages'][];
  headerBottoms: number[];
}

export function furnitureOf(
  found: Found,
  pages: readonly PageContent[],
  body: Box,
  composition: Composition,
): Composed {
  const firstNumber = firstNumberOf(found);
  const count = pages.length;
  const keys = pages.map((_, n) => keyOf(found, n, firstNumber, count));
  const rest = keys.slice(1);
  const common = mostFrequent(rest.length > 0 ? rest : keys);
  const of = (n: number, kind: Furniture['pages']): Furniture => ({
    pages: kind,
    header: withPictures(
      paragraphs(found.headers[n] ?? [], n, body, firstNumber, count, composition),
      found.pictures[n]?.header ?? [],
      body,
    ),
    footer: withPictures(
      paragraphs(found.footers[n] ?? [], n, body, firstNumber, count, composition),
      found.pictures[n]?.footer ?? [],
      body,
    ),
  });
  const result: Furniture[] = [];
  const isEven = (n: number) => (n + firstNumber) % 2 === 0;
  const evens = mostFrequent(rest.filter((_, n) => isEven(n + 1)));
  const odds = mostFrequent(rest.filter((_, n) => !isEven(n + 1)));
  if (
    rest.length > 3 &&
    evens !== odds &&
    rest.every((key, n) => key === (isEven(n + 1) ? evens : odds) || key === '')
  ) {
    result.push(of(keys.lastIndexOf(odds), 'default'), of(keys.lastIndexOf(evens), 'even'));
  } else if (common !== '') result.push(of(keys.lastIndexOf(common), 'default'));
  if (
    keys[0] !== undefined &&
    count > 1 &&
    keys[0] !== (isEven(0) && result.length > 1 ? evens : result.length > 1 ? odds : common)
  )
    result.push(of(0, 'first'));
  const boxes = (kind: 'headers' | 'footers', n: number) => {
    const lines = found[kind][n] ?? [];
    const own = linesOf(lines).map((line) => bounds([line]));
    // Pictures beside text float.
    const pictures = lines.length > 0 ? [] : (found.pictures[n]?.[kind === 'headers' ? 'header' : 'footer'] ?? []);
    return [...own, ...pictures];
  };
  const tops = pages.flatMap((_, n) =>
    boxes('headers', n)
      .map(({ top }) => top)
      .slice(0, 1),
  );
  const bottoms = pages.flatMap((page, n) =>
    boxes('footers', n)
      .map(({ bottom }) => page.height - bottom)
      .slice(-1),
  );
  const has = (kind: Furniture['pages']) => result.some((own) => own.pages === kind);
  return {
    furniture: result,
    firstNumber,
    headerTop: median(tops) ?? 18,
    footerBottom: median(bottoms) ?? 18,
    pageKinds: pages.map((_, n) => (n === 0 && has('first') ? 'first' : isEven(n) && has('even') ? 'even' : 'default')),
    headerBottoms: pages.map((_, n) => Math.max(0, ...boxes('headers', n).map(({ bottom }) => bottom))),
  };
}

/** Where the body begins lower than its margin on most pages, a higher header keeps it there. @returns where it begins, by page */
export function pushBody(
  { furniture, pageKinds, headerBottoms }: Composed,
  bands: readonly Band[],
  top: number,
): number[] {
  const begins = new Map<Furniture['pages'], number>();
  for (const { pages, header } of furniture) {
    const tops: number[] = [];
    for (const [page, kind] of pageKinds.entries()) {
      if (kind !== pages) continue;
      const first = bands.find((band) => band.page === page)?.drafts.find((draft) => pageOf(draft) === page);
      if (first !== undefined)
        tops.push(first.kind === 'text' ? bounds(first.lines.filter((line) => line.page === page)).top : first.box.top);
    }
    const usual = tops.toSorted((a, b) => a - b)[Math.floor(tops.length * 0.3)];
    const bottom = Math.max(0, ...headerBottoms.flatMap((value, page) => (pageKinds[page] === pages ? [value] : [])));
    const last = header.at(-1);
    if (bottom > top) begins.set(pages, bottom);
    if (usual === undefined || usual < top + 3 || last === undefined || bottom === 0 || usual > 300) continue;
    last.spaceAfter = Math.max(0, usual - bottom);
    begins.set(pages, Math.max(usual, bottom));
  }
  return pageKinds.map((kind) => begins.get(kind) ?? 0);
}

const median = (values: readonly number[]): number | undefined => {
  const value = values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
  return value === undefined ? undefined : Math.max(6, value);
};

function mostFrequent(keys: readonly string[]): string {
  const votes = new Map<string, number>();
  for (const key of keys) votes.set(key, (votes.get(key) ?? 0) + 1);
  return [...votes].sort((a, b) => b[1] - a[1])[0]?.[0] ?? '';
}

/** The text with the page's own number masked. */
function keyOf(found: Found, n: number, firstNumber: number, _count: number): string {
  const own = String(n + firstNumber);
  const text = (lines: readonly Line[]) =>
    lines.map((line) => textOfLine(line).replace(/\d+/g, (digits) => (digits === own ? '#' : digits))).join('|');
  const both = [text(found.headers[n] ?? []), text(found.footers[n] ?? [])];
  const { header = [], footer = [] } = found.pictures[n] ?? {};
  both.push(...[...header, ...footer].map(({ left, top }) => `${Math.round(left)},${Math.round(top)}`));
  return both.every((part) => part === '') ? '' : both.join('||');
}

/** The number that pages count from: the one that most pages agree with. */
function firstNumberOf({ headers, footers }: Found): number {
  const votes = new Map<number, number>();
  for (const [n, lines] of headers.entries()) {
    const text = [...lines, ...(footers[n] ?? [])].map(textOfLine).join(' ');
    for (const [digits] of text.matchAll(/\b\d{1,4}\b/g)) {
      const first = Number(digits) - n;
      if (first >= 0) votes.set(first, (votes.get(first) ?? 0) + 1);
    }
  }
  const best = [...votes].sort((a, b) => b[1] - a[1] || Math.abs(a[0] - 1) - Math.abs(b[0] - 1))[0];
  const numbered = headers.filter((lines, n) => lines.length + (footers[n]?.length ?? 0) > 0).length;
  return best !== undefined && best[1] >= Math.max(2, numbered * 0.6) ? best[0] : 1;
}

function paragraphs(
  pieces: readonly Line[],
  n: number,
  body: Box,
  firstNumber: number,
  count: number,
  composition: Composition,
): Paragraph[] {
  const result: Paragraph[] = [];
  let bottom: number | undefined;
  const lines = linesOf(pieces);
  const frame = {
    ...body,
    right: Math.max(body.right, ...lines.map(({ right }) => right)),
    left: Math.min(body.left, ...lines.map(({ left }) => left)),
  };
  for (const draft of split(lines, lines.length > 1 ? frame : body, new Map())) {
    const isWide = draft.lines.some(({ glyphs }) => glyphs.some(({ text }) => text === '\t'));
    const placed: TextDraft = { ...draft, ...(isWide ? { role: { align: 'left' } } : {}) };
    const paragraph = paragraphOf(placed, { ...composition, usual: 'left', bookmarkAt: () => undefined });
    paragraph.runs = paragraph.runs.flatMap((run) => numbered(run, String(n + firstNumber), String(count)));
    space(paragraph, draft.lines, bottom ?? bounds(draft.lines).top);
    bottom = bounds(draft.lines).bottom;
    result.push(paragraph);
  }
  return result;
}

/** Pictures float where they stood, behind the text. */
function withPictures(made: Paragraph[], pictures: readonly Picture[], body: Box): Paragraph[] {
  if (pictures.length === 0) return made;
  const look = { font: 'Arial', size: 8, bold: false, italic: false, color: '000000' };
  const plain: Paragraph = {
    kind: 'paragraph',
    runs: [],
    align: 'left',
    indentLeft: 0,
    indentRight: 0,
    indentFirst: 0,
    spaceBefore: 0,
    isRightToLeft: false,
  };
  const [first = plain, ...rest] = made;
  const isAlone = made.length === 0 && pictures.length === 1;
  const runs = pictures.map((picture): Run => {
    const [width, height] = [picture.right - picture.left, picture.bottom - picture.top];
    if (isAlone) return { text: '', look, picture: { picture, width, height } };
    return {
      text: '',
      look,
      picture: { picture, width, height, anchor: { left: picture.left, top: picture.top, isBehind: true } },
    };
  });
  const [only] = pictures;
  if (isAlone && only !== undefined) {
    const [before, after] = [only.left - body.left, body.right - only.right];
    const isCentered = Math.abs(before - after) < 8 && before > 8;
    return [{ ...first, runs, align: isCentered ? 'center' : 'left', indentLeft: isCentered ? 0 : before }];
  }
  return [{ ...first, runs: [...runs, ...first.runs] }, ...rest];
}

/** Page numbers as fields. */
function numbered(run: Run, page: string, count: string): Run[] {
  const parts: Run[] = [];
  let hasPage = false;
  for (const piece of run.text.split(/(\b\d+\b)/)) {
    if (piece === '') continue;
    const before = parts.map(({ text }) => text).join('');
    if (piece === page && !hasPage && !/[\d.]$/.test(before)) {
      parts.push({ ...run, text: piece, field: 'PAGE' });
      hasPage = true;
    } else if (piece === count && hasPage && /(?:of|de|von|di|sur|\/|van|av|из)\s*$/i.test(before))
      parts.push({ ...run, text: piece, field: 'NUMPAGES' });
    else parts.push({ ...run, text: piece });
  }
  return parts.length === 0 ? [run] : parts;
}
