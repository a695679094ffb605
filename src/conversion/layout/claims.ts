// The claims on letters: what a letter outside blocks is part of, or why it is left out of every result.

/** Why a letter is in no result. */
export const reasons = ['off the page', 'printed twice', 'invisible', 'covered', 'empty field'] as const;
type Reason = (typeof reasons)[number];

/** What a letter outside blocks is part of: a header or footer, ruby, a label of an item or note, leader dots, a repeated table head or a
 * picture; or why it was left out. */
export type Claim = 'furniture' | 'ruby' | 'label' | 'leader' | 'table head' | 'picture' | Reason;

interface Claimed {
  claim?: Claim;
}

/** Records what letters are part of. */
export function mark(letters: Iterable<Claimed>, as: Claim): void {
  for (const letter of letters) letter.claim = as;
}

/** Claims letters of a page, which hides them from later stages. */
export function claim<Letter extends Claimed>(page: { glyphs: Letter[] }, letters: Iterable<Letter>, as: Claim): void {
  mark(letters, as);
  page.glyphs = page.glyphs.filter((letter) => letter.claim === undefined);
}

/** Whether a letter is left out of every result. */
export const isLeftOut = (letter: Claimed): boolean => reasons.some((reason) => reason === letter.claim);

/** Whether a letter is upright and seen. */
export const isShown = (letter: Claimed & { angle: number; text: string }): boolean =>
  letter.angle === 0 && !isLeftOut(letter) && letter.text.trim() !== '';
