// Processes killed under load: every answered call is stored and counted once, and nothing is left.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runKills, runLaterKills } from '../support/kills.ts';

/** On a busy machine every start is slow, which costs most here; `./platen bench kills` kills two hundred times. */
const timeout = 600_000;

test('a node that is killed again and again loses nothing that it answered', { timeout }, async () => {
  const { answers } = await runKills(3);
  assert.ok((answers['success'] ?? 0) > 0, JSON.stringify(answers));
});

test(
  'asynchronous jobs of a node that is killed again and again all end, counted as they ended, and no event of 300 is lost',
  { timeout },
  async () => {
    const { states, events } = await runLaterKills(3, 30, 10);
    assert.ok((states['success'] ?? 0) > 0, JSON.stringify(states));
    assert.equal(events.received - events.again, 300, JSON.stringify(events));
  },
);
