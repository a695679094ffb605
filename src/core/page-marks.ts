// Positions of the text of watermark-pdf and page-numbers-pdf, for the tools and for the previews in the pages.

interface Size {
  width: number;
  height: number;
}

/** The visible page in its own units, each of `unit` points; the origin is at the bottom left. */
export interface MarkedPage extends Size {
  unit: number;
}

export const watermarkPositions = [
  'center',
  'top-left',
  'top-center',
  'top-right',
  'center-left',
  'center-right',
  'bottom-left',
  'bottom-center',
  'bottom-right',
] as const;
export type WatermarkPosition = (typeof watermarkPositions)[number];

export const numberPositions = [
  'bottom-center',
  'bottom-left',
  'bottom-right',
  'top-center',
  'top-left',
  'top-right',
] as const;
export type NumberPosition = (typeof numberPositions)[number];

/** How much of the page a watermark may span, and how tall its line may get beside the shorter side. */
const span = 0.86;
const tallest = 0.2;
/** At an edge, in points. */
const edgeSize = 24;
const edgeMargin = 36;

/** The look of a watermark without further fields. */
export const watermarkLook = { color: '#8f8f8f', opacity: 0.5 } as const;

export interface WatermarkPlace {
  position: WatermarkPosition;
  /** Degrees anticlockwise; by default along the diagonal in the center, level at an edge. */
  angle?: number | undefined;
  /** Font size in points; by default as large as fits in the center. */
  size?: number | undefined;
}

/** A line with its font size. */
interface Line extends Size {
  size: number;
}

/** Fits a line on the page, and returns its angle in radians anticlockwise, its scale and its middle. */
export function placeWatermark(page: MarkedPage, line: Line, { position, angle, size }: WatermarkPlace) {
  const isCentered = position === 'center';
  const radians =
    angle === undefined ? (isCentered ? Math.atan2(page.height, page.width) : 0) : (angle * Math.PI) / 180;
  const [sin, cos] = [Math.abs(Math.sin(radians)), Math.abs(Math.cos(radians))];
  const box = { width: line.width * cos + line.height * sin, height: line.width * sin + line.height * cos };
  const margin = isCentered ? 0 : Math.min(edgeMargin / page.unit, page.width / 8, page.height / 8);
  const isFitted = isCentered && size === undefined;
  const scale = isFitted
    ? Math.min(
        (span * page.width) / box.width,
        (span * page.height) / box.height,
        (tallest * Math.min(page.width, page.height)) / line.height,
      )
    : Math.min(
        (size ?? edgeSize) / line.size / page.unit,
        (page.width - 2 * margin) / box.width,
        (page.height - 2 * margin) / box.height,
      );
  const fromEdge = { x: margin + (box.width * scale) / 2, y: margin + (box.height * scale) / 2 };
  return {
    angle: radians,
    scale,
    x: position.endsWith('left') ? fromEdge.x : position.endsWith('right') ? page.width - fromEdge.x : page.width / 2,
    y: position.startsWith('top')
      ? page.height - fromEdge.y
      : position.startsWith('bottom')
        ? fromEdge.y
        : page.height / 2,
  };
}

/** The layout of page numbers in points: font size, side margin, and the baseline above the lower edge. */
export const pageNumber = { size: 10, sideMargin: 36, baseline: 28 } as const;

/** The height of digits beside the font size (Noto Sans). */
const digitHeight = 0.714;

export const numberStyles = ['arabic', 'roman'] as const;

export interface NumberText {
  isFull: boolean;
  /** The number of the first numbered page. */
  first: number;
  /** The first numbered page, from 1. */
  fromPage: number;
  style: (typeof numberStyles)[number];
}

/** The text on a page (from 1) of `pages`; null for pages without a number. */
export function numberText(page: number, pages: number, { isFull, first, fromPage, style }: NumberText): string | null {
  if (page < fromPage) return null;
  const written = (number: number) => (style === 'roman' ? roman(number) : String(number));
  const number = written(first + page - fromPage);
  return isFull ? `${number} / ${written(first + pages - fromPage)}` : number;
}

const romanDigits = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
] as const;

function roman(number: number): string {
  let [left, text] = [number, ''];
  for (const [value, letters] of romanDigits) for (; left >= value; left -= value) text += letters;
  return text;
}

/**
 * Places a number, and returns its left end, its baseline and its font size in the page's units. `widthOfEm` is its width at a
 * font size of 1, `distance` how far it is from the edge in points.
 */
export function placeNumber(
  page: MarkedPage,
  widthOfEm: number,
  { position, size }: { position: NumberPosition; size: number },
  distance: number = pageNumber.baseline,
) {
  const points = { width: page.width * page.unit, height: page.height * page.unit };
  const width = widthOfEm * size;
  const scale = Math.min(1, points.width / (width + 8), points.height / (2.4 * size)) / page.unit;
  const margin = Math.min(pageNumber.sideMargin / page.unit, page.width / 8);
  const x = position.endsWith('left')
    ? margin
    : position.endsWith('right')
      ? page.width - margin - width * scale
      : (page.width - width * scale) / 2;
  const above = Math.min(distance / page.unit, page.height / 4);
  const y = position.startsWith('top') ? page.height - above - digitHeight * size * scale : above;
  return { x, y, size: size * scale };
}
