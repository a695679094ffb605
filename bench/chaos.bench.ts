// What test/service/chaos.test.ts shows, for longer: it throws when a call ends otherwise than documented, a count is wrong, or
// something is left.
import type { BenchOptions, Figure } from '#dev/figure.ts';
import { runChaos } from '../test/support/chaos.ts';

export async function run({ quick }: BenchOptions): Promise<Figure[]> {
  const rounds = quick ? 1 : 5;
  const answers: Record<string, number> = {};
  let sentAgain = 0;
  for (let round = 0; round < rounds; round++) {
    const report = await runChaos({
      conversions: 600,
      accounts: 5,
      apis: 3,
      disturbed: { stoppedMs: 30_000, awayMs: 10_000 },
    });
    for (const [code, n] of Object.entries(report.answers)) answers[code] = (answers[code] ?? 0) + n;
    sentAgain += report.sentAgain;
  }
  const calls = Object.values(answers).reduce((sum, n) => sum + n, 0);
  return [
    { name: 'calls answered as documented', value: calls, unit: 'calls', goal: { atLeast: 600 * rounds } },
    ...Object.entries(answers).map(([code, n]) => ({ name: `answered ${code}`, value: n, unit: 'calls' })),
    { name: 'calls sent again to another node', value: sentAgain, unit: 'calls' },
  ];
}
