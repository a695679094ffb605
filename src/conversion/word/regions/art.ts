// The art of a page that paragraphs, tables and pictures in the text cannot show: it becomes pictures behind the text, at its place.
import { areaOf, type Box, boxOfPage, contains, grown, overlaps, union } from '#conversion/layout/box.ts';
import type { DocumentLayout } from '#conversion/layout/document-layout.ts';
import { clustered } from '#conversion/layout/groups.ts';
import { type LayoutBlock, textBlocks } from '#conversion/layout/layout-blocks.ts';
import { blocksByPage } from '#conversion/layout/page-boxes.ts';
import type { DrawingPath, Glyph, PageContent } from '#conversion/layout/page-content.ts';
import { isShown } from '#conversion/layout/claims.ts';
import { isUnreadable } from '#conversion/layout/text/ornaments.ts';
import { inkOf, lettersIn } from './ink.ts';

const thresholds = {
  /** Fields of a form ... */
  fields: 4,
  /** ... and how many there are for each block of text. */
  fieldsPerBlock: 0.25,
  /** Letters of a slide at most. */
  slideLetters: 1200,
  /** Points: the usual size of the letters of slides, if the program that made them is unknown. */
  slideSize: 14,
  /** Share of a page's letters that cannot be read: its picture shows them. */
  unreadable: 0.15,
  /** Share of the letters that are upright: a page of turned ones flows as it is. */
  upright: 0.7,
  /** Lines and boxes that are hung on the text of a page without tables: as many are a drawing. */
  shapes: 14,
  /** Share of the letters in paragraphs of this many lines: more are running text. */
  prose: 0.55,
  proseLines: 3,
  /** Share of the page: a larger path is its ground ... */
  ground: 0.8,
  /** ... and where drawings take more together, the page is one. */
  whole: 0.6,
  /** Share of the page that its curves take, or curves and lines of one drawing, that are more than decoration. */
  area: 0.04,
  paths: 8,
  /** Share of the page that such a drawing covers. */
  min: 0.006,
  /** Points that a painted ground is wide and high. */
  minGround: 14,
  /** Points: a thinner curve is a line. */
  thin: 3,
  /** Points: smaller art is a speck. */
  minSide: 20,
  /** Points: art that is closer is of one drawing. */
  near: 12,
  /** Share of a page's letters over pictures, from which on all of its lines end where they ended. */
  over: 0.03,
  /** Drawings of a page: where there are more, the page is one. Each is painted by itself. */
  mostDrawings: 24,
  /** Curves: more are a map. */
  mostPaths: 20_000,
  /** Pieces of art: more are a map. */
  mostPieces: 2000,
};

/** Programs for pages that are designed one by one. */
const designMakers = /indesign|quark|illustrator|scribus|publisher|affinity|canva|coreldraw|photoshop/i;
const slideMakers = /powerpoint|impress|keynote|google slides|beamer|prezi|canva/i;

/** How a page is arranged that cannot simply flow. */
export interface StillPage {
  /** The parts that become pictures behind its text. */
  boxes: readonly Box[];
  /** Whether all of its lines end where they ended. */
  isHeld: boolean;
}

/** Pages with art behind their text, by their index: all of slides, forms and pages that people have drawn on. */
export function stillPagesOf(layout: DocumentLayout): Map<number, StillPage> {
  const blocks = blocksByPage(layout.regions.flatMap((region) => region.blocks));
  const still = new Map<number, StillPage>();
  for (const [n, page] of layout.pages.entries()) {
    const own = blocks.get(page.index) ?? [];
    const boxes = artOn(layout, n, own);
    const isHeld = isMostlyOver(boxes, own);
    if (boxes.length > 0) still.set(page.index, { boxes, isHeld });
  }
  return still;
}

function artOn(layout: DocumentLayout, n: number, blocks: readonly LayoutBlock[]): Box[] {
  const page = layout.pages[n]!;
  const whole = boxOfPage(page);
  const letters = page.letters.filter((glyph) => contains(whole, glyph));
  const shown = letters.filter(isShown);
  const turned = letters.filter(({ angle, text }) => angle !== 0 && text.trim() !== '').length;
  if (shown.length === 0) return page.isPainted && turned === 0 ? [whole] : [];
  if (shown.length < (shown.length + turned) * thresholds.upright) return [];
  const isWhole =
    isSlide(layout, page, shown.length) ||
    isForm(page, blocks) ||
    page.isAnnotated ||
    isBlankButForFreeText(page, blocks) ||
    shown.filter(isUnreadable).length > shown.length * thresholds.unreadable;
  if (isWhole) return [whole];
  const shapes = shapesOn(page, blocks);
  const isDrawn =
    !layout.isTagged &&
    shapes.length >= thresholds.shapes &&
    !blocks.some(({ kind }) => kind === 'table') &&
    !isProse(blocks);
  if (page.drawingPaths.length > thresholds.mostPaths) return [whole];
  const paths = lostPaths(page, blocks);
  const pictures = freeArt(layout, page, blocks);
  if (paths.length + pictures.length > thresholds.mostPieces) return [whole];
  const grounds = pictures.filter((box) => shown.some((glyph) => contains(box, glyph)));
  if (paths.length + grounds.length === 0 && !isDrawn) return [];
  const pieces = [...paths, ...grounds, ...shapes, ...shownArt(page, blocks)];
  if (pieces.length > thresholds.mostPieces) return [whole];
  const lost = new Set<Box>(paths);
  const certain = new Set<Box>([
    ...grounds,
    ...paths.filter((path) => isGround(path, shown)),
    ...(isDrawn ? shapes : []),
  ]);
  const groups = clustered(pieces, (a, b) => overlaps(grown(a, thresholds.near), b));
  const areaLost = (group: readonly Box[]) => areaOf(union(group.filter((box) => lost.has(box))));
  const isMuch = groups.reduce((sum, group) => sum + areaLost(group), 0) > areaOf(whole) * thresholds.area;
  const isArt = (group: readonly Box[]) =>
    group.some((box) => certain.has(box)) ||
    ((isMuch || group.length >= thresholds.paths) && areaLost(group) > areaOf(whole) * thresholds.min);
  const drawings = groups
    .filter(isArt)
    .map(union)
    .filter((box) => Math.max(box.right - box.left, box.bottom - box.top) >= thresholds.minSide);
  const taken = drawings.reduce((sum, box) => sum + areaOf(box), 0);
  const isAll = taken > areaOf(whole) * thresholds.whole || drawings.length > thresholds.mostDrawings;
  return isAll ? [whole] : drawings;
}

/** Whether much of a page's text is over pictures. */
const isMostlyOver = (boxes: readonly Box[], blocks: readonly LayoutBlock[]): boolean =>
  lettersIn(blocks.filter((block) => boxes.some((box) => overlaps(box, inkOf(block))))) >
  lettersIn(blocks) * thresholds.over;

/** Slides lie on their side, and have little text in large letters. */
function isSlide({ source, bodyStyle }: DocumentLayout, { width, height }: PageContent, letters: number): boolean {
  const isDeck = slideMakers.test(source.maker) || bodyStyle.size >= thresholds.slideSize;
  return isDeck && width > height && letters < thresholds.slideLetters;
}

/** Whether most of a page is running text. */
const isProse = (blocks: readonly LayoutBlock[]): boolean =>
  lettersIn(blocks.filter((block) => block.kind === 'text' && block.lines.length >= thresholds.proseLines)) >
  lettersIn(blocks) * thresholds.prose;

const isForm = ({ fields }: PageContent, blocks: readonly LayoutBlock[]): boolean =>
  fields.length >= thresholds.fields && fields.length >= blocks.length * thresholds.fieldsPerBlock;

const isBlankButForFreeText = ({ freeTexts }: PageContent, blocks: readonly LayoutBlock[]): boolean =>
  freeTexts.length > 0 && blocks.every((block) => block.kind === 'text' && block.isOver === true);

/** Curves and slanted lines that no picture shows. */
function lostPaths({ drawingPaths, width, height }: PageContent, blocks: readonly LayoutBlock[]): DrawingPath[] {
  const pictures = blocks.flatMap((block) => (block.kind === 'picture' ? [block.box] : []));
  return drawingPaths.filter(
    (path) =>
      areaOf(path) < width * height * thresholds.ground &&
      Math.min(path.right - path.left, path.bottom - path.top) > thresholds.thin &&
      !(path.isFilled && path.color === 'ffffff') &&
      !pictures.some((box) => contains(box, path)),
  );
}

/** Whether a path is painted under text. */
const isGround = (path: DrawingPath, shown: readonly Glyph[]): boolean =>
  path.isFilled &&
  Math.min(path.right - path.left, path.bottom - path.top) > thresholds.minGround &&
  shown.some((glyph) => contains(path, glyph));

/** Pictures that are not part of the text, and backgrounds on designed pages, except those of tables. */
function freeArt({ source }: DocumentLayout, { art }: PageContent, blocks: readonly LayoutBlock[]): Box[] {
  const isDesigned = designMakers.test(source.maker);
  const known = blocks.flatMap((block) => (block.kind === 'text' ? [] : [block.box]));
  return art.filter(
    (box) =>
      ('data' in box || (isDesigned && !('color' in box && box.color === 'ffffff'))) &&
      !known.some((other) => contains(other, box)),
  );
}

/** Pictures, and the lines and boxes of no table: those of a drawing are in its picture. */
function shownArt({ rules, fills }: PageContent, blocks: readonly LayoutBlock[]): Box[] {
  const pictures = blocks.flatMap((block) => (block.kind === 'picture' ? [block.box] : []));
  const tables = blocks.flatMap((block) => (block.kind === 'table' ? [block.box] : []));
  const free = [...rules, ...fills].filter((box) => !tables.some((table) => contains(table, box, thresholds.near)));
  return [...pictures, ...free];
}

/** The lines and boxes that are hung on a page's text. */
const shapesOn = ({ index }: PageContent, blocks: readonly LayoutBlock[]): Box[] =>
  textBlocks(blocks).flatMap(({ lines, shapes = [] }) => (lines[0]?.page === index ? shapes : []));
