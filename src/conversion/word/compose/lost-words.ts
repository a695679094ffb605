// Words of blocks that their paragraphs do not show.
import { type Missing, wordsIn } from '#conversion/layout/account.ts';
import { textOfFormula } from '#conversion/layout/math/formula.ts';
import type { TextLine } from '#conversion/layout/page-content.ts';
import type { Paragraph, Run } from '../docx-model.ts';

/** The words of lines of which a paragraph lacks a letter. */
export function wordsLostIn(lines: readonly TextLine[], { runs, list }: Pick<Paragraph, 'runs' | 'list'>): Missing[] {
  const shown = new Map<string, number>();
  for (const letter of lettersIn(`${list?.label ?? ''}${runs.map(shownBy).join('')}`))
    shown.set(letter, (shown.get(letter) ?? 0) + 1);
  const lost = lines.flatMap((line) => {
    const words = wordsIn([line]).filter((word) => {
      let isLost = false;
      for (const letter of lettersIn(word)) {
        const left = shown.get(letter) ?? 0;
        if (left > 0) shown.set(letter, left - 1);
        else isLost = true;
      }
      return isLost;
    });
    return words.length === 0 ? [] : [{ page: line.page, words }];
  });
  return lost;
}

/** Words lost on the same page, together; sorted by page. */
export const byPage = (lost: readonly Missing[]): Missing[] =>
  [...Map.groupBy(lost, ({ page }) => page)]
    .map(([page, own]) => ({ page, words: own.flatMap(({ words }) => words) }))
    .toSorted((a, b) => a.page - b.page);

const shownBy = ({ text, picture, ruby, note }: Run): string =>
  [
    text,
    ruby?.text ?? '',
    note?.mark ?? '',
    picture?.formula === undefined ? '' : textOfFormula(picture.formula.formula.parts),
  ].join('');

const lettersIn = (text: string): string[] =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{N}]/gu) ?? [];
