// Lines with words that are read from right to left are written in reading order.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linesOf, piecesOf, textOfLine } from '#conversion/layout/lines/lines.ts';
import { orderVisually } from '#conversion/layout/lines/visual-order.ts';
import type { Glyph } from '#conversion/layout/page-content.ts';
import { readingLines } from '#conversion/layout/tagged/reading-lines.ts';
import { letters } from '../../support/word-pages.ts';

/** The text on the page, from left to right, below lines of that language. */
const page = (shown: string, around: string): Glyph[] => [
  ...letters(around, { baseline: 100 }),
  ...letters(shown, { baseline: 120 }),
];

const read = (shown: string, around: string): string | undefined =>
  linesOf(piecesOf(orderVisually(page(shown, around)), 0))
    .map(textOfLine)
    .at(-1);

const hebrew = 'םיבר םירבד ןאכ';
const arabic = 'رطسا ةدعل ليوط صن';
const english = 'Many words of an English text';

test('numbers, Latin words and brackets have their place in a line of Hebrew', () => {
  for (const [shown, expected] of [
    ['.דועו Microsoft Word םע', 'עם Microsoft Word ועוד.'],
    ['.(17% ללוכ) 1,234.56 רפסמ', 'מספר 1,234.56 (כולל 17%).'],
    ['23/11/2024 ךיראת ,03-1234567 ןופלט', 'טלפון 03-1234567, תאריך 23/11/2024'],
    ['?ןכ a+b=c יוטיב', 'ביטוי a+b=c כן?'],
    ['[3 הרעה] Windows 95', 'Windows 95 [הערה 3]'],
    ['ףוס Microsoft (R) תרבח', 'חברת Microsoft (R) סוף'],
    ['.2024', '2024.'],
  ] as const)
    assert.equal(read(shown, hebrew), expected);
});

test('numbers behind Arabic words are written as Arabic is', () => {
  for (const [shown, expected] of [
    ['%15 مصخ', 'خصم 15%'],
    ['5678-234 11 966+ :فتاه', 'هاتف: +966 11 234-5678'],
    ['.10:30 ةعاسلا 2024/11/23 يف', 'في 2024/11/23 الساعة 10:30.'],
    ['٪٩٨٫٧ و ١٢٣٤٥', '١٢٣٤٥ و ٩٨٫٧٪'],
    ['«مكيلع» (see page 45) مث', 'ثم (see page 45) «عليكم»'],
    ['++C ةغل', 'لغة C++'],
  ] as const)
    assert.equal(read(shown, arabic), expected);
});

test('words from right to left in an English line are read among the others', () => {
  assert.equal(read('The word (םולש) means םולש םכילע here', english), 'The word (שלום) means עליכם שלום here');
  assert.equal(read('said "םכב 123 םולש" to me', english), 'said "שלום 123 בכם" to me');
});

test('brackets face the same way with any Unicode map', () => {
  const expected = 'אחד (שנים) שלוש';
  for (const shown of ['שולש (םינש) דחא', 'שולש )םינש( דחא']) assert.equal(read(shown, hebrew), expected);
});

test('a bracket whose other half is on another line opens before a word and closes behind one', () => {
  for (const sign of ['(', ')']) {
    assert.equal(read(`- 2024${sign} הפוקתב`, hebrew), 'בתקופה (2024 -');
    assert.equal(read(`הנשב ${sign}2026`, hebrew), '2026) בשנה');
  }
});

test('letters that a program draws in any order are read by their position', () => {
  const glyphs = page('.2024 תנשב Microsoft Word םע', hebrew);
  const [head, tail] = [glyphs.slice(0, -20), glyphs.slice(-20)];
  const mixed = [...head, ...tail.slice(9), ...tail.slice(0, 9).toReversed()];
  const lines = readingLines(
    orderVisually(mixed),
    mixed.map(() => 0),
  ).map(textOfLine);
  assert.equal(lines.at(-1), 'עם Microsoft Word בשנת 2024.');
});

test('letters of one ligature stay in their order, and vowels with their letters', () => {
  const [first, before] = [letters('ر', { left: 85 }), letters('ب', { left: 100 })];
  const ligature = ['ل', 'ا'].map((text) => ({ ...letters(text, { left: 90 })[0]!, right: 100 }));
  const vowel = { ...letters('\u064e', { left: 101 })[0]!, right: 101, baseline: 95 };
  const glyphs = orderVisually([...first, ...ligature, ...before, vowel]);
  assert.deepEqual(linesOf(piecesOf(glyphs, 0)).map(textOfLine), ['ب\u064eلار']);
});

test('lines without such letters keep the order in which they were written', () => {
  const glyphs = [...letters('second', { left: 120 }), ...letters('first ', { left: 72 })];
  assert.deepEqual(orderVisually(glyphs), glyphs);
});
