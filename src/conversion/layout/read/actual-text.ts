// Letters for which a document states the text: programs draw letters with vowels, and ligatures, as pieces with poor Unicode maps.
import { union } from '../box.ts';
import { isRightToLeft } from '../lines/visual-order.ts';
import type { Glyph } from '../page-content.ts';

/** The text of the glyphs of one marked content together. */
export interface ActualText {
  text: string;
  /** Shared by all objects of the marked content. */
  owner: bigint;
}

/** Letters that are one word at most. */
const longest = 24;

/** Whether it replaces the drawn letters: it may also be the description of a picture, or a whole line. */
export const isTaken = ({ text }: ActualText): boolean =>
  text.length <= longest && isRightToLeft(text) && !/\s/.test(text);

/** Glyphs with the letters of their actual text in their place; each of these has the box of all of them.
 * @param actualTexts of each glyph */
export function withActualTexts(glyphs: readonly Glyph[], actualTexts: readonly (ActualText | undefined)[]): Glyph[] {
  const groups = new Map<bigint, Glyph[]>();
  for (const [n, glyph] of glyphs.entries()) {
    const owner = actualTexts[n]?.owner;
    if (owner === undefined) continue;
    const group = groups.get(owner);
    if (group === undefined) groups.set(owner, [glyph]);
    else group.push(glyph);
  }
  if (groups.size === 0) return [...glyphs];
  return glyphs.flatMap((glyph, n) => {
    const actual = actualTexts[n];
    if (actual === undefined) return [glyph];
    const group = groups.get(actual.owner) ?? [];
    return group[0] === glyph ? lettersOf(actual.text, group) : [];
  });
}

function lettersOf(text: string, group: readonly Glyph[]): Glyph[] {
  // Marks are narrow, and higher or lower.
  const base = group.reduce((widest, glyph) => (widthOf(glyph) > widthOf(widest) ? glyph : widest));
  const { left, right } = union(group);
  return [...text].map((letter) => ({ ...base, left, right, text: letter }));
}

const widthOf = ({ left, right }: Glyph): number => right - left;
