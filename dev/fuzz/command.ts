// ./platen fuzz: damaged documents through the API of a separate service; its responses must be documented.
import { mkdir, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { errors, type ErrorCode } from '#core/errors.ts';
import { tools } from '#conversion/tools/index.ts';
import type { Tool } from '#conversion/tools/tool.ts';
import { ending, UsageError, whole, type Define } from '#cli/command.ts';
import type { Document, Outcome } from './caller.ts';
import { fields } from './fields.ts';
import { fuzzByCoverage, fuzzNative } from './native/command.ts';
import { documentsFor, documentsIn, ownDocuments } from './documents.ts';
import { mutate } from './mutate.ts';
import { randomFrom } from './random.ts';
import { startFuzzedReaders } from './readers.ts';
import { startFuzzedService, type Fuzzed } from './service.ts';

interface Options {
  seconds: number;
  seed: number;
  tool?: string;
  from?: string[];
  keep?: string;
  case?: number;
  cases: number;
  readers?: boolean;
  native?: boolean;
  coverage?: string;
}

export const fuzz: Define = (command) => {
  command
    .option('--seconds <count>', 'how long', whole('--seconds', { min: 1 }), 60)
    .option('--cases <count>', 'no more documents than that', whole('--cases', { min: 1 }), Infinity)
    .option('--seed <number>', 'the same seed damages the same way', whole('--seed'), 1)
    .option('--tool <tool>', 'only this tool')
    .option('--from <folders...>', 'documents to damage; without it, samples of every kind')
    .option('--keep <folder>', 'where documents go that got a wrong answer')
    .option(
      '--readers',
      'without the service, as far as the engines of others: many more documents; with --tool all of our own',
    )
    .option('--native', 'only PDFs, in the program that works on them, compiled with sanitizers: hundreds a second')
    .option(
      '--coverage <corpus>',
      'the same guided by coverage, which needs Clang; the folder keeps the inputs that reach new code',
    )
    .option('--case <number>', 'only this one of the seed', whole('--case'))
    .action(ending(run));
};

interface Finding {
  number: number;
  tool: string;
  document: Document;
  what: string;
  problem: string;
}

async function run(options: Options): Promise<number> {
  if (options.coverage !== undefined) return fuzzByCoverage(options.coverage, options);
  if (options.native === true) return fuzzNative(options);
  const { seconds, cases, seed, tool: only, from, keep, case: single, readers = false } = options;
  const chosen = tools.filter(({ id }) => only === undefined || id === only);
  if (chosen.length === 0) throw new UsageError(`there is no tool ${only}`);
  await using service = await (readers
    ? startFuzzedReaders({ withDocuments: only !== undefined })
    : startFuzzedService());
  const documents = from === undefined ? await ownDocuments(service.maker) : await documentsIn(from);
  const taken = chosen.filter((tool) => documentsFor(tool, documents).length > 0);
  if (taken.length === 0) throw new UsageError('no tool accepts any of these documents');
  const before = await service.caller.used();

  const outcomes = new Map<string, number>();
  const findings: Finding[] = [];
  const until = performance.now() + seconds * 1000;
  let number = single ?? 0;
  let counted = 0;
  const goesOn = () => performance.now() < until && number < (single === undefined ? cases : single + 1);
  const work = async () => {
    while (goesOn()) {
      const { outcome, finding } = await tryCase(service, taken, documents, { seed, number: number++ });
      outcomes.set(outcome.outcome, (outcomes.get(outcome.outcome) ?? 0) + 1);
      if (isCounted(outcome)) counted += 1;
      if (finding === null) continue;
      findings.push(finding);
      process.stdout.write(`case ${finding.number}: ${finding.tool}, ${finding.what}: ${finding.problem}\n`);
      if (keep !== undefined) await keepDocument(keep, finding);
    }
  };
  await Promise.all(Array.from({ length: single === undefined ? 2 * availableParallelism() : 1 }, work));

  const left = await service.leftBehind(before + counted);
  for (const problem of left) process.stdout.write(`left behind: ${problem}\n`);
  const told = [...outcomes].sort(([, a], [, b]) => b - a).map(([outcome, times]) => `${outcome} ${times}`);
  process.stdout.write(
    `${number - (single ?? 0)} documents, seed ${seed}: ${told.join(', ')}; ${findings.length} wrong\n`,
  );
  return findings.length + left.length > 0 ? 1 : 0;
}

const isCounted = ({ outcome }: Outcome): boolean =>
  outcome === 'converted' || (errors[outcome as ErrorCode] as { kind?: string } | undefined)?.kind === 'rejected';

async function tryCase(
  { caller }: Fuzzed,
  taken: readonly Tool[],
  documents: readonly Document[],
  { seed, number }: { seed: number; number: number },
) {
  const random = randomFrom(Math.imul(seed, 1_000_003) + number);
  const tool = random.pick(taken);
  const own = documentsFor(tool, documents);
  const source = random.pick(own);
  const { bytes, what } = mutate(source.bytes, random.pick(documents).bytes, random);
  // Now and then it says that it is something else.
  const name = random.below(20) === 0 ? random.pick(documents).name : source.name;
  const document = { name, bytes };
  const more = Array.from({ length: tool.files.min - 1 }, () => random.pick(own));
  const given = random.pick(fields[tool.id] ?? [{}]);
  const outcome = await caller.convert(tool.id, [document, ...more], given);
  const { problem } = outcome;
  const finding: Finding | null =
    problem === undefined ? null : { number, tool: tool.id, document, what: `${source.name}, ${what}`, problem };
  return { outcome, finding };
}

async function keepDocument(folder: string, { number, tool, document }: Finding): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `${number}-${tool}-${document.name}`), document.bytes);
}
