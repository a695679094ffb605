// The words of a PDF and their positions, as pdftotext finds them.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { attribute, tagsOf } from '#core/markup.ts';
import { unescapeMarkup } from '#conversion/office/xml.ts';

const execute = promisify(execFile);

export interface Word {
  text: string;
  /** Points: the left edge, and the middle of the width and of the height. */
  left: number;
  centre: number;
  middle: number;
}

/**
 * The words of each page. Chinese, Japanese and Korean ones are taken letter by letter.
 *
 * @param order `reading` as pdftotext guesses it, or `stream`, in which the PDF draws them
 */
export async function wordsOf(pdf: string, order: 'reading' | 'stream' = 'reading'): Promise<Word[][]> {
  const options = ['-q', '-bbox', ...(order === 'stream' ? ['-raw'] : [])];
  const { stdout } = await execute('pdftotext', [...options, pdf, '-'], { maxBuffer: 1 << 30 });
  const pages: Word[][] = [];
  for (const tag of tagsOf(stdout)) {
    if (tag.startsWith('<page ')) pages.push([]);
    else if (tag.startsWith('<word ')) pages.at(-1)?.push(...wordsIn(tag));
  }
  return pages;
}

const eastAsian = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]/;

function wordsIn(tag: string): Word[] {
  const [left = 0, right = 0, top = 0, bottom = 0] = ['xMin', 'xMax', 'yMin', 'yMax'].map((name) =>
    Number(attribute(tag, name)),
  );
  const text = plain(unescapeMarkup(tag.slice(tag.indexOf('>') + 1)));
  const middle = (top + bottom) / 2;
  if (text === '') return [];
  if (!eastAsian.test(text)) return [{ text, left, centre: (left + right) / 2, middle }];
  const letters = [...text];
  const step = (right - left) / letters.length;
  return letters
    .map((letter, n) => ({ text: letter, left: left + n * step, centre: left + (n + 0.5) * step, middle }))
    .filter((word) => word.text.trim() !== '');
}

const alike: Readonly<Record<string, string>> = {
  '\u2018': "'",
  '\u2019': "'",
  '\u201c': '"',
  '\u201d': '"',
  '\u2010': '-',
  '\u2011': '-',
};

/** Letters that look alike as one; without those that cannot be seen, and bullets in fonts of symbols. */
const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\u2018\u2019\u201c\u201d\u2010\u2011]/g, (letter) => alike[letter] ?? letter)
    .replace(/(?! )[\p{C}\p{Z}]/gu, '')
    .trim();
