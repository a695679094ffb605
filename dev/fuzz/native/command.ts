// ./platen fuzz --native and --coverage: the program that works on PDFs, without the service, its sandbox and its supervisor.
import { documentsIn } from '../documents.ts';
import { buildExplored, buildSanitized } from './build.ts';
import { explore } from './explore.ts';
import { keepNative, runNative } from './run.ts';
import { samples } from './samples.ts';

export interface NativeOptions {
  seconds: number;
  seed: number;
  cases: number;
  /** Only this one of the seed. */
  case?: number;
  /** Folders of documents to damage. */
  from?: string[];
  /** The folder for findings. */
  keep?: string;
}

const isPdf = ({ name }: { name: string }) => name.toLowerCase().endsWith('.pdf');

/** @returns the status to end with */
export async function fuzzNative(options: NativeOptions): Promise<number> {
  const { seconds, seed, cases, case: single, from, keep } = options;
  const { pdfServer: program } = await buildSanitized();
  let found = 0;
  const outcomes = await runNative({
    program,
    documents: from === undefined ? samples : (await documentsIn(from)).filter(isPdf),
    seed,
    first: single ?? 0,
    last: single === undefined ? cases : single + 1,
    until: performance.now() + seconds * 1000,
    async onFinding(finding) {
      found += 1;
      const { number, what } = finding.case;
      process.stdout.write(`case ${number}: ${what}: ${finding.report}\n`);
      if (keep !== undefined) await keepNative(keep, finding);
    },
  });
  const told = [...outcomes].sort(([, a], [, b]) => b - a);
  const count = told.reduce((sum, [, times]) => sum + times, 0);
  const list = told.map(([outcome, times]) => `${outcome} ${times}`).join(', ');
  process.stdout.write(`${count} documents, seed ${seed}: ${list}; ${found} wrong\n`);
  return found > 0 ? 1 : 0;
}

/** Keeps inputs that reach new code in `corpus`. @returns the exit status */
export async function fuzzByCoverage(corpus: string, { seconds, seed, keep }: NativeOptions): Promise<number> {
  const { pdfServer: maker } = await buildSanitized();
  return explore({ program: await buildExplored(), maker }, corpus, { seconds, seed, keep });
}
