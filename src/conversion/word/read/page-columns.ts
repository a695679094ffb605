// A page as it goes from one thread to another: its letters are columns, and what can be done with it stays behind.
import { pdfium } from '#conversion/pdfium/library.ts';
import type { PageContent, Picture } from '../page-content.ts';
import { columnsOf, type GlyphColumns, glyphsOfColumns } from './glyph-columns.ts';
import { readPictures } from './page.ts';
import { renderPart } from './pictures.ts';
import type { PageRead, Reading } from './reading.ts';
import { boxInViewport, type Viewport } from './viewport.ts';

export interface PageColumns extends Pick<PageContent, 'width' | 'height' | 'rules' | 'fills' | 'drawingPaths'> {
  index: number;
  letters: GlyphColumns;
  pictures: Omit<Picture, 'data'>[];
  untold: ReadonlyMap<string, number>;
}

export function columnsOfPage({ index, content, untold }: PageRead): PageColumns {
  const { width, height, rules, fills, drawingPaths } = content;
  const pictures = content.pictures.map(({ data: _data, ...picture }) => picture);
  return { index, width, height, letters: columnsOf(content.glyphs), rules, fills, drawingPaths, pictures, untold };
}

/** What need not be copied. */
export const transferredOf = ({ letters }: PageColumns): ArrayBuffer[] => [letters.places.buffer, letters.facts.buffer];

/** The page as if this thread had read it: its pictures are taken from it when they are wanted. */
export function pageOfColumns(columns: PageColumns, { opened }: Reading, viewport: Viewport): PageRead {
  const { index, width, height, letters, rules, fills, drawingPaths, untold } = columns;
  const render: PageContent['render'] = (box, dpi) => renderPart(opened, index, box, dpi, { width, height });
  let own: Picture[] | undefined;
  const pictures = () => {
    const handle = own === undefined ? pdfium.loadPage(opened, index) : null;
    own ??= handle === null ? [] : readPictures({ document: opened, handle, viewport, render });
    return own;
  };
  const content: PageContent = {
    ...{ index, width, height, glyphs: glyphsOfColumns(letters), rules, fills },
    pictures: columns.pictures.map((picture, n) => ({
      ...picture,
      data: () => pictures()[n]?.data() ?? Promise.resolve(null),
    })),
    ...{ drawingPaths, links: [], render },
    fromUserSpace: (left, bottom, right, top) => boxInViewport(viewport, left, bottom, right, top),
  };
  return { index, content, untold };
}
