import assert from 'node:assert/strict';
import { test } from 'node:test';
import { searchNear } from '#conversion/layout/nearby.ts';

test('items near a value are found as among all of them, in their order', () => {
  const items = Array.from({ length: 400 }, (_, n) => ((n * 7919) % 1000) / 10 - 20);
  const near = searchNear(items, (item) => item, 1.5);
  for (const value of [-25, -20, -0.3, 0, 1.5, 33.33, 79.9, 81]) {
    const isWanted = (item: number) => Math.round(item * 10) % 3 !== 0;
    assert.deepEqual(
      near(value, isWanted),
      items.filter((item) => Math.abs(item - value) < 1.5 && isWanted(item)),
    );
  }
});
