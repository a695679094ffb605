// office-to-pdf beside soffice started for each document and beside one that listens, in turn, alone and with several callers.
import { setTimeout as pause } from 'node:timers/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { BenchOptions, Figure } from '#dev/figure.ts';
import { createInMemoryQueue } from '#service/queue/in-memory.ts';
import { longText, officeDocuments, type OfficeDocument } from './support/office-documents.ts';
import { coldOffice, unoListener, unoListeners, type Peer } from './support/office-peers.ts';
import { costing, startedHere } from './support/process-costs.ts';
import { geometricMean, median } from './support/statistics.ts';
import { waitingChildren } from './support/waiting-children.ts';
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
  const queue = createInMemoryQueue({ workers: availableParallelism(), size: 100 });
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
    { name: 'alone, p50', value: geometricMean(toListener), unit: '× listener', goal: { atMost: 0.85 } },
    { name: 'alone, p50', value: geometricMean(toFresh), unit: '× cold, fresh', goal: { atMost: 0.125 } },
  );
  figures.push(...(await costs(documents, platen, listener, quick)));
  figures.push(...(await waitingMemory()), await longDocument(await longText(folder.path), platen, fresh, quick));
  await using two = await unoListeners(folder.path, 2);
  for (const callers of [1, 2, 4]) {
    const rounds = quick ? 2 : 4;
    const rates = { platen: [] as number[], listener: [] as number[], two: [] as number[], prepared: [] as number[] };
    for (let round = 0; round < rounds; round++) {
      rates.platen.push(await rate(platen, documents, callers, quick ? 24 : 48));
      rates.listener.push(await rate(listener, documents, callers, quick ? 24 : 48));
      if (callers > 1) rates.two.push(await rate(two, documents, callers, quick ? 24 : 48));
      rates.prepared.push(await rate(prepared, documents, callers, 8));
    }
    const [ours, theirs, cold] = [median(rates.platen), median(rates.listener), median(rates.prepared)];
    const who = callers === 1 ? '1 caller, back to back' : `${callers} callers`;
    const note = `documents a minute: platen ${ours.toFixed(0)}, listener ${theirs.toFixed(0)}, cold ${cold.toFixed(0)}`;
    if (callers > 1)
      figures.push({
        name: who,
        value: ours / median(rates.two),
        unit: '× two listeners',
        note: `two listeners: ${median(rates.two).toFixed(0)} documents a minute, without isolation`,
      });
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

/** Page faults and time in the kernel for each document, one after the other: a child's fork and its end beside nothing of the kind. */
async function costs(
  documents: readonly OfficeDocument[],
  platen: Peer,
  listener: Peer,
  quick: boolean,
): Promise<Figure[]> {
  const rounds = quick ? 3 : 8;
  const all = (peer: Peer) => async () => {
    for (let n = 0; n < rounds; n++) for (const document of documents) await peer.convert(document);
    // The last child ends, and is counted then.
    await pause(300);
  };
  const count = rounds * documents.length;
  const ours = await costing(await startedHere('fork-server'), count, all(platen));
  const theirs = await costing(await startedHere('soffice.bin'), count, all(listener));
  const note = `the listener ${theirs.faults.toFixed(0)}`;
  const time = `${ours.programMs.toFixed(0)} ms outside of it; the listener ${theirs.kernelMs.toFixed(0)} and ${theirs.programMs.toFixed(0)}`;
  return [
    { name: 'page faults of a document, back to back', value: ours.faults, unit: '', note },
    { name: 'kernel time of a document, back to back', value: ours.kernelMs, unit: 'ms', note: time },
  ];
}

/** The memory that an idle LibreOffice adds to the machine's use. */
async function waitingMemory(): Promise<Figure[]> {
  await pause(3000);
  const children = await waitingChildren();
  if (children.length === 0) return [];
  const shared = median(children.map((child) => child.shared));
  return [
    {
      name: 'a process that waits',
      value: median(children.map(({ own }) => own)),
      unit: 'MiB of its own',
      note: `${shared.toFixed(0)} MiB with its share of what it has in common with the others (PSS)`,
    },
  ];
}

async function longDocument(document: OfficeDocument, platen: Peer, fresh: Peer, quick: boolean): Promise<Figure> {
  const once = (peer: Peer) => () => peer.convert(document);
  const times = await interleaved({ platen: once(platen), fresh: once(fresh) }, quick ? 1 : 3);
  const [ours, cold] = [median(times.platen), median(times.fresh)];
  const note = `platen ${(ours / 1000).toFixed(1)} s, cold and fresh ${(cold / 1000).toFixed(1)} s`;
  return { name: `${document.name}, 300 pages`, value: ours / cold, unit: '× cold, fresh', note };
}
