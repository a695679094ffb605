// What Word alone asks of the analysis: the largest page, families that are to be expected elsewhere, what floats, right edges, boxes drawn around text.
import type { WriterStages } from '#conversion/layout/analysis.ts';
import { findFloating } from './after/floating.ts';
import { keepShapes } from './after/left-over-shapes.ts';
import { settleRightEdges } from './after/wrapping.ts';
import { shrinkPages } from './fit/largest-page.ts';
import { fitFonts } from './fit/fitted-fonts.ts';

export const wordStages: WriterStages = {
  hasFields: true,
  onLetters: [({ pages }) => shrinkPages(pages), ({ pages }) => fitFonts(pages)],
  onBlocks: [({ regions }) => findFloating(regions), settleRightEdges, keepShapes],
};
