// Servers that differ in the data they sync to disk before they respond.
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ifAbsent } from '#core/absent.ts';
import { startServer, type Server } from './server.ts';

/** `commits and results` is what Platen does; `FULL` is SQLite's own sync of each commit, `nothing` its setting NORMAL alone. */
export const durabilities = ['nothing', 'FULL', 'commits', 'commits and results'] as const;
export type Durability = (typeof durabilities)[number];

const script = join(import.meta.dirname, 'durability-server.ts');

export const startDurable = (durability: Durability): Promise<Server> =>
  startServer(script, { DURABILITY: durability });

/** The 99th percentile of the delays of its event loop since this was last called, in milliseconds. */
export async function loopDelay({ pid, data }: Server): Promise<number> {
  const file = join(data, 'event-loop');
  await rm(file, { force: true });
  process.kill(pid, 'SIGUSR2');
  for (;;) {
    const text = await readFile(file, 'utf8').catch(ifAbsent(null));
    if (text !== null) return (JSON.parse(text) as { p99: number }).p99;
    // A signal has no answer but this file.
    await sleep(5);
  }
}
