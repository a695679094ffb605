// Whose time is wasted, and by whom.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSpending } from '#service/dispatch/spending.ts';

test('what a node that stops, or a full disk, has ended is not an account’s waste of time', () => {
  const spending = createSpending({ engineSeconds: { async spend() {}, exhaustedFor: () => Promise.resolve(null) } });
  const ended = { kind: 'failure', code: 'conversion_failed', fields: {}, cause: '' } as const;
  spending.note({ accountId: 'one', tool: 'copy' }, { ...ended, stoppedBy: 'shutdown' }, 60);
  spending.note({ accountId: 'one', tool: 'copy' }, { ...ended, storage: 'the disk is full' }, 60);
  assert.ok(!spending.records.isWasteful('one'));
  spending.note({ accountId: 'two', tool: 'copy' }, ended, 60);
  assert.ok(spending.records.isWasteful('two'));
});
