// Blocks as Markdown: text stays text, and markup is valid.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TextSpan } from '#core/document-blocks.ts';
import type { ComposedBlock } from '#conversion/markdown/compose.ts';
import { markdownOf } from '#conversion/markdown/inline.ts';
import { writeMarkdown } from '#conversion/markdown/write-markdown.ts';
import { writeText } from '#conversion/markdown/write-text.ts';

const place = { page: 1, box: [0, 0, 1, 1] as [number, number, number, number] };
const paragraph = (text: string, more: Partial<TextSpan> = {}): ComposedBlock => ({
  type: 'paragraph',
  ...place,
  text,
  spans: [{ text, ...more }],
});
const item = (level: number, marker: string, text: string): ComposedBlock => ({
  type: 'list_item',
  level,
  marker,
  ordered: /\w/.test(marker),
  ...place,
  text,
  spans: [{ text }],
});
const written = (...blocks: ComposedBlock[]) => writeMarkdown(blocks, { hasPageMarkers: false });

test('signs that mean something in Markdown are text where they are text', () => {
  assert.equal(
    markdownOf([{ text: 'a*b [c] `d` <e> snake_case _x_ ~~f~~ &amp; AT&T' }]),
    String.raw`a\*b \[c\] \`d\` \<e> snake_case \_x\_ \~\~f\~\~ \&amp; AT&T`,
  );
  assert.equal(written(paragraph('# 5 of us')), '\\# 5 of us\n');
  assert.equal(written(paragraph('1. is a number')), '1\\. is a number\n');
  assert.equal(written(paragraph('- minus')), '\\- minus\n');
  assert.equal(written(paragraph('> more')), '\\> more\n');
  assert.equal(written(paragraph('2024 was good')), '2024 was good\n');
});

test('emphasis is next to letters, links keep their format, and code has enough backticks', () => {
  assert.equal(markdownOf([{ text: 'a ' }, { text: ' bold ', bold: true }, { text: 'b' }]), 'a  **bold** b');
  assert.equal(
    markdownOf([
      { text: 'see ' },
      { text: 'the ', link: 'https://a.example/x y' },
      { text: 'page', bold: true, link: 'https://a.example/x y' },
    ]),
    'see [the **page**](<https://a.example/x%20y>)',
  );
  assert.equal(markdownOf([{ text: 'a`b', code: true }]), '`` a`b ``');
  assert.equal(markdownOf([{ text: 'H' }, { text: '2', position: 'subscript' }, { text: 'O' }]), 'H<sub>2</sub>O');
  assert.equal(markdownOf([{ text: 'https://a.example/', link: 'https://a.example/' }]), '<https://a.example/>');
});

test('items of lists are indented as far as the markers above them ask for', () => {
  assert.equal(
    written(
      item(1, '9.', 'nine'),
      item(1, '10.', 'ten'),
      item(2, '•', 'inner'),
      item(3, '(a)', 'deep'),
      item(1, '☒', 'done'),
    ),
    '9. nine\n10. ten\n    - inner\n      - (a) deep\n- [x] done\n',
  );
  assert.equal(written(item(3, '•', 'one'), item(3, '•', 'two')), '- one\n- two\n');
});

const cellOf = (row: number, column: number, text: string, rowSpan = 1, columnSpan = 1) => ({
  row,
  column,
  rowSpan,
  columnSpan,
  box: place.box,
  blocks: text === '' ? [] : text.split('\n').map((line) => paragraph(line)),
});

test('tables are GFM, and HTML where cells span', () => {
  const table = { type: 'table' as const, ...place, rows: 2, columns: 2, headerRows: 1 };
  assert.equal(
    written({
      ...table,
      cells: [cellOf(0, 0, 'a|b'), cellOf(0, 1, 'c'), cellOf(1, 0, 'two\nlines'), cellOf(1, 1, '')],
    }),
    '| a\\|b | c |\n| --- | --- |\n| two<br>lines |  |\n',
  );
  assert.equal(
    written({ ...table, cells: [cellOf(0, 0, 'A & B', 1, 2), cellOf(1, 0, 'c'), cellOf(1, 1, '<d>')] }),
    '<table>\n<thead>\n<tr><th colspan="2">A &amp; B</th></tr>\n</thead>\n<tbody>\n<tr><td>c</td><td>&lt;d&gt;</td></tr>\n</tbody>\n</table>\n',
  );
  assert.equal(
    writeText([{ ...table, cells: [cellOf(0, 0, 'a'), cellOf(1, 1, 'b')] }], { hasPageMarkers: false }),
    'a\n\tb\n',
  );
});

test('code with any content is fenced', () => {
  assert.equal(written({ type: 'code', ...place, text: 'a\n```\nb' }), '````\na\n```\nb\n````\n');
});

test('speaker notes are a quotation, with any beginnings of lines', () => {
  assert.equal(
    written({ type: 'notes', ...place, text: 'Say:\n- one\n\n# two' }),
    '> Notes: Say:\n>\n> \\- one\n>\n> \\# two\n',
  );
});

test('a note that only a table of HTML refers to is written as text: renderers leave out others', () => {
  const cells = [
    {
      ...cellOf(0, 0, '', 1, 2),
      blocks: [paragraph('a'), { ...paragraph(''), spans: [{ text: '', note: '5' }] } as ComposedBlock],
    },
  ];
  const table = { type: 'table' as const, ...place, rows: 1, columns: 2, headerRows: 0, cells };
  const note: ComposedBlock = { type: 'footnote', label: '5', ...place, text: 'said', spans: [{ text: 'said' }] };
  assert.match(written(table, note), /<sup>5<\/sup>[^]*\n\n<sup>5<\/sup> said\n$/);
  assert.match(
    written({ ...paragraph('x'), spans: [{ text: 'x' }, { text: '', note: '5' }] } as ComposedBlock, table, note),
    /\[\^5\]: said\n$/,
  );
});
