// Rotated text keeps its place; much of it becomes paragraphs.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { layoutBefore, type DocumentLayout } from '#conversion/layout/document-layout.ts';
import { turnedTextXml } from '#conversion/word/docx/shapes.ts';
import { PartReferences } from '#conversion/word/docx/part-references.ts';
import { placeRotatedText } from '#conversion/layout/blocks/rotated-text.ts';
import { textOfLine } from '#conversion/layout/lines/lines.ts';
import { rotatedLines } from '#conversion/layout/lines/rotated.ts';
import type { Glyph } from '#conversion/layout/page-content.ts';
import { bare, block, column, letters, line, page } from '../../support/word-pages.ts';

/** Letters one above the other, each on its side, which are read upwards from `bottom`. */
const upwards = (text: string, left: number, bottom: number): Glyph[] =>
  letters(text).map((glyph, n) => ({
    ...glyph,
    angle: 90,
    left,
    right: left + 10,
    bottom: bottom - n * 5,
    top: bottom - n * 5 - 5,
    baseline: left + 8,
  }));

function layoutOf(glyphs: readonly Glyph[], texts: readonly string[]): DocumentLayout {
  const pages = [page(0, glyphs)];
  const blocks = texts.map((text) => block(line(text)));
  const regions = [{ page: 0, columns: [column], top: 72, bottom: 770, blocks }];
  return { ...layoutBefore({ ...bare, pages }), regions, bodies: new Map([['595x842', column]]) };
}

const blocksOf = ({ regions }: DocumentLayout) => regions.flatMap(({ blocks }) => blocks);

test('a rotated line keeps its place, in a rotated box', () => {
  const layout = layoutOf(upwards('Draft of May', 20, 600), ['The text']);
  placeRotatedText(layout);
  const [only] = blocksOf(layout);
  assert.ok(only?.kind === 'text' && blocksOf(layout).length === 1);
  const [turned] = only.turned ?? [];
  assert.equal(turned?.line.glyphs.map(({ text }) => text).join(''), 'Draft of May');
  assert.equal(turned?.angle, 90);
  const { box } = turned;
  // Its middle is that of the letters, and it is as long as they are.
  assert.ok(Math.abs((box.left + box.right) / 2 - 25) < 2 && Math.abs((box.top + box.bottom) / 2 - 570) < 2);
  assert.ok(Math.abs(box.right - box.left - 60) < 1);
  const xml = turnedTextXml({ ...turned, across: 0, below: 0 }, '<w:p/>', new PartReferences());
  assert.match(xml, /vert="vert270"/);
  assert.match(xml, /<w:txbxContent><w:p\/><\/w:txbxContent>/);
  const [, width, height] = /<wp:extent cx="(\d+)" cy="(\d+)"/.exec(xml) ?? [];
  assert.ok(Number(height) > Number(width) * 3);
});

test('slanting numbers keep the blanks between them, though the boxes around their letters overlap', () => {
  const [slant, size] = [(30 * Math.PI) / 180, 10];
  const [cos, sin] = [Math.cos(slant), Math.sin(slant)];
  // The middles of letters four points wide and seven high, with a gap of three points between the numbers.
  const glyphs = [...'24655'].map((text, n): Glyph => {
    const along = n * 4.6 + (n > 2 ? 3 : 0);
    const [x, y] = [100 + along * cos, 400 - along * sin];
    const [wide, high] = [(4 * cos + 7 * sin) / 2, (4 * sin + 7 * cos) / 2];
    const box = { left: x - wide, right: x + wide, top: y - high, bottom: y + high };
    return { ...letters(text, { size })[0]!, ...box, baseline: box.bottom, angle: 30 };
  });
  const [lines] = rotatedLines(page(0, glyphs));
  assert.deepEqual(lines?.pieces.map(textOfLine), ['246 55']);
});

test('slanting text keeps its angle', () => {
  const box = { left: 100, right: 300, top: 400, bottom: 420 };
  const xml = turnedTextXml({ box, angle: 45, across: 0, below: 0 }, '<w:p/>', new PartReferences());
  assert.match(xml, /<a:xfrm rot="18900000">/);
  assert.doesNotMatch(xml, /vert=/);
});

test('a page with nothing else, or with much text on its side, has it as paragraphs', () => {
  const alone = layoutOf(upwards('Only this', 20, 600), []);
  placeRotatedText(alone);
  assert.deepEqual(
    blocksOf(alone).map((own) => own.kind === 'text' && own.isMoved),
    [true],
  );
  const many = layoutOf(Array.from({ length: 30 }, (_, n) => upwards('words', 20 + n * 15, 600)).flat(), ['The text']);
  placeRotatedText(many);
  const [first, ...moved] = blocksOf(many);
  assert.ok(first?.kind === 'text' && first.turned === undefined);
  assert.ok(moved.length > 0);
});
