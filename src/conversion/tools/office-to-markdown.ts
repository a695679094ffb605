import { z } from 'zod';
import { formats, nameOfFormat, type Format } from '#core/formats.ts';
import { testMark } from '#core/test-mark.ts';
import type { Engines } from '#conversion/engines/index.ts';
import type { TextWriting } from '#core/document-facts.ts';
import { chosenPages } from '#conversion/options/page-selection.ts';
import { formatOfText, hasPictures, textFields } from '#conversion/options/text-fields.ts';
import { htmlToPdf } from './html-to-pdf.ts';
import { officeToPdf } from './office-to-pdf.ts';
import { printBook } from './steps/print-book.ts';
import { openDocumentOf } from './steps/open-document.ts';
import { ofLetters, ofMissing, ofWordless } from './steps/page-warnings.ts';
import { readablePdf } from './steps/read-pdf.ts';
import { defineTool, type Job, type Tool } from './tool.ts';

const sheets: readonly Format[] = [
  formats.xls,
  formats.xlsx,
  formats.xlsm,
  formats.ods,
  formats.csv,
  formats.sxc,
  formats.fods,
];

const slides: readonly Format[] = [formats.ppt, formats.pptx, formats.pptm, formats.odp, formats.sxi, formats.fodp];

export const officeToMarkdown = defineTool({
  id: 'office-to-markdown',
  isExtension: true,
  summary:
    'Convert a document, spreadsheet, presentation, e-book or web page to Markdown, plain text or JSON; sheets become tables, slides keep their notes.',
  accepts: [...officeToPdf.accepts, formats.epub, formats.html],
  files: { min: 1, max: 1 },
  options: z.strictObject(textFields()),
  produces: { format: formats.md, suffix: '' },
  formatOf: formatOfText,
  errors: [
    'password_protected',
    'too_many_pages',
    'pdf_too_many_pages',
    'output_too_large',
    'invalid_format',
    'invalid_page_range',
    'epub_blank_output',
    'epub_too_long',
  ],
  async run(job, engines) {
    const { options, signal, isTest, inputs } = job;
    const writing = {
      format: options.format,
      hasPageMarkers: options.page_markers === 'on',
      hasPictures: hasPictures(options),
      mark: isTest ? testMark : '',
      signal,
    };
    const { format } = inputs[0];
    return sheets.includes(format) && !writing.hasPictures
      ? await readSheets(job, options.pages, writing, engines)
      : await readPrint(job, options.pages, writing, engines);
  },
});

type Writing = Omit<TextWriting, 'pages'> & { signal: AbortSignal };

/** Reads spreadsheets from their source, since printing splits wide sheets across pages. */
async function readSheets(
  { inputs: [input], output, signal }: Job<unknown>,
  pages: string | undefined,
  writing: Writing,
  engines: Engines,
) {
  const source = await openDocumentOf(input, output, 'ods', engines, signal);
  const blocks = `${output}.blocks`;
  const { sheets: total } = await engines.inspectors.run(
    'sheetBlocks',
    { format: nameOfFormat(source.format), title: input.name.replace(/\.[^.]*$/, '') },
    { files: { document: source.path }, results: { blocks }, signal },
  );
  await engines.documents.textOfBlocks(blocks, output, { ...writing, pages: [...chosenPages(pages, total)] });
}

/** Prints any other document and reads the result, which has the tags of its source. */
async function readPrint(job: Job<unknown>, pages: string | undefined, writing: Writing, engines: Engines) {
  const { inputs, output, signal } = job;
  const [input] = inputs;
  const path = `${output}.print.pdf`;
  const printWarnings = await print(job, path, engines);
  const notes = slides.includes(input.format) ? await notesOf(job, engines) : undefined;
  await using pdf = await engines.pdf.begin(signal);
  const facts = await pdf.open(path);
  const { pages: total, ...read } = await readablePdf({
    inputs: [{ path, name: input.name, format: formats.pdf, bytes: 0, pdf: facts }],
    pdf,
  });
  const chosen = [...chosenPages(pages, total)];
  // Notes of hidden slides would be assigned to others.
  const said = notes?.length === total ? { notes } : {};
  const written = await engines.documents.text(read, output, {
    ...writing,
    isPrint: true,
    pages: chosen,
    ...said,
  });
  return { warnings: [...printWarnings, ...ofMissing(written), ...ofLetters(written), ...ofWordless(written)] };
}

/** Prints the document; a book without its table of contents, which says nothing but its headings. Returns the warnings. */
async function print(job: Job<unknown>, path: string, engines: Engines): Promise<readonly string[]> {
  const { inputs, signal } = job;
  const [input] = inputs;
  if (input.format === formats.epub) {
    await printBook(
      input,
      path,
      { folder: `${path}.book`, facts: `${path}.facts`, hasContents: false, signal },
      engines,
    );
    return [];
  }
  const printer: Tool = input.format === formats.html ? htmlToPdf : officeToPdf;
  const options = printer.options.parse({});
  const report = await printer.run(
    {
      inputs,
      output: path,
      options,
      signal,
      isTest: false,
      onProgress: job.onProgress,
      get pdf() {
        return job.pdf;
      },
    },
    engines,
  );
  return report?.warnings ?? [];
}

/** Returns the speaker notes of each visible slide. */
async function notesOf({ inputs: [input], output, signal }: Job<unknown>, engines: Engines): Promise<string[]> {
  const source = await openDocumentOf(input, output, 'odp', engines, signal);
  return await engines.inspectors.run(
    'slideNotes',
    { format: nameOfFormat(source.format) },
    { files: { document: source.path }, signal },
  );
}
