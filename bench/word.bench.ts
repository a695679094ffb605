// Pages a second of pdf-to-word beside LibreOffice's own import, and beside the command in PLATEN_BENCH_PDF2DOCX ("command {in}
// {out}"). PDFs of the folder PLATEN_BENCH_PDFS, or office documents printed here. With --quality and --corpus: word-quality/.
import { execFile } from 'node:child_process';
import { copyFile, mkdir, readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import type { BenchOptions, Figure } from '#dev/figure.ts';
import { isFailure } from '#core/failure.ts';
import { convert } from '#conversion/standalone.ts';
import { officeToPdf } from '#conversion/tools/office-to-pdf.ts';
import { pdfToWord } from '#conversion/tools/pdf-to-word.ts';
import { textPdf } from './support/documents.ts';
import { officeDocuments } from './support/office-documents.ts';
import { geometricMean, median } from './support/statistics.ts';
import { benchFolder, interleaved, type BenchFolder } from './support/workbench.ts';

export { corpus } from './word-quality/ablation.ts';
export { quality } from './word-quality/quality.ts';

const execute = promisify(execFile);
const timeout = 120_000;

export async function run({ quick }: BenchOptions): Promise<Figure[]> {
  await using folder = await benchFolder();
  const given = process.env['PLATEN_BENCH_PDFS'];
  const documents = given === undefined ? await printed(folder) : await within(given);
  const command = process.env['PLATEN_BENCH_PDF2DOCX'];
  const figures: Figure[] = [];
  const ratios: Record<string, number[]> = {};
  for (const document of quick ? documents.slice(0, 4) : documents) {
    const pages = Number(/Pages:\s+(\d+)/.exec((await execute('pdfinfo', [document])).stdout)?.[1] ?? 1);
    const ours = join(folder.path, 'ours.docx');
    const isTaken = await toWord(document, ours, folder).then(
      () => true,
      (error: unknown) => {
        if (!isFailure(error)) throw error;
        return false;
      },
    );
    // Refused documents (scans) have no speed.
    if (!isTaken) continue;
    const times = await interleaved<string>(
      {
        platen: () => toWord(document, ours, folder),
        LibreOffice: () => imported(document, folder.path),
        ...(command === undefined ? {} : { pdf2docx: () => other(command, document, join(folder.path, 'other.docx')) }),
      },
      quick ? 1 : 3,
    );
    const speed = (name: string) => (pages * 1000) / median(times[name] ?? [Number.NaN]);
    const peers = Object.keys(times).filter((name) => name !== 'platen');
    for (const peer of peers) (ratios[peer] ??= []).push(speed('platen') / speed(peer));
    figures.push({
      name: `${basename(document, '.pdf')} (${pages} pages)`,
      value: speed('platen'),
      unit: 'pages/s',
      note: peers
        .map((peer) => `${peer} ${speed(peer).toFixed(1)}, ${(speed('platen') / speed(peer)).toFixed(1)} ×`)
        .join('; '),
    });
  }
  for (const [peer, values] of Object.entries(ratios))
    figures.push({
      name: `speed, geometric mean of ${values.length}`,
      value: geometricMean(values),
      unit: `× ${peer}`,
      goal: { atLeast: 5 },
    });
  return figures;
}

const within = async (folder: string): Promise<string[]> =>
  (await readdir(folder))
    .filter((name) => name.endsWith('.pdf'))
    .toSorted()
    .map((name) => join(folder, name));

/** A long text and typical office documents, as PDF. */
async function printed(folder: BenchFolder): Promise<string[]> {
  const made = [await textPdf(folder.path, 'text', 30)];
  for (const { path } of await officeDocuments(folder.path)) {
    const name = basename(path);
    if (!/\.(?:docx|odt|doc|rtf)$/.test(name)) continue;
    const [input, output] = [join(folder.path, `in-${name}`), join(folder.path, `${name}.pdf`)];
    await copyFile(path, input);
    const arrivals = [{ path: input, name }];
    await convert({ tool: officeToPdf, arrivals, fields: {}, output, timeoutMs: timeout }, folder.engines);
    made.push(output);
  }
  return made;
}

async function toWord(document: string, output: string, { path, engines }: BenchFolder): Promise<void> {
  const input = join(path, 'input');
  await copyFile(document, input);
  const arrivals = [{ path: input, name: 'a.pdf' }];
  await convert({ tool: pdfToWord(), arrivals, fields: {}, output, timeoutMs: timeout }, engines);
}

/** As a user would do it: one call with a profile that exists. */
async function imported(document: string, folder: string): Promise<void> {
  const out = join(folder, 'imported');
  await rm(out, { recursive: true, force: true });
  await mkdir(out);
  const words = ['--headless', '--norestore', '--infilter=writer_pdf_import', '--convert-to', 'docx', '--outdir', out];
  await execute('soffice', [`-env:UserInstallation=file://${folder}/profile`, ...words, document], { timeout });
}

async function other(command: string, document: string, output: string): Promise<void> {
  const [program = '', ...words] = command
    .split(' ')
    .map((word) => (word === '{in}' ? document : word === '{out}' ? output : word));
  await execute(program, words, { timeout });
}
