// Other readers of tables in PDFs: pdfplumber by the Python in PLATEN_BENCH_PDFPLUMBER, Tabula by the JAR in PLATEN_BENCH_TABULA.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { plain } from './read-fods.ts';

const execute = promisify(execFile);
const options = { timeout: 120_000, maxBuffer: 1 << 28 };

export interface TextCell {
  row: number;
  column: number;
  text: string;
}

export type TablesOf = (pdf: string) => Promise<TextCell[][]>;

/** The peers available here, by name. */
export function tableReaders(): Map<string, TablesOf> {
  const [python, jar] = [process.env['PLATEN_BENCH_PDFPLUMBER'], process.env['PLATEN_BENCH_TABULA']];
  const readers = new Map<string, TablesOf>();
  if (python !== undefined)
    readers.set('pdfplumber', async (pdf) => {
      const { stdout } = await execute(python, [join(import.meta.dirname, 'tables-of-pdf.py'), pdf], options);
      return (JSON.parse(stdout) as (string | null)[][][]).map(cellsOf);
    });
  if (jar !== undefined)
    readers.set('Tabula', async (pdf) => {
      const { stdout } = await execute(
        'java',
        ['-jar', jar, '--guess', '--pages', 'all', '--format', 'JSON', pdf],
        options,
      );
      return (JSON.parse(stdout) as { data: { text: string }[][] }[]).map(({ data }) =>
        cellsOf(data.map((row) => row.map(({ text }) => text))),
      );
    });
  return readers;
}

const cellsOf = (rows: readonly (readonly (string | null)[])[]): TextCell[] =>
  rows.flatMap((cells, row) =>
    cells.flatMap((text, column) => (plain(text ?? '') === '' ? [] : [{ row, column, text: plain(text ?? '') }])),
  );
