// Pages of letters by hand, for the stages of the layout analysis: every letter is half an em wide, unless a line says how long it is.
import { analyse } from '#conversion/layout/analysis.ts';
import type { DocumentLayout } from '#conversion/layout/document-layout.ts';
import type { SourceDocument } from '#conversion/layout/read/document.ts';
import { wordStages } from '#conversion/word/stages.ts';
import type { Box } from '#conversion/layout/box.ts';
import type { TextBlock } from '#conversion/layout/layout-blocks.ts';
import { lineOf } from '#conversion/layout/lines/lines.ts';
import type { Glyph, PageContent, Rule, TextLine } from '#conversion/layout/page-content.ts';
import { plainStyle } from '#conversion/layout/text/style.ts';

/** A column of 400 points. */
export const column: Box = { left: 72, top: 72, right: 472, bottom: 770 };

export interface Placed {
  left?: number;
  /** The width of letters is chosen so that they end here. */
  right?: number;
  baseline?: number;
  size?: number;
  bold?: boolean;
  page?: number;
}

/** Letters in a row; those with "^" before them are raised and smaller. */
export function letters(
  text: string,
  { left = 72, right, baseline = 100, size = 10, bold = false }: Placed = {},
): Glyph[] {
  const style = { ...plainStyle(size), bold };
  const raisedStyle = { ...style, size: size * 0.6 };
  const characters = [...text.replaceAll('^', '')];
  const advance = right === undefined ? size * 0.5 : (right - left) / characters.length;
  const raised = new Set<number>();
  let at = 0;
  for (const character of text)
    if (character === '^') raised.add(at);
    else at += 1;
  return characters.map((character, n): Glyph => {
    const own = raised.has(n) ? raisedStyle : style;
    const ownBaseline = raised.has(n) ? baseline - size * 0.3 : baseline;
    return {
      text: character,
      left: left + n * advance,
      right: left + (n + 1) * advance,
      top: ownBaseline - own.size * 0.9,
      bottom: ownBaseline + own.size * 0.2,
      baseline: ownBaseline,
      style: own,
      mcid: -1,
      isArtifact: false,
      angle: 0,
      isGenerated: false,
      isHidden: false,
    };
  });
}

export const line = (text: string, placed: Placed = {}): TextLine => lineOf(letters(text, placed), placed.page ?? 0);

/** A line that is drawn, thin unless it is told otherwise. */
export const rule = (
  direction: Rule['direction'],
  left: number,
  top: number,
  right: number,
  bottom: number,
  thickness = 0.5,
): Rule => ({ direction, left, top, right, bottom, thickness, color: '336699' });

/** Four-letter words, as many as fill a line of a column. */
export const fullText = Array.from({ length: 16 }, () => 'abcd').join(' ');

/** Full lines of the column, one below the other. */
export const fullLines = (
  count: number,
  { baseline = 100, leading = 12, ...placed }: Placed & { leading?: number } = {},
) =>
  Array.from({ length: count }, (_, n) =>
    line(fullText, { left: column.left, right: column.right, ...placed, baseline: baseline + n * leading }),
  );

export const block = (lines: TextLine | readonly TextLine[], container: Box = column): TextBlock => ({
  kind: 'text',
  lines: 'glyphs' in lines ? [lines] : [...lines],
  container,
});

/** An A4 page with letters, lines and pictures on it. */
export const page = (index: number, glyphs: readonly Glyph[], more: Partial<PageContent> = {}): PageContent => ({
  index,
  width: 595,
  height: 842,
  letters: [...glyphs],
  glyphs: [...glyphs],
  art: [...(more.fills ?? []), ...(more.pictures ?? [])],
  rules: [],
  fills: [],
  pictures: [],
  drawingPaths: [],
  links: [],
  marks: [],
  freeTexts: [],
  fromUserSpace: (left, bottom, right, top) => ({ left, top: 842 - top, right, bottom: 842 - bottom }),
  isPainted: false,
  isAnnotated: false,
  fields: [],
  render: () => Promise.resolve(null),
  renderBackdrop: () => Promise.resolve(null),
  ...more,
});

/** All that a document has besides its pages: no tags, no outline, no names. */
export const bare = { tree: null, outline: [], title: '', author: '', maker: '', language: 'en' };

export const textsOf = (blocks: readonly TextBlock[]): number[] => blocks.map(({ lines }) => lines.length);

/** The layout of a document as it is composed for Word. */
export const analyseForWord = (source: SourceDocument): DocumentLayout => analyse(source, wordStages);
