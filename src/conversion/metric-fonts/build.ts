// Makes the fonts that ./platen setup keeps for the sandboxes: node src/conversion/metric-fonts/build.ts [FOLDER]
import {
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, join } from 'node:path';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { madeAtSetup } from '#conversion/process/bubblewrap.ts';
import { basePackages, openPackages } from './bases.ts';
import { facesIn, writeFontConfiguration } from './configure.ts';
import { installedFiles } from './installed.ts';
import { recipes } from './recipes.ts';

const packages = join(import.meta.dirname, '..', '..', '..', 'node_modules', '@expo-google-fonts');
const filesOf = (name: string): string[] => globSync(join(packages, name, '*', '*.ttf'));

const licence = `The fonts called Platen are made from free ones by src/conversion/metric-fonts of Platen, whose families.ts says from which:
their letters are scaled to the widths of other families. Each is under the licence of the font that it is made from, which
its name table states: the SIL Open Font License 1.1, that of DejaVu, or Apache 2.0. LICENSE-*.txt are the licences of fonts
from npm packages; those of Debian's are in /usr/share/doc/fonts-*/copyright.
`;

/** The recipes of one thread: every n-th, starting at its own number. */
interface Share {
  first: number;
  every: number;
  /** By name. */
  files: ReadonlyMap<string, string>;
  folder: string;
}

/** @returns the fonts that could not be made, and why */
function makeShare({ first, every, files, folder }: Share): string[] {
  const problems: string[] = [];
  for (let n = first; n < recipes.length; n += every) {
    const { from, to, make } = recipes[n] ?? { from: '', to: '', make: (file: Buffer) => file };
    const path = files.get(from);
    try {
      if (path === undefined) throw new Error('it is not installed');
      writeFileSync(join(folder, to), make(readFileSync(path)));
    } catch (error) {
      problems.push(`${to} cannot be made from ${from}: ${String(error)}`);
    }
  }
  return problems;
}

const inThread = (share: Share): Promise<string[]> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(import.meta.filename, { workerData: share });
    worker.once('message', resolve);
    worker.once('error', reject);
  });

async function build(place: string): Promise<void> {
  const [made, before] = [`${place}.new`, `${place}.before`];
  for (const path of [made, before]) rmSync(path, { recursive: true, force: true });
  const folder = facesIn(made);
  mkdirSync(folder, { recursive: true });
  const sources = [...installedFiles(), ...[...openPackages, ...basePackages].flatMap(filesOf)];
  const files = new Map(sources.map((path) => [basename(path), path]));
  const every = Math.min(availableParallelism(), 4);
  const threads = Array.from({ length: every }, (_, first) => inThread({ first, every, files, folder }));
  for (const problem of (await Promise.all(threads)).flat()) process.stderr.write(`${problem}\n`);

  for (const path of openPackages.flatMap(filesOf)) copyFileSync(path, join(folder, basename(path)));
  writeFileSync(join(folder, 'LICENSE.txt'), licence);
  for (const name of [...openPackages, ...basePackages]) {
    const path = join(packages, name, 'LICENSE_FONT');
    if (existsSync(path)) copyFileSync(path, join(folder, `LICENSE-${name}.txt`));
  }
  // Processes of a service that runs have the folder of before mounted: it stays until the next time.
  if (existsSync(place)) renameSync(place, before);
  renameSync(made, place);
  // fontconfig's cache contains the name of its folder.
  writeFontConfiguration({ built: place, place });
}

if (isMainThread) await build(process.argv[2] ?? join(madeAtSetup, 'fonts'));
else parentPort?.postMessage(makeShare(workerData as Share));
