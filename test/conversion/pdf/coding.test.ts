// The choice of a coding: the result is smaller, and looks the same by the measure for its kind.
import assert from 'node:assert/strict';
import { inflateSync } from 'node:zlib';
import { test } from 'node:test';
import { chooseCoding } from '#conversion/compress/images/choose.ts';
import { steppedGrey } from '#conversion/compress/images/graphic.ts';
import type { Samples } from '#conversion/compress/images/samples.ts';
import { similarity } from '#conversion/compress/images/similarity.ts';
import { qualities } from '#conversion/compress/quality.ts';

const side = 240;
const canLose = { canLose: true, hasLost: false, mayUseJbig2: false, paletteOf: '/DeviceGray' } as const;

/** Squares of one grey each, from `darkest` up to `span` levels lighter: a drawing, not a photograph. */
function squares(darkest: number, span: number, square = 6): Samples {
  let random = 7;
  const greys = Array.from({ length: (side / square) ** 2 }, () => {
    random = (random * 1_103_515_245 + 12_345) & 0x7fffffff;
    return darkest + ((random >> 16) % span);
  });
  const data = Buffer.alloc(side * side);
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++)
      data[y * side + x] = greys[Math.floor(y / square) * (side / square) + Math.floor(x / square)] ?? 0;
  return { width: side, height: side, channels: 1, data };
}

test('a drawing whose soft shades sixteen greys would lose keeps them', async () => {
  const soft = squares(105, 100); // more greys than a palette may have
  const stepped = { ...soft, data: Buffer.from(soft.data.map((value) => Math.round(value / 17) * 17)) };
  const likeness = similarity(soft, stepped);
  assert.ok(likeness > qualities.high.minSimilarity && likeness < 0.98, `a photograph might: ${likeness}`);
  assert.equal(steppedGrey(soft, 0.98), null);
  for (const quality of Object.values(qualities)) {
    const coded = await chooseCoding(soft, quality, canLose);
    assert.equal(coded?.bits, 8);
    if (coded.filter === '/FlateDecode' && coded.parameters === undefined)
      assert.deepEqual(inflateSync(coded.data), soft.data);
  }
});

test('sixteen greys do for the soft edges of letters', async () => {
  const letters = squares(0, 2);
  letters.data = Buffer.from(letters.data.map((value, at) => (value === 0 ? 0 : at % 97 === 0 ? 250 : 255)));
  const coded = await chooseCoding(letters, qualities.medium, canLose);
  assert.equal(coded?.bits, 4);
});

test('samples that may not change do not, at any cost', async () => {
  const exact = squares(112, 140, 3);
  const coded = await chooseCoding(exact, qualities.low, { ...canLose, canLose: false });
  assert.equal(coded?.filter, '/FlateDecode');
  assert.equal(coded.bits, 8);
});
