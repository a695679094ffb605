// Vertical text: columns from right to left are lines, and Word sets them so.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { layoutBefore } from '#conversion/layout/document-layout.ts';
import { sectionXml } from '#conversion/word/docx/blocks.ts';
import { piecesOf, textOfLine } from '#conversion/layout/lines/lines.ts';
import { turnVerticalText } from '#conversion/layout/lines/vertical-text.ts';
import type { Glyph, PageContent } from '#conversion/layout/page-content.ts';
import type { SourceDocument } from '#conversion/layout/read/document.ts';
import { letters, page, rule } from '../../support/word-pages.ts';

const columnOf = (text: string, left: number): Glyph[] =>
  [...text].flatMap((letter, n) => letters(letter, { left, right: left + 12, baseline: 84 + n * 12, size: 12 }));
const columns = () => [
  ...columnOf('この書生というのは時々我々を', 500),
  ...columnOf('捕えて煮て食うという話である', 480),
];

function turned(own: PageContent) {
  const layout = layoutBefore({ pages: [own] } as unknown as SourceDocument);
  turnVerticalText(layout);
  return layout.isVertical;
}

test('columns of letters that run downwards are lines, the one at the right first', () => {
  const own = page(0, columns());
  assert.equal(turned(own), true);
  assert.deepEqual([own.width, own.height], [842, 595]);
  const lines = piecesOf(own.glyphs, 0);
  assert.deepEqual(lines.map(textOfLine), ['この書生というのは時々我々を', '捕えて煮て食うという話である']);
  assert.ok(lines[0]!.baseline < lines[1]!.baseline);
});

test('letters that run to the right stay, and so do pages with lines drawn on them', () => {
  const text = letters('この書生というのは時々我々を捕えて煮て食うという話である', { right: 400, size: 12 });
  assert.equal(turned(page(0, text)), false);
  assert.equal(turned(page(0, columns(), { rules: [rule('vertical', 300, 72, 301, 500)] })), false);
});

test('a vertical section has the page as it is seen', () => {
  const section = {
    blocks: [],
    width: 842,
    height: 595,
    margins: { left: 10, right: 20, top: 30, bottom: 40 },
    columns: [400],
    columnGaps: [],
    isContinuous: false,
    isVertical: true,
  };
  const xml = sectionXml(section, '', { header: 0, footer: 0, hasFirst: false, notes: '' });
  assert.match(xml, /<w:pgSz w:w="11900" w:h="16840"\/><w:pgMar w:top="200" w:right="600" w:bottom="400" w:left="800"/);
  assert.match(xml, /<w:textDirection w:val="tbRl"\/><\/w:sectPr>$/);
});
