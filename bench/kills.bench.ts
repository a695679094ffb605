// What test/service/kills.test.ts shows, at 200 moments: it throws when a conversion is lost, counted wrongly, or leaves something.
import type { BenchOptions, Figure } from '#dev/figure.ts';
import { runKills, runLaterKills } from '../test/support/kills.ts';

export async function run({ quick }: BenchOptions): Promise<Figure[]> {
  const { kills, answers, sentAgain } = await runKills(quick ? 20 : 200);
  const later = await runLaterKills(quick ? 20 : 100, 200, 5);
  return [
    {
      name: 'kills with 200 asynchronous jobs',
      value: later.kills,
      unit: 'kills',
      goal: { atLeast: quick ? 20 : 100 },
    },
    ...Object.entries(later.states).map(([state, n]) => ({ name: `asynchronous, ${state}`, value: n, unit: 'jobs' })),
    { name: 'events of webhooks', value: later.events.sent, unit: 'events' },
    { name: 'events that came again', value: later.events.again, unit: 'events' },
    { name: 'events after one of a later job', value: later.events.outOfOrder, unit: 'events' },
    { name: 'kills', value: kills, unit: 'kills', goal: { atLeast: quick ? 20 : 200 } },
    ...Object.entries(answers).map(([code, n]) => ({ name: `answered ${code}`, value: n, unit: 'calls' })),
    { name: 'calls sent again', value: sentAgain, unit: 'calls' },
  ];
}
