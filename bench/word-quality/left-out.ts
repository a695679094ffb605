// Converts a list of documents with one finder of tables left out, and scores the results.
//   node left-out.ts FINDER documents.json results.json
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { registerHooks } from 'node:module';
import { isFailure } from '#core/failure.ts';

/** The function of each finder, and its file in src/conversion/layout/blocks. */
export const finders: Readonly<Record<string, readonly [name: string, file: string]>> = {
  ruled: ['ruledTables', 'ruled-tables.ts'],
  framed: ['framedTables', 'framed-tables.ts'],
  aligned: ['alignedTables', 'aligned-tables.ts'],
  across: ['tablesAcross', 'open-tables.ts'],
  beside: ['setBeside', 'blocks-beside.ts'],
};

export interface Document {
  set: string;
  pdf: string;
  /** The expected result: a paper of the bench, or the DOCX that was printed; absent if unknown. */
  paper?: string;
  truth?: string;
}

export interface Measured {
  set: string;
  /** From 0 to 1; null if the document has no table, or the expected result is unknown. */
  tables: number | null;
  all: number | null;
  /** Of the body of the result, which has no dates; null if the document was refused. */
  sum: string | null;
}

/** The finder finds nothing in modules that are loaded from now on. @throws if it is not there */
export function leaveOut([name, file]: readonly [string, string]): void {
  registerHooks({
    load(url, context, next) {
      const loaded = next(url, context);
      if (!url.endsWith(`/layout/blocks/${file}`)) return loaded;
      const whole = Buffer.from((loaded.source ?? '') as Uint8Array).toString();
      const source = whole.replace(
        new RegExp(`export function(\\*?) ${name}\\(`),
        `export const ${name} = () => [];\nfunction$1 ${name}LeftOut(`,
      );
      if (source === whole) throw new Error(`${file} has no function ${name}`);
      return { ...loaded, source };
    },
  });
}

const maxPartBytes = 256 << 20;

async function measure(documents: readonly Document[], docx: string): Promise<Measured[]> {
  const { convertToWord } = await import('#conversion/word/pdf-to-docx.ts');
  const { graphOf } = await import('#conversion/pdf/graph.ts');
  const { pdfium } = await import('#conversion/pdfium/library.ts');
  const { readObjects } = await import('../../test/support/pdf-graph.ts');
  const { truthOf } = await import('./content.ts');
  const { papers } = await import('./papers.ts');
  const { withZip } = await import('#conversion/zip/reader.ts');
  const { contentOf } = await import('./read-back.ts');
  const { scored } = await import('./score.ts');
  pdfium.init();
  const results: Measured[] = [];
  for (const { set, pdf, paper, truth } of documents) {
    try {
      await convertToWord(pdf, graphOf(await readObjects(pdf)), createWriteStream(docx));
    } catch (error) {
      if (!isFailure(error)) throw error;
      results.push({ set, tables: null, all: null, sum: null });
      continue;
    }
    const body = await withZip(docx, async (zip) => await zip.readWhole('word/document.xml', maxPartBytes));
    const sum = createHash('sha256')
      .update(body ?? '')
      .digest('hex');
    const known = papers.find(({ name }) => name === paper);
    const wanted = truth === undefined ? known && truthOf(known) : await contentOf(truth);
    const scores = wanted === undefined ? null : scored(await contentOf(docx), wanted);
    const values = [...(scores?.values() ?? [])];
    const all = scores === null ? null : values.reduce((total, value) => total + value, 0) / values.length;
    results.push({ set, tables: scores?.get('tables') ?? null, all, sum });
  }
  return results;
}

if (import.meta.main) {
  const [finder = '', list = '', result = ''] = process.argv.slice(2);
  const leftOut = finders[finder];
  if (leftOut !== undefined) leaveOut(leftOut);
  const documents = JSON.parse(await readFile(list, 'utf8')) as Document[];
  await writeFile(result, JSON.stringify(await measure(documents, `${result}.docx`)));
}
