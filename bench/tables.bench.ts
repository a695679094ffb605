// Numbers that stand in another column than the page shows: 200 tables with empty and missing cells, spans and heads, printed by
// Chromium, by LibreOffice as text and as sheets, and with tags by hand; as Word, CSV and Markdown. PLATEN_BENCH_SEED makes others.
import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chromium } from 'playwright-core';
import { convert } from '#conversion/standalone.ts';
import { pdfToExcel } from '#conversion/tools/pdf-to-excel.ts';
import { pdfToMarkdown } from '#conversion/tools/pdf-to-markdown.ts';
import { pdfToWord } from '#conversion/tools/pdf-to-word.ts';
import type { BenchOptions, Figure } from '#dev/figure.ts';
import { benchFolder } from './support/workbench.ts';
import { textOf, workbookOf } from './tables/as-fodt.ts';
import { htmlOf } from './tables/as-html.ts';
import { pdfOfTables } from './tables/as-pdf.ts';
import { isNumber, type Table, tables } from './tables/model.ts';
import { keyOf, ofCsv, ofMarkdown, ofWord, type Places } from './tables/read-back.ts';

const execute = promisify(execFile);
const perProducer = 50;

const readers = {
  'pdf-to-word': { tool: pdfToWord(), fields: {}, extension: '.docx', read: ofWord },
  'pdf-to-excel': { tool: pdfToExcel(), fields: { format: 'csv' }, extension: '.zip', read: ofCsv },
  'pdf-to-markdown': { tool: pdfToMarkdown(), fields: {}, extension: '.md', read: ofMarkdown },
} as const;

export async function run({ quick }: BenchOptions): Promise<Figure[]> {
  await using folder = await benchFolder();
  const count = quick ? perProducer / 5 : perProducer;
  const seed = Number(process.env['PLATEN_BENCH_SEED'] ?? 1);
  const figures: Figure[] = [];
  for (const [n, [by, print]] of Object.entries(producers).entries()) {
    const all = tables(count, seed * 10 + n);
    const pdf = join(folder.path, `${by.replaceAll(/\W+/g, '-')}.pdf`);
    await print(all, pdf, folder.path);
    for (const [name, reader] of Object.entries(readers)) {
      const output = `${pdf}${reader.extension}`;
      const arrivals = [{ path: pdf, name: 'tables.pdf' }];
      await convert({ tool: reader.tool, arrivals, fields: reader.fields, output, timeoutMs: 300_000 }, folder.engines);
      figures.push(figureOf(`${name}, ${by}`, all, await reader.read(output)));
    }
  }
  return figures;
}

type Print = (tables: readonly Table[], pdf: string, folder: string) => Promise<unknown>;

const producers: Readonly<Record<string, Print>> = {
  Chromium: async (all, pdf) => {
    const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
    const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args });
    await using _closing = { [Symbol.asyncDispose]: () => browser.close() };
    const page = await browser.newPage();
    await page.setContent(htmlOf(all));
    await page.pdf({ path: pdf, format: 'A4', tagged: true });
  },
  'LibreOffice Writer': (all, pdf, folder) => office(textOf(all), 'fodt', 'writer', { pdf, folder }),
  'LibreOffice Calc': (all, pdf, folder) => office(workbookOf(all), 'fods', 'calc', { pdf, folder }),
  'tags by hand': (all, pdf) => writeFile(pdf, pdfOfTables(all)),
};

async function office(
  source: string,
  extension: string,
  kind: string,
  { pdf, folder }: { pdf: string; folder: string },
) {
  const own = join(folder, kind);
  await mkdir(own, { recursive: true });
  const file = pdf.replace(/pdf$/, extension);
  await writeFile(file, source);
  const filter = `pdf:${kind}_pdf_Export:{"UseTaggedPDF":{"type":"boolean","value":"true"}}`;
  const args = [`-env:UserInstallation=file://${own}`, '--headless', '--convert-to', filter, '--outdir', folder, file];
  await execute('soffice', args, { timeout: 180_000 });
}

/** How many numbers are not in the column that they should be in; columns count from the first that a table's texts have. */
function figureOf(name: string, all: readonly Table[], places: Places): Figure {
  const wrong: string[] = [];
  let numbers = 0;
  for (const { rows } of all) {
    const cells = rows.flat().filter(({ text }) => isNumber(text) || text.startsWith('Head'));
    const found = cells.map((cell) => ({ cell, at: places.get(keyOf(cell.text)) }));
    // Columns may be missing on the left, where no row has anything.
    const offsets = found.flatMap(({ cell, at }) => (at === undefined ? [] : [at[0] - cell.column]));
    const offset = mostFrequent(offsets) ?? 0;
    for (const { cell, at } of found) {
      numbers += 1;
      const last = cell.column + cell.columnSpan - 1;
      const isThere = at !== undefined && at[0] - offset <= last && at[1] - offset >= cell.column && at[1] - at[0] < 2;
      if (!isThere)
        wrong.push(`${cell.text} (${cell.column}) ${at === undefined ? 'nowhere' : `in ${at[0] - offset}`}`);
    }
  }
  return {
    name,
    value: wrong.length,
    unit: `of ${numbers} in another column`,
    isExact: true,
    goal: { atMost: 0 },
    ...(wrong.length === 0 ? {} : { note: wrong.slice(0, 6).join('; ') }),
  };
}

function mostFrequent(values: readonly number[]): number | undefined {
  const counts = Map.groupBy(values, (value) => value);
  return [...counts].toSorted(([, a], [, b]) => b.length - a.length)[0]?.[0];
}
