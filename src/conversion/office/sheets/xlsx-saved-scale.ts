// Sheets that are fitted to pages: Excel saves the scale that it has computed, and LibreOffice computes one of its own, a percent
// or two beside it, which moves everything on the page.
import { attribute } from '#core/markup.ts';
import { isTrue, type Xml } from '../xml.ts';
import type { SheetPage } from './page-fit.ts';

interface FittedSheet {
  setup: string;
  page: SheetPage;
  /** Points at full size, in print. */
  width: number;
  height: number;
}

/** Smaller saved scales are those of another content; at a larger one, the sheet would need more pages than it should have. */
const [smallest, largest] = [0.93, 1.01];

/** The sheet with the saved scale instead of the fitting; the same where that scale does not fit. */
export function withSavedScale(sheet: Xml, { setup, page, width, height }: FittedSheet): Xml {
  const saved = Number(attribute(setup, 'scale') ?? Number.NaN) / 100;
  const [across, down] = [pagesOf(setup, 'fitToWidth'), pagesOf(setup, 'fitToHeight')];
  const room = { width: (page.width - page.sideMargins) * across, height: (page.height - page.endMargins) * down };
  // Fitting never enlarges.
  const fitting = Math.min(1, room.width / width, room.height / height);
  if (!(saved >= fitting * smallest && saved <= fitting * largest)) return sheet;
  const fit = sheet.all('pageSetUpPr').find(({ tag }) => isTrue(tag, 'fitToPage'));
  if (fit === undefined) return sheet;
  const { tag, at } = fit;
  return sheet.with([[at[0], at[1], tag.replace(/\sfitToPage\s*=\s*["'](?:1|true)["']/, ' fitToPage="0"')]]);
}

/** 18.3.1.63: one page by default, any number if it is 0. */
function pagesOf(setup: string, name: string): number {
  const pages = Number(attribute(setup, name) ?? 1);
  return pages === 0 ? Number.POSITIVE_INFINITY : pages;
}
