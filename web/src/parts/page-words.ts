// Page selections in words, as people say them: "Pages 1–3, 5".
import { texts } from '../i18n.ts';

/** The words of an item: "5", "1–3", "8 to the last"; undefined while it is incomplete. */
function itemInWords(item: string): string | undefined {
  const [, first = '', dash = '', last = ''] = /^(\d{0,9})(-?)(\d{0,9})$/.exec(item) ?? [];
  if (first === '' && last === '') return undefined;
  if (dash === '' || first === last) return first;
  if (last === '') return texts.t('fields.words_to_last', { page: first });
  return `${first === '' ? '1' : first}–${last}`;
}

/** Undefined for a text that is not a selection. */
export function pagesInWords(text: string): string | undefined {
  const items = text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
  const words = items.map(itemInWords);
  if (words.length === 0 || words.includes(undefined)) return undefined;
  const isOne = items.length === 1 && /^\d+$/.test(words[0] ?? '');
  return texts.t('fields.words', { list: words.join(', '), count: isOne ? 1 : 2 });
}
