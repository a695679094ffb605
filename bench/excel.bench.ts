// What workbooks keep of spreadsheets: made here, or those of PLATEN_BENCH_SHEETS, printed by Platen and by LibreOffice and read
// back; and of the tables of PLATEN_BENCH_TABLES (NAME.docx beside NAME.PRODUCER.pdf). Beside other readers of tables: excel/peers.ts.
import { execFile } from 'node:child_process';
import { copyFile, mkdir, readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { isFailure } from '#core/failure.ts';
import { convert } from '#conversion/standalone.ts';
import { officeToPdf } from '#conversion/tools/office-to-pdf.ts';
import { pdfToExcel } from '#conversion/tools/pdf-to-excel.ts';
import type { BenchOptions, Figure } from '#dev/figure.ts';
import { tableReaders } from './excel/peers.ts';
import { plain, type SheetCell, sheetsIn } from './excel/read-fods.ts';
import { type Score, scoreOf, scoreOfCells } from './excel/score.ts';
import { spreadsheetsIn } from './excel/spreadsheets.ts';
import { benchFolder, type BenchFolder } from './support/workbench.ts';
import { contentOf } from './word-quality/read-back.ts';

const execute = promisify(execFile);
const timeout = 300_000;
const goals = { places: { atLeast: 95 }, values: { atLeast: 97 } };

interface Print {
  /** The document, and who printed it. */
  name: string;
  by: string;
  pdf: string;
  truth: SheetCell[][];
  /** CSV and Word documents say nothing of types. */
  hasValues: boolean;
}

export async function run({ quick }: BenchOptions): Promise<Figure[]> {
  await using folder = await benchFolder();
  const given = process.env['PLATEN_BENCH_SHEETS'];
  const sheets = given === undefined ? await spreadsheetsIn(folder.path) : await within(given, spreadsheets);
  const chosen = quick ? sheets.filter((_, n) => n % 3 === 0) : sheets;
  const prints = [...(await printed(chosen, folder)), ...(await produced(process.env['PLATEN_BENCH_TABLES']))];
  const results = await readBack(prints, folder);
  const ways = Map.groupBy(results, ({ print }) => print.by);
  const readers = tableReaders();
  const figures = results.map(({ print, score }) => documentFigure(print, score));
  for (const [by, own] of ways) {
    figures.push(
      figure(
        `${by}: cells in their places, F1 of ${own.length}`,
        mean(own.map(({ score }) => score.places)),
        goals.places,
      ),
    );
    figures.push(figure(`${by}: texts of cells, F1`, mean(own.map(({ score }) => score.texts))));
    const values = own.map(({ score }) => score.values);
    const [equal, all] = [sum(values.map((value) => value.equal)), sum(values.map((value) => value.all))];
    if (all > 0)
      figures.push(figure(`${by}: values equal in type and number`, equal / all, goals.values, `${equal} of ${all}`));
    for (const [name, tablesOf] of readers) {
      const scores = [];
      for (const { print } of own) scores.push(scoreOfCells(await tablesOf(print.pdf), print.truth));
      const note = `texts ${(mean(scores.map(({ texts }) => texts)) * 100).toFixed(1)} %`;
      figures.push(
        figure(
          `${by}: cells in their places, F1 by ${name}`,
          mean(scores.map(({ places }) => places)),
          undefined,
          note,
        ),
      );
    }
  }
  return figures;
}

function documentFigure({ name, by }: Print, { places, texts, values }: Score): Figure {
  const note = [
    `texts ${(texts * 100).toFixed(1)} %`,
    ...(values.all === 0 ? [] : [`values ${values.equal} of ${values.all}`]),
  ];
  return figure(`${name}, ${by}`, places, undefined, [...note, ...values.wrong.slice(0, 2)].join('; '));
}

const figure = (name: string, share: number, goal?: Figure['goal'], note?: string): Figure => ({
  name,
  value: share * 100,
  unit: '%',
  isExact: true,
  ...(goal === undefined ? {} : { goal }),
  ...(note === undefined ? {} : { note }),
});

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);
const mean = (values: readonly number[]): number => sum(values) / values.length;

const spreadsheets = /\.(?:xlsx|xlsm|xls|ods|fods|sxc|csv)$/;

const within = async (folder: string, names: RegExp): Promise<string[]> =>
  (await readdir(folder, { recursive: true }))
    .filter((name) => names.test(name))
    .toSorted()
    .map((name) => join(folder, name));

/** Every spreadsheet as Platen and LibreOffice print it, with tags and without; those that none of them takes are left out. */
async function printed(paths: readonly string[], folder: BenchFolder): Promise<Print[]> {
  const inputs = join(folder.path, 'inputs');
  await mkdir(inputs);
  // One name for each, whatever its folder is.
  const files = paths.map((path) => ({ path, name: basename(path), copy: join(inputs, basename(path)) }));
  for (const { path, copy } of files) await copyFile(path, copy);
  const copies = files.map(({ copy }) => copy);
  const truths = join(folder.path, 'truths');
  await office('fods', copies, truths, folder);
  const out = { tagged: join(folder.path, 'tagged'), plain: join(folder.path, 'plain') };
  for (const [way, to] of Object.entries(out))
    await office(
      `pdf:calc_pdf_Export:{"UseTaggedPDF":{"type":"boolean","value":"${way === 'tagged'}"}}`,
      copies,
      to,
      folder,
    );
  const prints: Print[] = [];
  for (const { name, copy } of files) {
    const stem = name.slice(0, name.lastIndexOf('.'));
    const truth = await sheetsIn(join(truths, `${stem}.fods`)).catch(ifNotTaken);
    if (truth === null || truth.flat().length === 0) continue;
    const own = join(folder.path, `${name}.pdf`);
    const arrivals = [{ path: join(folder.path, name), name }];
    await copyFile(copy, join(folder.path, name));
    const isTaken = await convert(
      { tool: officeToPdf, arrivals, fields: {}, output: own, timeoutMs: timeout },
      folder.engines,
    ).then(() => true, ifNotTaken);
    if (isTaken === null) continue;
    const common = { name, truth: truth.filter((cells) => cells.length > 0), hasValues: !name.endsWith('.csv') };
    prints.push(
      { ...common, by: 'Platen', pdf: own },
      { ...common, by: 'LibreOffice, tagged', pdf: join(out.tagged, `${stem}.pdf`) },
      { ...common, by: 'LibreOffice, no tags', pdf: join(out.plain, `${stem}.pdf`) },
    );
  }
  return prints;
}

/** Documents that LibreOffice or Platen refuse are no measure. */
function ifNotTaken(error: unknown): null {
  if (
    (isFailure(error) && !isFailure(error, 'conversion_failed')) ||
    (error instanceof Error && 'code' in error && error.code === 'ENOENT')
  )
    return null;
  throw error;
}

async function office(filter: string, inputs: readonly string[], out: string, { path }: BenchFolder): Promise<void> {
  const words = [`-env:UserInstallation=file://${path}/profile`, '--headless', '--convert-to', filter, '--outdir', out];
  await execute('soffice', [...words, ...inputs], { timeout, maxBuffer: 1 << 26 });
}

/** The tables of Word documents, in the PDFs that several producers have made of them. */
async function produced(folder: string | undefined): Promise<Print[]> {
  if (folder === undefined) return [];
  const prints: Print[] = [];
  for (const docx of await within(folder, /\.docx$/)) {
    const tables = (await contentOf(docx)).blocks.flatMap((block) =>
      block.kind === 'table'
        ? [
            block.cells
              .map((cell) => ({ ...cell, text: plain(cell.text), type: 'text' as const, value: '' }))
              .filter(({ text }) => text !== ''),
          ]
        : [],
    );
    if (tables.length === 0) continue;
    const name = basename(docx, '.docx');
    for (const pdf of await within(folder, /\.pdf$/))
      if (basename(pdf).startsWith(`${name}.`))
        prints.push({ name, by: basename(pdf, '.pdf').slice(name.length + 1), pdf, truth: tables, hasValues: false });
  }
  return prints;
}

async function readBack(prints: readonly Print[], folder: BenchFolder): Promise<{ print: Print; score: Score }[]> {
  const made = join(folder.path, 'made');
  await mkdir(made);
  const results = await Promise.all(
    prints.map(async (print, n) => ({ print, workbook: await workbookOf(print.pdf, join(made, `${n}.xlsx`), folder) })),
  );
  const read = join(folder.path, 'read');
  await office(
    'fods',
    results.flatMap(({ workbook }) => workbook ?? []),
    read,
    folder,
  );
  const scores = [];
  for (const { print, workbook } of results) {
    const sheets = workbook === null ? [] : await sheetsIn(join(read, `${basename(workbook, '.xlsx')}.fods`));
    const score = scoreOf(sheets, print.truth);
    scores.push({ print, score: print.hasValues ? score : { ...score, values: { equal: 0, all: 0, wrong: [] } } });
  }
  return scores;
}

let turn = Promise.resolve<unknown>(undefined);

/** Null for a refused PDF. */
async function workbookOf(pdf: string, output: string, { path, engines }: BenchFolder): Promise<string | null> {
  const input = join(path, `in-${basename(output)}`);
  const work = async () => {
    await copyFile(pdf, input);
    const arrivals = [{ path: input, name: 'a.pdf' }];
    await convert({ tool: pdfToExcel(), arrivals, fields: {}, output, timeoutMs: timeout }, engines);
    return output;
  };
  // One after the other: there are few processes that wait.
  const done = turn.then(work).catch(ifNotTaken);
  turn = done;
  return await done;
}
