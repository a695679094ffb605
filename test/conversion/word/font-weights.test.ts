// How heavy a font is whose name does not say it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { weightClassOf } from '#conversion/fonts/truetype.ts';
import { graphOf, PdfDocument, type PdfDictionary } from '#conversion/pdf/graph.ts';
import { describedWeight } from '#conversion/layout/read/font-weights.ts';

/** A font program with such tables and nothing else. */
function program(tables: Record<string, Buffer>): Buffer {
  const entries = Object.entries(tables);
  const head = Buffer.alloc(12 + entries.length * 16);
  head.writeUInt32BE(0x00010000, 0);
  head.writeUInt16BE(entries.length, 4);
  let at = head.length;
  for (const [n, [tag, data]] of entries.entries()) {
    head.write(tag, 12 + n * 16, 'latin1');
    head.writeUInt32BE(at, 12 + n * 16 + 8);
    head.writeUInt32BE(data.length, 12 + n * 16 + 12);
    at += data.length;
  }
  return Buffer.concat([head, ...entries.map(([, data]) => data)]);
}

const headOf = (isBold: boolean): Buffer => {
  const head = Buffer.alloc(54);
  head.writeUInt16BE(isBold ? 1 : 0, 44);
  return head;
};

test('a font program says how heavy it is in its OS/2 table, or in its head', () => {
  const os2 = Buffer.alloc(78);
  os2.writeUInt16BE(600, 4);
  assert.equal(weightClassOf(program({ 'OS/2': os2, head: headOf(false) })), 600);
  assert.equal(weightClassOf(program({ head: headOf(true) })), 700);
  assert.equal(weightClassOf(program({ head: headOf(false) })), undefined);
  assert.equal(weightClassOf(program({ head: Buffer.alloc(8) })), undefined);
});

test('a descriptor says how heavy a font is, that of a composite font in its descendant', () => {
  const document = new PdfDocument(graphOf({ maxId: 0, objects: {} }, {}));
  const fontOf = (weight: number): PdfDictionary => ({ '/FontDescriptor': { '/FontWeight': weight } });
  assert.equal(describedWeight(document, fontOf(700)), 700);
  assert.equal(describedWeight(document, { '/DescendantFonts': [fontOf(300)] }), 300);
  assert.equal(describedWeight(document, fontOf(0)), undefined);
  assert.equal(describedWeight(document, {}), undefined);
});
