// The sizes of headings in the style sheets of programs that make PDFs: they determine a heading's level where ranks cannot,
// as in a document that begins with its second level.

interface StyleSheet {
  /** Of the PDF's creator or producer. */
  maker: RegExp;
  /** By level, in times the size of the body. */
  sizes: readonly number[];
  /** Whether a title is a kind of its own, not the first heading. */
  hasTitle: boolean;
}

const styleSheets: readonly StyleSheet[] = [
  // HTML Standard, 15.3.7 "Sections and headings".
  {
    maker: /chrome|chromium|skia|webkit|wkhtmltopdf|weasyprint|mozilla|gecko|princexml/i,
    sizes: [2, 1.5, 1.17, 1, 0.83, 0.67],
    hasTitle: false,
  },
  // LaTeX's article.cls with size10.clo and size12.clo: \Large, \large, \normalsize.
  { maker: /tex\b|dvipdf|dvips/i, sizes: [1.44, 1.2, 1], hasTitle: true },
];

/** Share of a size by which one may be off it: producers round. */
const sameSize = 0.04;
/** Levels that have to be there. */
const minLevels = 2;

/** Whether the producer of a PDF has titles that are not headings: browsers do not. */
export const hasTitles = (maker: string): boolean =>
  styleSheets.find((sheet) => sheet.maker.test(maker))?.hasTitle ?? true;

/** The levels of headings, largest first, in times the body's size; undefined where the maker's sheet has not all of them. */
export function levelsOf(sizes: readonly number[], maker: string): number[] | undefined {
  const sheet = styleSheets.find((other) => other.maker.test(maker));
  if (sheet === undefined) return undefined;
  const levels = sizes.map((size) => sheet.sizes.findIndex((own) => Math.abs(size - own) < own * sameSize) + 1);
  return levels.includes(0) || new Set(levels).size < minLevels ? undefined : levels;
}

/** Whether a browser prints its first headings in a size, in times the body's: nothing else is as large and bold there. */
export function isHeadingSize(size: number, maker: string): boolean {
  const sheet = styleSheets.find((other) => other.maker.test(maker));
  return sheet?.hasTitle === false && sheet.sizes.some((own) => own > 1 && Math.abs(size - own) < own * sameSize);
}
