// Makes the fonts that ./platen setup keeps for the sandboxes: node src/conversion/metric-fonts/build.ts FOLDER
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
import { basename, join } from 'node:path';
import { availableParallelism } from 'node:os';
import { Worker, isMainThread, parentPort, workerData } from 'node:worker_threads';
import { madeAtSetup } from '#conversion/process/bubblewrap.ts';
import { basePackages, openFamilies } from './bases.ts';
import { writeFontConfiguration } from './configure.ts';
import { makeFace, type Style } from './face.ts';
import { families, symbols, type Family } from './families.ts';
import { installedFiles } from './installed.ts';
import { fileOf, styles } from './fontmap.ts';
import { makeHangul } from './hangul.ts';
import { metricsOf, type FaceMetrics } from './metrics.ts';

const all: readonly Family[] = [...families, ...symbols];
const packages = join(import.meta.dirname, '..', '..', '..', 'node_modules', '@expo-google-fonts');
/** Word makes lines of East Asian letters higher by so much of their height. */
const eastAsianGap = 0.3;

/** A collection with Hangul, and the font that is made of it. */
const hangul: readonly { as: string; file: string; face: string; style: Style; metrics: string }[] = [
  ['Sans', 'Malgun Gothic'],
  ['Serif', 'Batang'],
].flatMap(([kind, metrics = '']) =>
  (['Regular', 'Bold'] as const).map((style) => ({
    as: `Platen Hangul ${kind}`,
    file: `Noto${kind}CJK-${style}.ttc`,
    face: `Noto ${kind} CJK KR${style === 'Bold' ? ' Bold' : ''}`,
    style,
    metrics,
  })),
);

type Task = { family: number; style: number } | { hangul: number };

/** The files of the packages and of the system, by name. */
function sources(): Map<string, string> {
  const files = new Map(installedFiles().map((path) => [basename(path), path]));
  for (const name of [...Object.values(openFamilies), ...basePackages])
    for (const path of globSync(join(packages, name, '*', '*.ttf'))) files.set(basename(path), path);
  return files;
}

const faceOf = (name: string, style: Style): string => (style === 'Regular' ? name : `${name} ${style}`);

/** What is known of a face, its widths by the nearest style that somebody has shown. */
function metricsFor({ names, metrics = names[0] ?? '', boldMetrics }: Family, style: Style): FaceMetrics | undefined {
  const regular = metricsOf(metrics);
  const bold = metricsOf(faceOf(metrics, 'Bold'));
  const own = metricsOf(faceOf(metrics, style));
  const boldest = bold !== undefined && bold.widths.size > 20 ? bold : metricsOf(boldMetrics ?? '');
  const nearest = style.includes('Bold') ? (boldest ?? regular) : regular;
  const source = own ?? nearest;
  if (source === undefined) return undefined;
  return {
    vertical: own?.vertical ?? regular?.vertical,
    xHeight: own?.xHeight ?? nearest?.xHeight,
    widths: new Map([...(source === nearest ? [] : (nearest?.widths ?? [])), ...source.widths]),
  };
}

function make(task: Task, files: ReadonlyMap<string, string>, folder: string): string | undefined {
  if ('hangul' in task) {
    const wanted = hangul[task.hangul];
    const path = wanted === undefined ? undefined : files.get(wanted.file);
    if (wanted === undefined || path === undefined) return wanted?.file;
    const { as, style, metrics } = wanted;
    const made = { family: as, style, vertical: metricsOf(metrics)?.vertical };
    writeFileSync(join(folder, fileOf(as, style, 'otf')), makeHangul(readFileSync(path), wanted.face, made));
    return undefined;
  }
  const family = all[task.family];
  const style = styles[task.style];
  const base = family?.base[task.style];
  if (family === undefined || style === undefined || base === undefined) return undefined;
  const path = files.get(`${base}.ttf`);
  if (path === undefined) return `${base}.ttf`;
  const metrics = metricsFor(family, style);
  const font = makeFace(readFileSync(path), {
    family: family.as,
    style,
    widths: metrics?.widths ?? new Map<string, number>(),
    vertical: metrics?.vertical,
    xHeight: family.height === undefined ? metrics?.xHeight : undefined,
    height: family.height,
    fixed: family.fixed,
    gap: family.eastAsian === undefined ? undefined : eastAsianGap,
  });
  writeFileSync(join(folder, fileOf(family.as, style)), font);
  return undefined;
}

/** Files of the open families, as they are, with the licences of everything that fonts are made from. */
function copyOpenFamilies(folder: string): void {
  for (const name of [...Object.values(openFamilies), ...basePackages]) {
    const licence = join(packages, name, 'LICENSE_FONT');
    if (existsSync(licence)) copyFileSync(licence, join(folder, `LICENSE-${name}.txt`));
  }
  for (const name of Object.values(openFamilies))
    for (const path of globSync(join(packages, name, '*', '*.ttf'))) copyFileSync(path, join(folder, basename(path)));
}

const licenceNote = `The fonts called Platen are made from free ones by src/conversion/metric-fonts of Platen, whose families.ts says from which:
their letters are scaled to the widths of other families. Each is under the licence of the font that it is made from, which
its name table states: the SIL Open Font License 1.1, that of DejaVu, or Apache 2.0. LICENSE-*.txt are the licences of fonts
from npm packages; those of Debian's are in /usr/share/doc/fonts-*/copyright.
`;

interface Share {
  tasks: readonly Task[];
  files: ReadonlyMap<string, string>;
  folder: string;
}

async function build(place: string): Promise<void> {
  const folder = `${place}.new`;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const files = sources();
  const tasks: Task[] = [
    ...hangul.map((_, n) => ({ hangul: n })),
    ...all.flatMap((_, family) => styles.map((__, style) => ({ family, style }))),
  ];
  const workers = Math.min(availableParallelism(), 4);
  const missing = await Promise.all(
    Array.from({ length: workers }, async (_, n) => {
      const share: Share = { tasks: tasks.filter((__, k) => k % workers === n), files, folder };
      const worker = new Worker(import.meta.filename, { workerData: share });
      return await new Promise<string[]>((resolve, reject) => {
        worker.once('message', resolve);
        worker.once('error', reject);
      });
    }),
  );
  copyOpenFamilies(folder);
  writeFileSync(join(folder, 'LICENSE.txt'), licenceNote);
  for (const name of new Set(missing.flat())) process.stderr.write(`no ${name}: fonts are not made from it\n`);
  // A service that runs has them mounted for each document: they are away for a moment only.
  rmSync(place, { recursive: true, force: true });
  renameSync(folder, place);
  // fontconfig names its folder in what it keeps.
  writeFontConfiguration({ built: place, place });
}

if (isMainThread) await build(process.argv[2] ?? join(madeAtSetup, 'fonts'));
else {
  const { tasks, files, folder } = workerData as Share;
  parentPort?.postMessage(tasks.flatMap((task) => make(task, files, folder) ?? []));
}
