// Claims on letters outside blocks: they say which part of the page a letter belongs to, or why no result contains it.

/** The reasons why no result contains a letter. */
export const reasons = ['off the page', 'printed twice', 'invisible', 'covered', 'empty field'] as const;
type Reason = (typeof reasons)[number];

/** The part of the page that a letter outside blocks belongs to (a header or footer, ruby, the label of an item or note, leader dots, a
 * repeated table head, a picture), or the reason why it was left out. */
export type Claim = 'furniture' | 'ruby' | 'label' | 'leader' | 'table head' | 'picture' | Reason;

interface Claimed {
  claim?: Claim;
}

/** Claims letters but keeps them on their page. */
export function mark(letters: Iterable<Claimed>, as: Claim): void {
  for (const letter of letters) letter.claim = as;
}

/** Claims letters of a page and removes them from it, so that later stages do not see them. */
export function claim<Letter extends Claimed>(page: { glyphs: Letter[] }, letters: Iterable<Letter>, as: Claim): void {
  mark(letters, as);
  page.glyphs = page.glyphs.filter((letter) => letter.claim === undefined);
}

/** Whether a letter is left out of every result. */
export const isLeftOut = (letter: Claimed): boolean => reasons.some((reason) => reason === letter.claim);

/** Whether a letter is upright and visible. */
export const isShown = (letter: Claimed & { angle: number; text: string }): boolean =>
  letter.angle === 0 && !isLeftOut(letter) && letter.text.trim() !== '';
