// What test/service/kills.test.ts shows, at 200 moments: it throws when a conversion is lost, counted wrongly, or leaves something.
import type { BenchOptions, Figure } from '#dev/figure.ts';
import { runKills } from '../test/support/kills.ts';

export async function run({ quick }: BenchOptions): Promise<Figure[]> {
  const { kills, answers, sentAgain } = await runKills(quick ? 20 : 200);
  return [
    { name: 'kills', value: kills, unit: 'kills', goal: { atLeast: quick ? 20 : 200 } },
    ...Object.entries(answers).map(([code, n]) => ({ name: `answered ${code}`, value: n, unit: 'calls' })),
    { name: 'calls sent again', value: sentAgain, unit: 'calls' },
  ];
}
