// Which parts of a run are written from right to left: Word sets those in the font, size and weight for such scripts, and turns signs
// between them (w:rtl, ECMA-376, 17.3.2.30).
import type { Run } from '../docx-model.ts';
import { isRightToLeft } from '#conversion/layout/lines/visual-order.ts';

export interface DirectedText {
  text: string;
  isRightToLeft: boolean;
}

const [unknown, left, right] = [0, 1, 2];
const brackets = new Map([
  [')', '('],
  [']', '['],
  ['}', '{'],
]);

/** The parts of each run with text, in a paragraph that is read from right to left or is not; empty where nothing is. */
export function directionsOf(runs: readonly Run[], isReversed: boolean): Map<Run, DirectedText[]> {
  const parts = new Map<Run, DirectedText[]>();
  if (!isReversed && !runs.some(({ text }) => isRightToLeft(text))) return parts;
  const text = runs.map((run) => run.text).join('');
  const directions = resolved(text, isReversed);
  let at = 0;
  for (const run of runs) {
    const own: DirectedText[] = [];
    for (const character of run.text) {
      const isRight = directions[at] === right;
      at += character.length;
      const last = own.at(-1);
      if (last?.isRightToLeft === isRight) last.text += character;
      else own.push({ text: character, isRightToLeft: isRight });
    }
    parts.set(run, own);
  }
  return parts;
}

/** Of each code unit its direction: letters have their own, numbers behind Latin words and signs between them that of these (UAX #9,
 * W7, N0, N1), and all else is as the paragraph is. */
function resolved(text: string, isReversed: boolean): Uint8Array {
  const [own, other] = isReversed ? [right, left] : [left, right];
  const directions = new Uint8Array(text.length);
  let n = 0;
  for (const character of text) {
    const kind = kindOf(character);
    for (let unit = 0; unit < character.length; unit++) directions[n++] = kind;
  }
  // Signs between two letters of the other direction are as these are.
  let end = -1;
  let open: string[] = [];
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    if (directions[at] === own) {
      end = -1;
      open = [];
    } else if (end >= 0 && joins(directions[at], other, character)) {
      directions.fill(other, end, at + 1);
      end = at + 1;
    } else if (directions[at] === other) end = at + 1;
    if (end < 0) continue;
    if (character === '(' || character === '[' || character === '{') open.push(character);
    const opened = brackets.get(character);
    if (opened !== undefined && open.at(-1) === opened) {
      open.pop();
      directions.fill(other, end, at + 1);
      end = at + 1;
    }
  }
  return directions.map((direction) => (direction === unknown ? own : direction));
}

/** Whether a letter or a digit is followed by words of the other direction. */
const joins = (direction: number | undefined, other: number, character: string): boolean =>
  direction === other || (other === left && /[0-9]/.test(character));

function kindOf(character: string): number {
  if (character <= '~') return /[A-Za-z]/.test(character) ? left : unknown;
  if (isRightToLeft(character) && /[\p{L}\p{M}]/u.test(character)) return right;
  return /\p{L}/u.test(character) ? left : unknown;
}
