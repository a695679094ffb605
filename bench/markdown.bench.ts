// What Markdown keeps of PDFs, and how fast it is made, beside what can be had: `pdftotext -layout`, pdfminer as MarkItDown has it by
// the Python in PLATEN_BENCH_PDFMINER, and a command in PLATEN_BENCH_PDF2MD ("command {in} {out}"). Documents that are made here,
// printed in four ways; or those of PLATEN_BENCH_TRUTHS (NAME.docx beside NAME.pdf and NAME.PRODUCER.pdf).
import { execFile } from 'node:child_process';
import { copyFile, readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import type { BenchOptions, Figure } from '#dev/figure.ts';
import { convert } from '#conversion/standalone.ts';
import { pdfToMarkdown } from '#conversion/tools/pdf-to-markdown.ts';
import { contentOfMarkdown, contentOfText } from './markdown/read-back.ts';
import { geometricMean, median } from './support/statistics.ts';
import { benchFolder, type BenchFolder, interleaved } from './support/workbench.ts';
import { type Content, truthOf } from './word-quality/content.ts';
import { papers } from './word-quality/papers.ts';
import { printed } from './word-quality/print.ts';
import { contentOf } from './word-quality/read-back.ts';
import { type Feature, scored } from './word-quality/score.ts';

const execute = promisify(execFile);
const options = { timeout: 120_000, maxBuffer: 1 << 28 };
const features: readonly Feature[] = ['text', 'order', 'paragraphs', 'headings', 'lists', 'tables', 'notes', 'links'];
const goals = { structure: { atLeast: 88 }, speed: { atLeast: 5 } };

interface Print {
  by: string;
  path: string;
  truth: Content;
}

/** Reads a PDF; the output is compared with the truth. */
type Reader = (pdf: string) => Promise<Content>;

export async function run({ quick }: BenchOptions): Promise<Figure[]> {
  await using folder = await benchFolder();
  const given = process.env['PLATEN_BENCH_TRUTHS'];
  const all = given === undefined ? await own(folder.path) : await within(given);
  const prints = quick ? all.filter((_, n) => n % 5 === 0) : all;
  const readers = { platen: (pdf: string) => byPlaten(pdf, folder), ...peers(folder.path) };
  const names = Object.keys(readers) as (keyof typeof readers)[];
  const scores = new Map<string, Map<Feature, number>[]>(names.map((name) => [name, []]));
  const times = new Map<string, number[]>(names.map((name) => [name, []]));
  for (const { path, truth } of prints) {
    for (const name of names)
      scores.get(name)?.push(scored(withoutLooks(await readers[name](path)), withoutLooks(truth)));
    const timed = await interleaved<string>(
      Object.fromEntries(names.map((name) => [name, () => readers[name](path)])),
      quick ? 1 : 3,
    );
    for (const name of names) times.get(name)?.push(median(timed[name] ?? [Number.NaN]));
  }
  return [...structure(names, scores, prints), ...speed(names, times)];
}

function structure(
  names: readonly string[],
  scores: ReadonlyMap<string, Map<Feature, number>[]>,
  prints: readonly Print[],
): Figure[] {
  const meanOf = (name: string, feature: Feature) => {
    const found = (scores.get(name) ?? []).flatMap((score) => score.get(feature) ?? []);
    return found.length === 0 ? undefined : mean(found);
  };
  const figures = features.flatMap((feature): Figure[] => {
    const value = meanOf('platen', feature);
    if (value === undefined) return [];
    const others = names.slice(1).map((name) => `${name} ${percent(meanOf(name, feature) ?? 0)}`);
    return [{ name: feature, value: value * 100, unit: '%', isExact: true, note: others.join('; ') }];
  });
  const whole = (name: string) => (scores.get(name) ?? []).map((score) => mean([...score.values()]));
  const ways = Map.groupBy(prints.keys(), (n) => prints[n]?.by ?? '');
  return [
    ...figures,
    ...[...ways].map(([by, own]): Figure => {
      const values = own.map((n) => whole('platen')[n] ?? 0);
      return { name: `${by}: all of ${own.length}`, value: mean(values) * 100, unit: '%', isExact: true };
    }),
    {
      name: 'all',
      value: mean(whole('platen')) * 100,
      unit: '%',
      isExact: true,
      goal: goals.structure,
      note: names
        .slice(1)
        .map((name) => `${name} ${percent(mean(whole(name)))}`)
        .join('; '),
    },
  ];
}

function speed(names: readonly string[], times: ReadonlyMap<string, number[]>): Figure[] {
  const platen = times.get('platen') ?? [];
  const figures: Figure[] = [{ name: 'a document', value: median(platen), unit: 'ms' }];
  for (const name of names.slice(1))
    figures.push({
      name: `speed beside ${name}`,
      value: geometricMean((times.get(name) ?? []).map((ms, n) => ms / (platen[n] ?? ms))),
      unit: '×',
      ...(name === 'pdfminer' ? { goal: goals.speed } : {}),
      note: `${median(times.get(name) ?? []).toFixed(0)} ms`,
    });
  return figures;
}

/** Content that Markdown cannot represent: columns, running headers, sizes of pictures. */
const withoutLooks = (content: Content): Content => ({
  ...content,
  blocks: content.blocks.map((block) => ({ ...block, columns: 1 })),
  headers: [],
  footers: [],
  pictures: [],
});

let count = 0;

async function byPlaten(pdf: string, { path, engines }: BenchFolder): Promise<Content> {
  const [input, output] = [join(path, `in-${count}.pdf`), join(path, `out-${count++}.md`)];
  await copyFile(pdf, input);
  const arrivals = [{ path: input, name: 'in.pdf' }];
  await convert({ tool: pdfToMarkdown(), arrivals, fields: {}, output, timeoutMs: options.timeout }, engines);
  return contentOfMarkdown(await readFile(output, 'utf8'));
}

function peers(folder: string): Record<string, Reader> {
  const python = process.env['PLATEN_BENCH_PDFMINER'];
  const command = process.env['PLATEN_BENCH_PDF2MD'];
  const printed = async (program: string, args: readonly string[]) => (await execute(program, args, options)).stdout;
  return {
    pdftotext: async (pdf) => contentOfText(await printed('pdftotext', ['-layout', pdf, '-'])),
    ...(python === undefined
      ? {}
      : {
          pdfminer: async (pdf: string) => {
            const code = 'import sys; from pdfminer.high_level import extract_text; print(extract_text(sys.argv[1]))';
            return contentOfText(await printed(python, ['-c', code, pdf]));
          },
        }),
    ...(command === undefined
      ? {}
      : {
          command: async (pdf: string) => {
            const to = join(folder, `peer-${count++}.md`);
            const [program = '', ...args] = command
              .split(' ')
              .map((word) => ({ '{in}': pdf, '{out}': to })[word] ?? word);
            await execute(program, args, options);
            return contentOfMarkdown(await readFile(to, 'utf8'));
          },
        }),
  };
}

const own = async (folder: string): Promise<Print[]> =>
  (await printed(papers, folder)).map(({ paper, by, path }) => ({ by, path, truth: truthOf(paper) }));

async function within(folder: string): Promise<Print[]> {
  const names = (await readdir(folder)).toSorted();
  const prints: Print[] = [];
  for (const name of names.filter((one) => one.endsWith('.docx'))) {
    const truth = await contentOf(join(folder, name));
    const stem = basename(name, '.docx');
    for (const pdf of names.filter((one) => one.startsWith(`${stem}.`) && one.endsWith('.pdf')))
      prints.push({ by: pdf.slice(stem.length + 1, -4) || 'as it is', path: join(folder, pdf), truth });
  }
  return prints;
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
const percent = (value: number): string => `${(value * 100).toFixed(1)} %`;
