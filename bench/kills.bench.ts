// What test/service/kills.test.ts shows, at 200 moments, of one node and of a cluster: it throws when a conversion is lost, counted
// wrongly, or leaves something.
import type { BenchOptions, Figure } from '#dev/figure.ts';
import { runChaos } from '../test/support/chaos.ts';
import { runKills, runLaterKills } from '../test/support/kills.ts';

/** Three nodes that take calls, three workers, PostgreSQL and a bucket. */
const ofCluster = { conversions: 200, accounts: 5, apis: 3 };
/** Ten of twelve calls can succeed; a killed worker ends those that it had. */
const minSuccessful = 0.6;

export async function run({ quick }: BenchOptions): Promise<Figure[]> {
  const { kills, answers, sentAgain } = await runKills(quick ? 20 : 200);
  const later = await runLaterKills(quick ? 20 : 100, 200, 5);
  const cluster = await runChaos({ ...ofCluster, disturbed: { kills: quick ? 20 : 200 } });
  const { success = 0 } = cluster.answers;
  const calls = Object.values(cluster.answers).reduce((sum, n) => sum + n, 0);
  return [
    { name: 'kills in a cluster', value: cluster.kills, unit: 'kills', goal: { atLeast: quick ? 20 : 200 } },
    { name: 'cluster, calls that succeed', value: success / calls, unit: '× all', goal: { atLeast: minSuccessful } },
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
