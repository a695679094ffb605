// What test/service/kills.test.ts shows, at 200 moments, of one node and of a cluster: it throws when a conversion is lost, counted
// wrongly, or leaves something.
import type { BenchOptions, Figure } from '#dev/figure.ts';
import { runChaos } from '../test/support/chaos.ts';
import { runKills, runLaterKills } from '../test/support/kills.ts';

/** Three nodes that take calls, three workers, PostgreSQL and a bucket. */
const ofCluster = { conversions: 200, accounts: 5, apis: 3, stoppedMs: 0, awayMs: 0 };

export async function run({ quick }: BenchOptions): Promise<Figure[]> {
  const { kills, answers, sentAgain } = await runKills(quick ? 20 : 200);
  const later = await runLaterKills(quick ? 20 : 100, 200, 5);
  const clustered = quick ? 20 : 200;
  const cluster = await runChaos({ ...ofCluster, kills: clustered });
  return [
    { name: 'kills in a cluster', value: clustered, unit: 'kills', goal: { atLeast: quick ? 20 : 200 } },
    ...Object.entries(cluster.answers).map(([code, n]) => ({ name: `cluster, ${code}`, value: n, unit: 'calls' })),
    { name: 'cluster, calls sent again to another node', value: cluster.sentAgain, unit: 'calls' },
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
