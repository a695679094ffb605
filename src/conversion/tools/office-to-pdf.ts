import { existsSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { z } from 'zod';
import { formats, nameOfFormat } from '#core/formats.ts';
import { isFailure } from '#core/failure.ts';
import { part } from '#core/trace.ts';
import { pdfStandardNamed } from '#core/pdf-standards.ts';
import { sheetModes, type SheetMode } from '#core/sheet-modes.ts';
import { refreshCopies } from '#conversion/engines/libreoffice/conversion.ts';
import { familyOf } from '#conversion/engines/libreoffice/families.ts';
import type { Engines } from '#conversion/engines/index.ts';
import { isMetricCompatible } from '#conversion/metric-fonts/families.ts';
import { choice, pdfStandard } from '#conversion/options/fields.ts';
import { finishMade } from './steps/finish-made.ts';
import { defineTool, type Input } from './tool.ts';

export const officeToPdf = defineTool({
  id: 'office-to-pdf',
  summary: 'Convert a text document, spreadsheet, presentation or drawing to PDF.',
  accepts: [
    formats.doc,
    formats.docx,
    formats.docm,
    formats.odt,
    formats.rtf,
    formats.txt,
    formats.xls,
    formats.xlsx,
    formats.xlsm,
    formats.ods,
    formats.csv,
    formats.ppt,
    formats.pptx,
    formats.pptm,
    formats.odp,
    formats.odg,
    formats.sxw,
    formats.sxc,
    formats.sxi,
    formats.sxd,
    formats.fodt,
    formats.fods,
    formats.fodp,
    formats.fodg,
    formats.pages,
  ],
  files: { min: 1, max: 1 },
  options: z.strictObject({
    sheets: choice(
      sheetModes,
      'invalid_format',
      'Which sheets wider than their page are scaled to fit one landscape page: those without a page setup (auto), none (as-set), or all (fit).',
    ).default('auto'),
    pdf_standard: pdfStandard(),
  }),
  produces: { format: formats.pdf, suffix: '' },
  errors: ['password_protected', 'too_many_pages', 'invalid_format'],
  async run({ inputs: [input], output, options: { pdf_standard: standard, sheets }, signal }, engines) {
    const job = { input, output, standard, sheets, signal };
    try {
      const prepared = await part('prepare', () => prepare(job, engines));
      const { missingFonts } = await part('lay out', () => layOut(job, prepared, engines));
      const { hasControls, hasFieldsInText, mayHaveBlankPages, linkedPictures } = prepared;
      const hasFields = hasControls && !hasFieldsInText;
      const unmet = await finishMade(output, { standard, hasFields, mayHaveBlankPages, input, signal }, engines);
      const isFormDrawn = hasControls && (hasFieldsInText || standard !== undefined);
      return { warnings: [...warningsOf({ missingFonts, linkedPictures, isFormDrawn }), ...unmet] };
    } catch (error) {
      if (input.format !== formats.pages || !isFailure(error, 'source_unreadable')) throw error;
      if (!(await takePreview(job, engines))) throw error;
      const unmet = await finishMade(output, { standard, input, signal }, engines);
      return {
        warnings: ['The document could not be converted; the result is the preview that Pages saved in it.', ...unmet],
      };
    }
  },
});

interface OfficeJob {
  input: Input;
  output: string;
  standard: string | undefined;
  sheets: SheetMode;
  signal: AbortSignal;
}

type Prepared = Awaited<ReturnType<typeof prepare>>;

const utf8Text = { filter: 'Text (encoded)', options: 'UTF8,LF,,' };

/** Returns the file to lay out, and facts about it. */
async function prepare({ input, output, sheets, signal }: OfficeJob, engines: Engines) {
  const { path, format } = await openable(input, output, engines, signal);
  const prepared = `${output}.source`;
  const results = Object.fromEntries(
    ['.txt', '.fods', '.ods', '.xlsx', '.xlsm', '.docx', '.docm', '.pptx', '.pptm'].map((extension) => [
      `source${extension}`,
      `${prepared}${extension}`,
    ]),
  );
  const { source, ...facts } = await engines.inspectors.run(
    'prepareOffice',
    { format: nameOfFormat(format), sheets },
    { files: { document: path }, results, signal },
  );
  return { source: source === null ? path : (results[source] ?? path), ...facts };
}

/** Returns a file that inspectors can read: the binary format and OpenOffice 1's are read by LibreOffice only. */
async function openable(
  input: Input,
  output: string,
  { libreoffice, inspectors }: Engines,
  signal: AbortSignal,
): Promise<Pick<Input, 'path' | 'format'>> {
  if (input.format !== formats.xls && input.format !== formats.sxc) return input;
  const path = `${output}.ods`;
  const task = { format: nameOfFormat(input.format) };
  const needsOwnStart = await inspectors.run('officeNeedsOwnStart', task, { files: { document: input.path }, signal });
  await libreoffice.convert({ input: input.path, output: path, to: 'ods', family: 'calc', needsOwnStart, signal });
  return { path, format: formats.ods };
}

/** Lays out the document, with a new table of contents only if the old one is outdated. */
async function layOut(
  { input, output, standard, signal }: OfficeJob,
  { source, hasTableOfContents, isOutdated, hasFieldsInText, needsOwnStart }: Prepared,
  { libreoffice, inspectors }: Engines,
): Promise<{ missingFonts: readonly string[] }> {
  const wanted = {
    input: source,
    family: familyOf(input.format),
    importAs: input.format === formats.txt ? utf8Text : undefined,
    output,
    to: 'pdf',
    standard: standard === undefined ? undefined : (pdfStandardNamed(standard) ?? undefined),
    needsOwnStart,
    drawsFields: hasFieldsInText,
    signal,
  } as const;
  const made = await libreoffice.convert({ ...wanted, refreshTableOfContents: hasTableOfContents });
  if (!made.hasNewTableOfContents) return made;
  const [before = '', after = ''] = refreshCopies.map((copy) => `${output}${copy}`);
  // LibreOffice makes no new tables in a document just read from DOCX: they are made in a copy.
  if (isOutdated) {
    const copy = `${output}.copy.fodt`;
    await rename(before, copy);
    await libreoffice.convert({ ...wanted, input: copy, refreshTableOfContents: true });
    return made;
  }
  // A document that cannot be copied is not known to be unchanged.
  const isUnchanged =
    [before, after].every((copy) => existsSync(copy)) &&
    (await inspectors.run('tableOfContentsUnchanged', undefined, { files: { before, after }, signal }));
  if (!isUnchanged) await libreoffice.convert(wanted);
  return made;
}

/** Extracts the PDF that Pages saves with documents, for versions that LibreOffice cannot read. Returns whether the document has one. */
const takePreview = ({ input, output, signal }: OfficeJob, { inspectors }: Engines): Promise<boolean> =>
  inspectors.run('pagesPreview', undefined, {
    files: { document: input.path },
    results: { 'preview.pdf': output },
    signal,
  });

interface Shortfalls {
  missingFonts: readonly string[];
  linkedPictures: number;
  isFormDrawn: boolean;
}

/** Returns the warnings about everything that could not be laid out as intended. */
function warningsOf({ missingFonts, linkedPictures, isFormDrawn }: Shortfalls): string[] {
  const warnings: string[] = [];
  const families = [...new Set(missingFonts.map((name) => name.trim()).filter((name) => name !== ''))].sort();
  const [same, similar] = [families.filter(isMetricCompatible), families.filter((name) => !isMetricCompatible(name))];
  if (same.length > 0) warnings.push(`Missing fonts were replaced by metric-compatible ones: ${same.join(', ')}.`);
  if (similar.length > 0) warnings.push(`Missing fonts were replaced by similar ones: ${similar.join(', ')}.`);
  if (linkedPictures > 0)
    warnings.push(
      `${linkedPictures === 1 ? 'A linked image was' : `${linkedPictures} linked images were`} not loaded: only the document itself is read.`,
    );
  if (isFormDrawn) warnings.push('Form fields were flattened: they keep their values, but cannot be edited.');
  return warnings;
}
