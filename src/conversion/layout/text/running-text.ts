// Whether text runs on from line to line, as that of a column does and that of cells does not.
import type { TextLine } from '../page-content.ts';
import { firstWordWidth } from './paragraphs.ts';

/** em: a typical blank between words. */
const blankEm = 0.3;

/** Whether the text of a line appears to continue in the next one. */
export const runsOn = (text: string, next: string): boolean =>
  /\S\s+\S.*[\p{L},]-?$/u.test(text) && /^\p{Ll}/u.test(next);

/** Whether the first word of a line had no room at the end of the line above. */
export const isFull = (above: TextLine, line: TextLine, right: number): boolean =>
  above.right + line.size * blankEm + firstWordWidth(line) > right;
