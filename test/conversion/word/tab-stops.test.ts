// Tab stops: dots in a row lead to one place, however many there are.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tabsOf } from '#conversion/word/compose/tab-stops.ts';
import { column, line } from '../../support/word-pages.ts';

test('spaced dots to a page number are one tab, at whose stop the number ends', () => {
  for (const [dots, page] of [
    ['. . . . . . . .', '57'],
    ['..........', 'xii'],
  ] as const) {
    const entry = line(`OWNERSHIP NOTES ${dots} ${page}`, { left: 72 });
    assert.deepEqual(tabsOf([entry], column), [{ at: entry.right - column.left, align: 'right', leader: 'dot' }]);
  }
});

test('dots to words are a tab at which these begin', () => {
  const entry = line('Name ........ of the owner', { left: 72 });
  const [tab] = tabsOf([entry], column);
  assert.deepEqual([tab?.align, tab?.leader], ['left', 'dot']);
});
