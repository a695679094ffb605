// office-to-pdf beside soffice started for each document and beside one that listens, in turn, alone and with several callers.
import { setTimeout as pause } from 'node:timers/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { BenchOptions, Figure } from '#cli/figure.ts';
import { createInProcessQueue } from '#service/queue/in-process.ts';
import { officeDocuments, type OfficeDocument } from './support/office-documents.ts';
import { coldOffice, unoListener, type Peer } from './support/office-peers.ts';
import { geometricMean, median } from './support/statistics.ts';
import { benchFolder, interleaved } from './support/workbench.ts';

export async function run({ quick }: BenchOptions): Promise<Figure[]> {
  await using folder = await benchFolder();
  const { libreoffice } = folder.engines;
  const documents = await officeDocuments(folder.path);
  await using listener = await unoListener(folder.path);
  const fresh = coldOffice(folder.path);
  const prepared = coldOffice(folder.path, join(folder.path, 'making'));
  await libreoffice.settled();
  let n = 0;
  // As in the service, which converts as many documents at once as there are cores.
  const queue = createInProcessQueue({ workers: availableParallelism(), size: 100 });
  const platen: Peer = {
    async convert({ path, family }) {
      const output = join(folder.path, `out-${n++}.pdf`);
      using _slot = await queue.acquire('bench', { signal: AbortSignal.timeout(60_000), maxWaitMs: 60_000 });
      await libreoffice.convert({ input: path, output, to: 'pdf', family });
    },
    async [Symbol.asyncDispose]() {},
  };

  const figures: Figure[] = [];
  const toListener: number[] = [];
  const toFresh: number[] = [];
  for (const document of documents) {
    const spaced = (peer: Peer) => async () => {
      await peer.convert(document);
    };
    const times = await interleaved(
      { platen: spaced(platen), listener: spaced(listener), fresh: spaced(fresh) },
      quick ? 5 : 15,
      // A second of quiet before each call, in which Platen's waiting processes get ready.
      () => pause(1000),
    );
    const [ours, theirs, cold] = [median(times.platen), median(times.listener), median(times.fresh)];
    toListener.push(ours / theirs);
    toFresh.push(ours / cold);
    const note = `platen ${ours.toFixed(0)} ms, listener ${theirs.toFixed(0)} ms, cold and fresh ${cold.toFixed(0)} ms`;
    figures.push({ name: `${document.name}, alone, p50`, value: ours / theirs, unit: '× listener', note });
  }
  figures.push(
    { name: 'alone, p50', value: geometricMean(toListener), unit: '× listener', goal: { atMost: 0.9 } },
    { name: 'alone, p50', value: geometricMean(toFresh), unit: '× cold, fresh', goal: { atMost: 0.125 } },
  );
  for (const callers of [1, 2, 4]) {
    const rounds = quick ? 2 : 4;
    const rates = { platen: [] as number[], listener: [] as number[], prepared: [] as number[] };
    for (let round = 0; round < rounds; round++) {
      rates.platen.push(await rate(platen, documents, callers, quick ? 24 : 48));
      rates.listener.push(await rate(listener, documents, callers, quick ? 24 : 48));
      rates.prepared.push(await rate(prepared, documents, callers, 8));
    }
    const [ours, theirs, cold] = [median(rates.platen), median(rates.listener), median(rates.prepared)];
    const who = callers === 1 ? '1 caller, back to back' : `${callers} callers`;
    const note = `documents a minute: platen ${ours.toFixed(0)}, listener ${theirs.toFixed(0)}, cold ${cold.toFixed(0)}`;
    figures.push(
      { name: who, value: ours / theirs, unit: '× listener', goal: { atLeast: callers === 1 ? 1 : 1.9 }, note },
      {
        name: who,
        value: ours / cold,
        unit: '× cold, prepared',
        ...(callers === 1 ? {} : { goal: { atLeast: 3 } }),
      },
    );
  }
  return figures;
}

/** Documents a minute, with so many calls at the same time. */
async function rate(peer: Peer, documents: readonly OfficeDocument[], callers: number, count: number): Promise<number> {
  const began = performance.now();
  let next = 0;
  const call = async () => {
    while (next < count) {
      const document = documents[next++ % documents.length];
      if (document !== undefined) await peer.convert(document);
    }
  };
  await Promise.all(Array.from({ length: callers }, call));
  return (count * 60_000) / (performance.now() - began);
}
