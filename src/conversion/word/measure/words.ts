// The space that a paragraph's words need: lines break between words, never within them.
import type { Paragraph } from '../docx-model.ts';
import { measuredOf } from './line-count.ts';
import { isSquare } from './text-width.ts';

/** Points of the widest word, and of the longest line where no line is broken but by the paragraph itself. */
export interface WordWidths {
  word: number;
  line: number;
}

/** The width of the words of a paragraph, without its indents. */
export function wordWidthsOf({ runs }: Paragraph): WordWidths {
  let [word, line] = [0, 0];
  const widest: WordWidths = { word: 0, line: 0 };
  for (const run of runs) {
    if (run.shape !== undefined || run.picture !== undefined) continue;
    for (const { text, width } of measuredOf(run).pieces) {
      const isBreak = text === '\n';
      const isGap = isBreak || text === '\t' || text === ' ';
      if (isGap) word = 0;
      else word += width;
      line = isBreak ? 0 : line + width;
      widest.word = Math.max(widest.word, word);
      widest.line = Math.max(widest.line, line);
      if (/[-\u00ad\u2013\u2014]$/.test(text) || isSquare(text.charAt(0))) word = 0;
    }
  }
  return widest;
}
