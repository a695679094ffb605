// Nodes, the database and the bucket come and go under load: every call ends as documented, every count is exact, nothing is left.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runChaos } from '../support/chaos.ts';

/** A worker is frozen for half a minute; a busy machine needs time for the rest. */
const timeout = 600_000;

test('calls end as documented while processes die, counts are exact, and nothing is left', { timeout }, async () => {
  const { answers } = await runChaos({
    conversions: 96,
    accounts: 5,
    apis: 2,
    disturbed: { stoppedMs: 30_000, awayMs: 3000 },
  });
  assert.ok((answers['success'] ?? 0) > 32, JSON.stringify(answers));
});
