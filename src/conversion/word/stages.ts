// Stages of the analysis for Word alone: the largest page, families that are widely installed, floating blocks, right edges, boxes around text.
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
