// The claims on letters: the part of the page that a letter outside blocks belongs to, or why it is left out of every result.

/** Why a letter is in no result. */
export const reasons = ['off the page', 'printed twice', 'invisible', 'covered', 'empty field'] as const;
type Reason = (typeof reasons)[number];

/** The part of the page that a letter outside blocks belongs to: a header or footer, ruby, a label of an item or note, leader dots, a repeated table head or a
 * picture; or why it was left out. */
export type Claim = 'furniture' | 'ruby' | 'label' | 'leader' | 'table head' | 'picture' | Reason;

interface Claimed {
  claim?: Claim;
}

/** Claims letters, which stay on their page. */
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
