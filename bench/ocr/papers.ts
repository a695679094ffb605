// The documents of the OCR bench, and their pages as HTML.
import { escapeMarkup } from '#core/markup.ts';
import { texts, type Text } from './texts.ts';

export interface Paper {
  language: Text['language'];
  form: 'letter' | 'columns' | 'table' | 'invoice';
  font: string;
  dpi: 150 | 200 | 300;
  /** Degrees clockwise by which the paper lay wrong in the scanner. */
  turn?: 90 | 180 | 270;
  /** Degrees clockwise. */
  skew?: number;
  hasNoise?: boolean;
  /** Black and white, one bit for each pixel. */
  isBilevel?: boolean;
  /** 1, if not stated. */
  pages?: number;
  isQuick?: boolean;
}

export const papers: readonly Paper[] = [
  { language: 'eng', form: 'letter', font: 'Liberation Serif', dpi: 300, isQuick: true },
  { language: 'eng', form: 'columns', font: 'Liberation Sans', dpi: 200, turn: 180 },
  { language: 'eng', form: 'invoice', font: 'DejaVu Sans', dpi: 150 },
  { language: 'deu', form: 'letter', font: 'Noto Sans', dpi: 200, skew: 1.5, isQuick: true },
  { language: 'deu', form: 'invoice', font: 'Liberation Sans', dpi: 300, turn: 90, isQuick: true },
  { language: 'deu', form: 'columns', font: 'Noto Serif', dpi: 300, isBilevel: true },
  { language: 'fra', form: 'letter', font: 'P052', dpi: 300, turn: 270 },
  { language: 'fra', form: 'table', font: 'Carlito', dpi: 200 },
  { language: 'fra', form: 'columns', font: 'Liberation Serif', dpi: 300, skew: -1.5 },
  { language: 'spa', form: 'letter', font: 'Noto Serif', dpi: 150, hasNoise: true },
  { language: 'spa', form: 'columns', font: 'DejaVu Serif', dpi: 200, isQuick: true },
  { language: 'spa', form: 'table', font: 'Liberation Sans', dpi: 300, turn: 180 },
  { language: 'ita', form: 'letter', font: 'Liberation Sans', dpi: 200, turn: 90 },
  { language: 'ita', form: 'invoice', font: 'Noto Sans', dpi: 200, skew: 1.5 },
  { language: 'ita', form: 'columns', font: 'P052', dpi: 300, hasNoise: true },
  { language: 'por', form: 'letter', font: 'Caladea', dpi: 300, isBilevel: true },
  { language: 'por', form: 'table', font: 'DejaVu Sans', dpi: 150, isQuick: true },
  { language: 'por', form: 'columns', font: 'Liberation Serif', dpi: 200, turn: 270 },
  { language: 'nld', form: 'letter', font: 'DejaVu Serif', dpi: 200, hasNoise: true },
  { language: 'nld', form: 'invoice', font: 'Liberation Serif', dpi: 300 },
  { language: 'nld', form: 'columns', font: 'Carlito', dpi: 300, skew: 1.5, turn: 180 },
  { language: 'pol', form: 'letter', font: 'Liberation Serif', dpi: 150 },
  { language: 'pol', form: 'table', font: 'Noto Sans', dpi: 300, hasNoise: true },
  { language: 'pol', form: 'columns', font: 'Liberation Sans', dpi: 200, isBilevel: true },
  { language: 'eng', form: 'letter', font: 'Liberation Serif', dpi: 300, pages: 8, isQuick: true },
];

export function nameOf({ language, form, dpi, turn, skew, hasNoise, isBilevel, pages }: Paper): string {
  const words: (string | number | boolean | undefined)[] = [
    `${language} ${form} ${dpi} dpi`,
    turn && `turned ${turn}°`,
    skew && `skewed ${skew}°`,
    hasNoise && 'noise',
    isBilevel && '1 bit',
    pages && `${pages} pages`,
  ];
  return words.filter((word) => typeof word === 'string').join(', ');
}

export function htmlOf({ language, form, font, pages = 1 }: Paper): string {
  const text = texts.find((one) => one.language === language);
  if (text === undefined) throw new Error(`no text in ${language}`);
  const style = [
    '@page { size: A4; margin: 2.2cm; }',
    `body { margin: 0; font: 11pt/1.35 '${font}'; } section { break-after: page; } section:last-child { break-after: auto; }`,
    'h1 { font-size: 17pt; margin: 0 0 12pt; } p { margin: 0 0 8pt; } .columns { columns: 2; column-gap: 22pt; font-size: 10pt; }',
    'table { border-collapse: collapse; width: 100%; margin: 10pt 0; } th { text-align: left; } td, th { padding: 3pt 5pt; }',
    '.ruled td, .ruled th { border: 0.7pt solid #000; } .number { text-align: right; } .details { width: 60%; } address { font-style: normal; margin: 0 0 18pt; }',
  ].join('\n');
  const page = `<section>${forms[form](text)}</section>`;
  return `<!doctype html><html lang="${text.locale}"><head><meta charset="utf-8"><title>${form}</title><style>${style}</style></head><body>${page.repeat(pages)}</body></html>`;
}

const forms: Record<Paper['form'], (text: Text) => string> = {
  letter: ({ title, paragraphs }) => heading(title) + paragraphs.map(paragraph).join(''),
  columns: ({ title, paragraphs }) =>
    `${heading(title)}<div class="columns">${paragraphs.map(paragraph).join('')}</div>`,
  table: (text) =>
    heading(text.title) +
    paragraph(text.paragraphs[0] ?? '') +
    listOf(text, [...text.goods, ...text.goods.toReversed()]).html +
    paragraph(text.paragraphs[1] ?? ''),
  invoice: (text) => {
    const { heading: head, from, to, details, net, tax, total, payment } = text.invoice;
    const list = listOf(text, text.goods);
    const rate = Number(/\d+/.exec(tax)?.[0]) / 100;
    const sums = [
      [net, list.net],
      [tax, list.net * rate],
      [total, list.net * (1 + rate)],
    ] as const;
    return [
      address(from),
      address(to),
      heading(head),
      `<table class="details">${details.map((row) => `<tr>${cells(row)}</tr>`).join('')}</table>`,
      list.html,
      `<table class="details">${sums.map(([label, sum]) => `<tr>${cells([label])}${cells([amount(sum, text)], true)}</tr>`).join('')}</table>`,
      paragraph(payment),
    ].join('');
  },
};

function listOf(text: Text, goods: readonly string[]): { html: string; net: number } {
  const rows = goods.map((name, n) => ({ name, count: 3 + ((n * 17) % 29), price: 18.75 + n * 63.4 }));
  const lines = rows.map(
    ({ name, count, price }) =>
      `<tr>${cells([name])}${cells([String(count), amount(price, text), amount(count * price, text)], true)}</tr>`,
  );
  const head = text.columns.map((column) => `<th>${escapeMarkup(column)}</th>`).join('');
  return {
    html: `<table class="ruled"><tr>${head}</tr>${lines.join('')}</table>`,
    net: rows.reduce((sum, { count, price }) => sum + count * price, 0),
  };
}

/** Some languages group by a space that does not break; readers of PDFs differ on whether it parts words. */
const amount = (value: number, { locale }: Text): string =>
  value.toLocaleString(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).replace(/\s/g, '');

const heading = (text: string): string => `<h1>${escapeMarkup(text)}</h1>`;
const paragraph = (text: string): string => `<p>${escapeMarkup(text)}</p>`;
const address = (lines: readonly string[]): string =>
  `<address>${lines.map((line) => escapeMarkup(line)).join('<br>')}</address>`;
const cells = (texts: readonly string[], isNumber = false): string =>
  texts.map((text) => `<td${isNumber ? ' class="number"' : ''}>${escapeMarkup(text)}</td>`).join('');
