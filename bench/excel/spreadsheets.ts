// Spreadsheets that are made here: numbers of several languages, wide and long ones, with lines and without.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { escapeMarkup } from '#core/markup.ts';

type Value = string | { number: number; style: StyleName } | { date: string; style: 'date' | 'longDate' };
type StyleName = 'whole' | 'decimals' | 'grouped' | 'money' | 'percent';

interface Made {
  name: string;
  language: string;
  country: string;
  currency: string;
  isRuled: boolean;
  rows: Value[][];
}

/** The same numbers on every run. */
function* sequence(): Generator<number, never> {
  let state = 7;
  for (;;) {
    state = (state * 48_271) % 2_147_483_647;
    yield state / 2_147_483_647;
  }
}

function made(): Made[] {
  const random = sequence();
  const next = (most: number) => random.next().value * most;
  const number = (most: number, style: StyleName) => ({
    number: style === 'whole' ? Math.round(next(most)) : Math.round(next(most) * 1000) / 1000,
    style,
  });
  const day = (style: 'date' | 'longDate') => ({
    date: new Date(Date.UTC(2024, 0, 1 + Math.floor(next(700)))).toISOString().slice(0, 10),
    style,
  });
  const goods = ['Paper', 'Ink', 'Folders', 'Staples', 'Lamps', 'Chairs', 'Screens', 'Cables'];
  const rows = (count: number, row: (n: number) => Value[]) => Array.from({ length: count }, (_, n) => row(n));
  const budget = (head: string[]): Value[][] => [
    head,
    ...rows(30, (n) => [
      `${goods[n % goods.length]} ${n + 1}`,
      number(5000, 'whole'),
      number(90_000, 'grouped'),
      number(20_000, 'money'),
      number(1, 'percent'),
      day('date'),
    ]),
  ];
  const languages = [
    { language: 'en', country: 'US', currency: '$' },
    { language: 'de', country: 'DE', currency: '€' },
    { language: 'fr', country: 'FR', currency: '€' },
  ];
  return [
    ...languages.flatMap((own) =>
      [true, false].map((isRuled) => ({
        ...own,
        name: `budget in ${own.language}, ${isRuled ? 'with lines' : 'without lines'}`,
        isRuled,
        rows: budget(['Item', 'Count', 'Volume', 'Price', 'Share', 'Due']),
      })),
    ),
    {
      name: 'long',
      language: 'en',
      country: 'GB',
      currency: '£',
      isRuled: false,
      rows: [
        ['Number', 'Reading', 'Place', 'Day'],
        ...rows(180, (n) => [`007${n}`, number(400, 'decimals'), goods[n % goods.length] ?? '', day('longDate')]),
      ],
    },
    {
      name: 'wide',
      language: 'en',
      country: 'US',
      currency: '$',
      isRuled: true,
      rows: [
        ['Place', ...rows(13, (n) => [`M${n + 1}`]).flat()],
        ...rows(20, (n) => [goods[n % goods.length] ?? '', ...rows(13, () => [number(900, 'decimals')]).flat()]),
      ],
    },
  ];
}

/** Writes them as flat OpenDocument files. */
export async function spreadsheetsIn(folder: string): Promise<string[]> {
  const paths: string[] = [];
  for (const sheet of made()) {
    const path = join(folder, `${sheet.name.replace(/\W+/g, '-')}.fods`);
    await writeFile(path, fodsOf(sheet));
    paths.push(path);
  }
  return paths;
}

const spaces = ['office', 'style', 'text', 'table', 'number']
  .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name === 'number' ? 'datastyle' : name}:1.0"`)
  .join(' ');

function fodsOf({ language, country, currency, isRuled, rows }: Made): string {
  const locale = `number:language="${language}" number:country="${country}"`;
  const number = (decimals: number, isGrouped: boolean) =>
    `<number:number number:min-integer-digits="1" number:decimal-places="${decimals}" number:min-decimal-places="${decimals}"${isGrouped ? ' number:grouping="true"' : ''}/>`;
  const sign = `<number:currency-symbol>${currency}</number:currency-symbol>`;
  const money =
    country === 'US' || country === 'GB'
      ? sign + number(2, true)
      : `${number(2, true)}<number:text> </number:text>${sign}`;
  const between = (text: string) => `<number:text>${text}</number:text>`;
  const [day, month, year] = [
    '<number:day number:style="long"/>',
    '<number:month number:style="long"/>',
    '<number:year number:style="long"/>',
  ];
  const date = {
    en:
      country === 'US'
        ? month + between('/') + day + between('/') + year
        : day + between('/') + month + between('/') + year,
    de: day + between('.') + month + between('.') + year,
    fr: day + between('/') + month + between('/') + year,
  }[language];
  const longDate = `<number:day/>${between(' ')}<number:month number:style="long" number:textual="true"/>${between(' ')}${year}`;
  const line = isRuled ? ' fo:border="0.5pt solid #000000"' : '';
  const formats = {
    whole: `<number:number-style style:name="N-whole" ${locale}>${number(0, false)}</number:number-style>`,
    decimals: `<number:number-style style:name="N-decimals" ${locale}>${number(2, false)}</number:number-style>`,
    grouped: `<number:number-style style:name="N-grouped" ${locale}>${number(2, true)}</number:number-style>`,
    money: `<number:currency-style style:name="N-money" ${locale}>${money}</number:currency-style>`,
    percent: `<number:percentage-style style:name="N-percent" ${locale}>${number(1, false)}${between(language === 'en' ? '%' : ' %')}</number:percentage-style>`,
    date: `<number:date-style style:name="N-date" ${locale}>${date}</number:date-style>`,
    longDate: `<number:date-style style:name="N-longDate" ${locale}>${longDate}</number:date-style>`,
  };
  const cellStyle = (name: string, format: string) =>
    `<style:style style:name="${name}" style:family="table-cell"${format}><style:table-cell-properties${line}/></style:style>`;
  const styles = [
    ...Object.values(formats),
    cellStyle('text', ''),
    ...Object.keys(formats).map((name) => cellStyle(name, ` style:data-style-name="N-${name}"`)),
    '<style:style style:name="column" style:family="table-column"><style:table-column-properties style:column-width="1.3in"/></style:style>',
  ].join('');
  const columns = `<table:table-column table:style-name="column" table:number-columns-repeated="${rows[0]?.length ?? 1}"/>`;
  const body = rows.map((row) => `<table:table-row>${row.map(cellXml).join('')}</table:table-row>`).join('');
  const properties = `<style:default-style style:family="table-cell"><style:text-properties fo:language="${language}" fo:country="${country}"/></style:default-style>`;
  return (
    `<?xml version="1.0" encoding="UTF-8"?><office:document ${spaces} xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0" office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.spreadsheet">` +
    `<office:styles>${properties}</office:styles><office:automatic-styles>${styles}</office:automatic-styles>` +
    `<office:body><office:spreadsheet><table:table table:name="Sheet">${columns}${body}</table:table></office:spreadsheet></office:body></office:document>`
  );
}

function cellXml(value: Value): string {
  if (typeof value === 'string')
    return `<table:table-cell table:style-name="text" office:value-type="string"><text:p>${escapeMarkup(value)}</text:p></table:table-cell>`;
  if ('date' in value)
    return `<table:table-cell table:style-name="${value.style}" office:value-type="date" office:date-value="${value.date}"/>`;
  const type = { whole: 'float', decimals: 'float', grouped: 'float', money: 'currency', percent: 'percentage' }[
    value.style
  ];
  return `<table:table-cell table:style-name="${value.style}" office:value-type="${type}" office:value="${value.number}"/>`;
}
