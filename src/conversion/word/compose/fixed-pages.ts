// Which pages are worth what they look like: forms, slides, posters and brochures. Their text stays where it stands.
import { areaOf, type Box, boxOfPage, contains, union } from '#conversion/layout/box.ts';
import type { DocumentLayout } from '#conversion/layout/document-layout.ts';
import type { LayoutBlock } from '#conversion/layout/layout-blocks.ts';
import { blocksByPage } from '#conversion/layout/page-boxes.ts';
import type { Glyph, PageContent } from '#conversion/layout/page-content.ts';
import { isShown, lettersOutside, linesIn } from './letters-outside.ts';
import { isUnreadable } from './ornaments.ts';

const thresholds = {
  /** Share of a page's letters that are in no paragraph, table or picture: they belong to a drawing that cannot be kept. */
  drawn: 0.15,
  /** Fields of a form ... */
  fields: 4,
  /** ... and how many there are for each block of text. */
  fieldsPerBlock: 0.25,
  /** Share of a page's letters that stand on pictures or painted grounds. */
  onArt: 0.5,
  /** Square points of art: smaller pieces are bullets and rules. */
  minArt: 400,
  /** Share of a page's letters in tables, whose grounds are no art. */
  inTables: 0.5,
  /** Lines and boxes that belong to no table, on pages without tags. */
  shapes: 14,
  /** Paths that are in no picture ... */
  paths: 12,
  /** ... or share of the page that they take, whatever is on it. */
  pathArea: 0.05,
  /** Share of the page: larger paths are its ground. */
  ground: 0.8,
  /** Letters of a slide at most. */
  slideLetters: 1200,
  /** Share of the letters in paragraphs of so many lines, which take so much of the page's width: they flow. */
  prose: 0.55,
  proseLines: 3,
  proseWidth: 0.25,
  /** Points: the usual size of the letters of slides, where nothing says what has made them. */
  slideSize: 14,
  /** Share of the letters that are upright: turned ones stay in the picture. */
  upright: 0.7,
  /** Share of a page's letters that cannot be read: its picture shows them. */
  unreadable: 0.15,
  /** Share of the pages from which on the others are fixed with them. */
  most: 0.6,
};

/** Programs for pages that are designed one by one. */
const designMakers = /indesign|quark|illustrator|scribus|publisher|affinity|canva|coreldraw|photoshop/i;
const slideMakers = /powerpoint|impress|keynote|google slides|beamer|prezi|canva/i;

/** The indexes of pages whose text is placed. */
export function fixedPages(layout: DocumentLayout): Set<number> {
  const blocks = blocksByPage(layout.regions.flatMap((region) => region.blocks));
  const isSlide = slideFinder(layout);
  const isDesigned = designMakers.test(layout.source.maker);
  const isGround = (box: Box) => areaOf(box) > thresholds.minArt && (isDesigned ? !isWhite(box) : 'data' in box);
  const fixed = layout.pages.filter((page, n) => {
    const own = blocks.get(page.index) ?? [];
    const { letters = [], art = [] } = layout.asRead[n] ?? {};
    const shown = letters.filter((glyph) => isShown(glyph) && contains(boxOfPage(page), glyph));
    const turned = letters.filter(({ angle, text }) => angle !== 0 && text.trim() !== '').length;
    if (shown.length === 0) return page.isPainted && turned === 0;
    if (shown.length < (shown.length + turned) * thresholds.upright) return false;
    const paths = lostPaths(page, own);
    return (
      isSlide(page, shown.length) ||
      isForm(page, own) ||
      page.isAnnotated ||
      isBlankButForFreeText(page, own) ||
      shown.filter(isUnreadable).length > shown.length * thresholds.unreadable ||
      areaOfAll(paths) > page.width * page.height * thresholds.pathArea ||
      (!isProse(page, own, shown.length) &&
        (isDrawn(layout, n, own, shown) ||
          isOnArt(own, shown, art.filter(isGround)) ||
          paths.length >= thresholds.paths ||
          (!layout.isTagged && !own.some(({ kind }) => kind === 'table') && shapesIn(own) >= thresholds.shapes)))
    );
  });
  const all = fixed.length > layout.pages.length * thresholds.most ? layout.pages : fixed;
  return new Set(all.map(({ index }) => index));
}

const isBlankButForFreeText = ({ freeTexts }: PageContent, blocks: readonly LayoutBlock[]): boolean =>
  freeTexts.length > 0 && blocks.every((block) => block.kind === 'text' && block.isOver === true);

/** Slides lie on their side, and have little text in large letters. */
function slideFinder({ source, bodyStyle }: DocumentLayout): (page: PageContent, letters: number) => boolean {
  const isDeck = slideMakers.test(source.maker) || bodyStyle.size >= thresholds.slideSize;
  return ({ width, height }, letters) => isDeck && width > height && letters < thresholds.slideLetters;
}

/** Whether most of a page is running text, whatever stands around or behind it. */
function isProse({ index, width }: PageContent, blocks: readonly LayoutBlock[], letters: number): boolean {
  const running = blocks.flatMap((block) => {
    const own = block.kind === 'text' ? block.lines.filter((line) => line.page === index) : [];
    const box = union(own);
    return own.length >= thresholds.proseLines && box.right - box.left > width * thresholds.proseWidth ? own : [];
  });
  const count = running.reduce((sum, { glyphs }) => sum + glyphs.filter(({ text }) => text.trim() !== '').length, 0);
  return count > letters * thresholds.prose;
}

const isForm = ({ fields }: PageContent, blocks: readonly LayoutBlock[]): boolean =>
  fields.length >= thresholds.fields && fields.length >= blocks.length * thresholds.fieldsPerBlock;

function isDrawn(layout: DocumentLayout, n: number, blocks: readonly LayoutBlock[], shown: readonly Glyph[]): boolean {
  const { furniture, notes, asRead } = layout;
  const lines = [
    ...linesIn(blocks),
    ...notes.flatMap((note) => note.lines),
    ...(furniture.headers[n] ?? []),
    ...(furniture.footers[n] ?? []),
  ];
  const pictures = blocks.flatMap((block) => (block.kind === 'picture' ? [block.box] : []));
  const known = new Set(shown);
  const lost = lettersOutside(asRead[n], lines).filter(
    (glyph) => known.has(glyph) && /[\p{L}\p{N}]/u.test(glyph.text) && !pictures.some((box) => contains(box, glyph)),
  );
  return lost.length > shown.length * thresholds.drawn;
}

const isWhite = (box: Box): boolean => 'color' in box && box.color === 'ffffff';

/** Whether most text stands on pictures or grounds, and not in the cells of tables. */
function isOnArt(blocks: readonly LayoutBlock[], shown: readonly Glyph[], grounds: readonly Box[]): boolean {
  if (grounds.length === 0) return false;
  const inTables = linesIn(blocks.filter(({ kind }) => kind === 'table')).reduce(
    (sum, { glyphs }) => sum + glyphs.length,
    0,
  );
  if (inTables > shown.length * thresholds.inTables) return false;
  const onGround = ({ left, right, baseline }: Glyph) =>
    grounds.some((box) => box.left <= left && box.right >= right && box.top <= baseline && box.bottom >= baseline);
  return shown.filter(onGround).length > shown.length * thresholds.onArt;
}

/** The lines and boxes that are hung on a page's text. */
const shapesIn = (blocks: readonly LayoutBlock[]): number =>
  blocks.reduce((sum, block) => sum + (block.kind === 'text' ? (block.shapes?.length ?? 0) : 0), 0);

/** Curves and slanted lines that no picture shows. */
function lostPaths({ drawingPaths, width, height }: PageContent, blocks: readonly LayoutBlock[]): Box[] {
  const pictures = blocks.flatMap((block) => (block.kind === 'picture' ? [block.box] : []));
  return drawingPaths.filter(
    (path) =>
      areaOf(path) < width * height * thresholds.ground &&
      !(path.isFilled && path.color === 'ffffff') &&
      !pictures.some((box) => contains(box, path)),
  );
}

const areaOfAll = (boxes: readonly Box[]): number => boxes.reduce((sum, box) => sum + areaOf(box), 0);
