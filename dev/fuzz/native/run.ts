// Damaged PDFs through the program that works on them, compiled with sanitizers: hundreds a second in a process of its own.
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Document } from '../caller.ts';
import { caseOf, wholeDocument, type Case } from './cases.ts';
import { Ended, NativeProcess, type Command } from './process.ts';
import { seedsOf } from './seeds.ts';

export interface NativeFinding {
  case: Case;
  /** How it ended, at which command, and the report of the sanitizer. */
  report: string;
}

export interface NativeRun {
  program: string;
  documents: readonly Document[];
  seed: number;
  /** From this number of the seed to before that one. */
  first: number;
  last: number;
  until?: number;
  onFinding: (finding: NativeFinding) => Promise<void>;
}

/** Documents that a process has open at a time: it waits for less. */
const batchSize = 16;
/** It keeps all that PDFium has opened. */
const maxBatches = 40;

/** @returns how many documents came to which outcome */
export async function runNative({ program, documents, seed, first, last, until = Infinity, onFinding }: NativeRun) {
  // In memory, where there is such a place.
  const folder = await mkdtemp(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'platen-native-'));
  const outcomes = new Map<string, number>();
  const count = (outcome: string) => outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  const running: { server?: NativeProcess | undefined } = {};
  let batches = 0;
  const serve = async (batch: readonly Case[]): Promise<Ended | null> => {
    running.server ??= new NativeProcess(program, folder);
    batches += 1;
    const served = await serveBatch(running.server, batch, folder).catch((error: unknown) => {
      if (error instanceof Ended) return error;
      throw error;
    });
    if (served instanceof Ended || batches % maxBatches === 0) {
      await running.server[Symbol.asyncDispose]();
      running.server = undefined;
    }
    if (served instanceof Ended) return served;
    for (const outcome of served) count(outcome);
    return null;
  };
  try {
    const seeds = await seedsOf(documents, program, folder);
    const make = (from: number, size: number) =>
      Array.from({ length: size }, (_, slot) => caseOf(seeds, { seed, number: from + slot, slot }));
    for (let number = first; number < last && performance.now() < until; number += batchSize) {
      const size = Math.min(batchSize, last - number);
      if ((await serve(make(number, size))) === null) continue;
      // Each by itself: which of them was it?
      for (let one = number; one < number + size; one++) {
        const [single] = make(one, 1);
        const ended = single === undefined ? null : await serve([single]);
        if (single === undefined || ended === null) continue;
        count(ended.byPdfium ?? 'ended');
        if (ended.byPdfium === undefined) await onFinding({ case: single, report: ended.message });
      }
    }
  } finally {
    await running.server?.[Symbol.asyncDispose]();
    await rm(folder, { recursive: true });
  }
  return outcomes;
}

/** @returns how each opened. @throws Ended */
async function serveBatch(server: NativeProcess, batch: readonly Case[], folder: string): Promise<string[]> {
  try {
    for (const { files } of batch)
      for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, name), bytes);
    const opened = await server.serve(batch.map(({ opening }) => opening));
    const accesses = opened.map(([, access = '']) => access);
    const lists = batch.map((one, n) => (isOpen(accesses[n]) ? one.whenOpen : one.whenBroken));
    const answers = await server.serve(lists.flat());
    let at = 0;
    for (const [n, one] of batch.entries()) {
      const isDrawable = isOpen(accesses[n]) && answers[at]?.[1] === 'ok';
      at += lists[n]?.length ?? 0;
      if (isDrawable) await draw(server, one.whenDrawable, folder);
    }
    return accesses;
  } finally {
    // New files next time: these are mapped as long as their documents are open.
    for (const name of readdirSync(folder)) if (name !== wholeDocument) rmSync(join(folder, name), { recursive: true });
  }
}

const isOpen = (access?: string) => access === 'open' || access === 'restricted';

async function draw(server: NativeProcess, commands: readonly Command[], folder: string): Promise<void> {
  if (commands.length === 0) return;
  await server.serve(commands);
  for (const name of readdirSync(folder)) if (name.startsWith('page-')) rmSync(join(folder, name));
}

/** Writes the files of the case, its commands and the report into one folder. */
export async function keepNative(folder: string, { case: one, report }: NativeFinding): Promise<void> {
  await mkdir(folder, { recursive: true });
  const { number, files, ...rest } = one;
  for (const [name, bytes] of Object.entries(files)) await writeFile(join(folder, `native-${number}-${name}`), bytes);
  const shown = JSON.stringify(rest, (_, value: unknown) => (Buffer.isBuffer(value) ? String(value) : value), 2);
  await writeFile(join(folder, `native-${number}.txt`), `${shown}\n\n${report}\n`);
}
