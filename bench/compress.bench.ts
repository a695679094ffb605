// Bytes, likeness, time and what is lost, beside Ghostscript's three settings and qpdf. Documents of PLATEN_BENCH_PDFS (a folder),
// or some made here.
import { execFile } from 'node:child_process';
import { copyFile, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import type { BenchOptions, Figure } from '#dev/figure.ts';
import { convert } from '#conversion/standalone.ts';
import { qualities, type QualityName } from '#conversion/compress/quality.ts';
import type { Engines } from '#conversion/engines/index.ts';
import { tools } from '#conversion/tools/index.ts';
import { photoPdf, textPdf } from './support/documents.ts';
import { contentsOf, lost, type Contents } from './support/pdf-contents.ts';
import { similarity } from './support/similarity.ts';
import { geometricMean } from './support/statistics.ts';
import { benchFolder } from './support/workbench.ts';

const execute = promisify(execFile);
const settings = { low: '/screen', medium: '/ebook', high: '/printer' } as const;
const maxPages = 4;
/** Drawing a scaled picture on a page takes its own part of the likeness. */
const drawing = 0.04;

interface Outcome {
  bytes: number;
  seconds: number;
  likeness: number;
  lost: string[];
}

interface Row {
  name: string;
  bytes: number;
  kind: 'pictures' | 'scan' | 'text';
  platen: Outcome;
  ghostscript: Outcome | null;
  qpdf: Outcome | null;
}

export async function run({ quick }: BenchOptions): Promise<Figure[]> {
  await using folder = await benchFolder();
  const given = process.env['PLATEN_BENCH_PDFS'];
  const documents =
    given === undefined
      ? [await textPdf(folder.path, 'text', 10), await photoPdf(folder.path, 'photos', 4, folder.engines)]
      : (await readdir(given)).filter((name) => name.endsWith('.pdf')).map((name) => join(given, name));
  const figures: Figure[] = [];
  for (const quality of quick ? (['medium'] as const) : (['low', 'medium', 'high'] as const)) {
    const rows: Row[] = [];
    for (const document of documents) {
      const row = await compare(document, quality, folder.path, folder.engines);
      if (row !== null) rows.push(row);
    }
    for (const row of rows) process.stderr.write(`${describe(row, quality)}\n`);
    figures.push(...figuresOf(rows, quality));
  }
  return figures;
}

async function compare(document: string, quality: QualityName, place: string, engines: Engines): Promise<Row | null> {
  const folder = join(place, 'one');
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { mode: 0o755 });
  const { dpi } = qualities[quality];
  const contents = await contentsOf(document).catch(() => null);
  if (contents === null) return null;
  const original = await pictures(document, dpi, join(folder, 'original'));
  const measure = async (name: string, make: (output: string) => Promise<unknown>): Promise<Outcome | null> => {
    const output = join(folder, `${name}.pdf`);
    const began = performance.now();
    try {
      await make(output);
    } catch {
      return null;
    }
    const seconds = (performance.now() - began) / 1000;
    return {
      bytes: (await stat(output)).size,
      seconds,
      likeness: await worst(original, await pictures(output, dpi, join(folder, name))),
      lost: await contentsOf(output).then(
        (after: Contents) => lost(contents, after),
        () => ['everything'],
      ),
    };
  };
  const tool = tools.find(({ id }) => id === 'compress-pdf');
  if (tool === undefined) throw new Error('no compress-pdf');
  const input = join(folder, 'input');
  await copyFile(document, input);
  const arrivals = [{ path: input, name: 'a.pdf' }];
  const platen = await measure('platen', (output) =>
    convert({ tool, arrivals, fields: { quality }, output, timeoutMs: 120_000 }, engines),
  );
  const ghostscript = await measure('gs', (output) =>
    execute('gs', [
      '-q',
      '-dBATCH',
      '-dNOPAUSE',
      '-sDEVICE=pdfwrite',
      `-dPDFSETTINGS=${settings[quality]}`,
      '-o',
      output,
      document,
    ]),
  );
  const qpdf = await measure('qpdf', (output) =>
    execute('qpdf', ['--object-streams=generate', '--recompress-flate', document, output]),
  );
  if (platen === null) return null;
  return {
    name: basename(document, '.pdf'),
    bytes: (await stat(document)).size,
    kind: await kindOf(document),
    platen,
    ghostscript,
    qpdf,
  };
}

/** By the share of the file that pictures take, and whether one covers each page. */
async function kindOf(document: string): Promise<Row['kind']> {
  const { stdout } = await execute('pdfimages', ['-list', document]).catch(() => ({ stdout: '' }));
  const rows = stdout
    .split('\n')
    .slice(2)
    .map((line) => line.trim().split(/\s+/))
    .filter((words) => words.length > 14);
  const units: Record<string, number> = { B: 1, K: 1024, M: 1 << 20 };
  const seen = new Map(rows.map((words) => [words[10], words]));
  let bytes = 0;
  for (const words of seen.values())
    bytes += Number.parseFloat(words[14] ?? '0') * (units[(words[14] ?? 'B').slice(-1)] ?? 1);
  if (bytes < (await stat(document)).size * 0.5) return 'text';
  const pages = new Set(rows.map(([page]) => page)).size;
  return rows.length <= pages * 1.2 && rows.every((words) => words[5] === 'gray' || words[6] === '1')
    ? 'scan'
    : 'pictures';
}

/** The first pages, drawn by mutool. */
async function pictures(document: string, dpi: number, folder: string): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  await execute('mutool', [
    'draw',
    '-q',
    '-r',
    String(dpi),
    '-c',
    'gray',
    '-o',
    join(folder, '%03d.png'),
    document,
    `1-${maxPages}`,
  ]).catch(() => {});
  return (await readdir(folder)).toSorted().map((name) => join(folder, name));
}

async function worst(before: readonly string[], after: readonly string[]): Promise<number> {
  let min = 1;
  for (const [n, path] of before.entries()) {
    const other = after[n];
    if (other === undefined) return 0;
    const a = await sharp(path).toColourspace('b-w').raw().toBuffer({ resolveWithObject: true });
    const { width, height } = a.info;
    const b = await sharp(other).resize(width, height, { fit: 'fill' }).toColourspace('b-w').raw().toBuffer();
    min = Math.min(min, similarity(a.data, b, width));
  }
  return min;
}

function figuresOf(rows: readonly Row[], quality: QualityName): Figure[] {
  const figures: Figure[] = [];
  const ratio = (chosen: readonly Row[], of: (row: Row) => number) =>
    chosen.length === 0 ? Number.NaN : geometricMean(chosen.map(of));
  const beside = rows.filter(({ ghostscript }) => ghostscript !== null);
  const goals = { pictures: 0.5, scan: 0.75, text: 0.85 };
  figures.push({
    name: `${quality}: bytes, geometric mean`,
    value: ratio(rows, (row) => row.platen.bytes / row.bytes),
    unit: '× the input',
    note: `Ghostscript ${ratio(beside, (row) => (row.ghostscript?.bytes ?? 0) / row.bytes).toFixed(2)}, qpdf ${ratio(
      rows.filter(({ qpdf }) => qpdf !== null),
      (row) => (row.qpdf?.bytes ?? 0) / row.bytes,
    ).toFixed(2)}, ${rows.length} documents`,
  });
  for (const kind of ['pictures', 'scan', 'text'] as const) {
    const chosen = beside.filter((row) => row.kind === kind);
    if (chosen.length === 0) continue;
    const value = ratio(chosen, (row) => row.platen.bytes / (row.ghostscript?.bytes ?? 1));
    figures.push({
      name: `${quality}: ${kind}`,
      value,
      unit: `× Ghostscript ${settings[quality]}`,
      ...(quality === 'medium' ? { goal: { atMost: goals[kind] } } : {}),
      note: `${chosen.length} documents`,
    });
  }
  // Of a damaged document Ghostscript drops what it cannot read, without a word; qpdf fails on it.
  const fair = beside.filter(({ ghostscript, qpdf }) => ghostscript?.lost.length === 0 && qpdf !== null);
  const isLessAlike = ({ platen, ghostscript }: Row) => platen.likeness < (ghostscript?.likeness ?? 0) - 0.002;
  const isSmaller = ({ platen, ghostscript }: Row) => platen.bytes < (ghostscript?.bytes ?? 0);
  figures.push({
    name: `${quality}: worst beside a Ghostscript that lost nothing`,
    value: Math.max(...fair.map((row) => row.platen.bytes / (row.ghostscript?.bytes ?? 1))),
    unit: '× its bytes',
    goal: { atMost: 1 },
    note: `${fair.length} documents; it lost something of the other ${beside.length - fair.length}, or they are damaged`,
  });
  figures.push({
    name: `${quality}: less alike than Ghostscript's and no smaller`,
    value: beside.filter((row) => isLessAlike(row) && !isSmaller(row)).length,
    unit: 'documents',
    goal: { atMost: 0 },
    note: `less alike and smaller: ${beside.filter((row) => isLessAlike(row) && isSmaller(row)).length}`,
  });
  figures.push({
    name: `${quality}: larger than the input`,
    value: rows.filter((row) => row.platen.bytes > row.bytes).length,
    unit: 'documents',
    goal: { atMost: 0 },
  });
  figures.push({
    name: `${quality}: something lost`,
    value: rows.filter((row) => row.platen.lost.length > 0).length,
    unit: 'documents',
    goal: { atMost: 0 },
  });
  figures.push({
    name: `${quality}: pages below the bound`,
    value: rows.filter((row) => row.platen.likeness < qualities[quality].minSimilarity - drawing).length,
    unit: 'documents',
    goal: { atMost: 0 },
  });
  figures.push({
    name: `${quality}: time`,
    value: ratio(beside, (row) => row.platen.seconds / (row.ghostscript?.seconds ?? 1)),
    unit: '× Ghostscript',
  });
  return figures;
}

function describe({ name, bytes, kind, platen, ghostscript, qpdf }: Row, quality: QualityName): string {
  const share = (outcome: Outcome | null) => (outcome === null ? '   –' : (outcome.bytes / bytes).toFixed(2));
  const against = ghostscript === null ? '   –' : (platen.bytes / ghostscript.bytes).toFixed(2);
  const like = `${platen.likeness.toFixed(3)}/${ghostscript?.likeness.toFixed(3) ?? '–'}`;
  const missing = [
    ...platen.lost.map((what) => `WE LOST ${what}`),
    ...(ghostscript?.lost ?? []).map((what) => `gs lost ${what}`),
  ];
  return `${quality} ${kind.padEnd(8)} ${name.slice(0, 34).padEnd(34)} ${String(bytes).padStart(8)}  ${share(platen)} gs ${share(ghostscript)} qpdf ${share(qpdf)}  ${against} × gs  ssim ${like}  ${platen.seconds.toFixed(1)} s/${ghostscript?.seconds.toFixed(1) ?? '–'} s  ${missing.join(', ')}`;
}
