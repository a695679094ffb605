import { existsSync } from 'node:fs';
import { z } from 'zod';
import { formats, nameOfFormat } from '#core/formats.ts';
import { isFailure } from '#core/failure.ts';
import { pdfStandardNamed } from '#core/pdf-standards.ts';
import { refreshCopies } from '#conversion/engines/libreoffice/conversion.ts';
import { familyOf } from '#conversion/engines/libreoffice/families.ts';
import type { Engines } from '#conversion/engines/index.ts';
import { pdfStandard } from '#conversion/options/fields.ts';
import { finishMade } from './steps/finish-made.ts';
import { defineTool, type Input } from './tool.ts';

export const officeToPdf = defineTool({
  id: 'office-to-pdf',
  summary: 'Lay out a text document, spreadsheet, presentation or drawing as a PDF.',
  accepts: [
    ...[formats.doc, formats.docx, formats.docm, formats.odt, formats.rtf, formats.txt],
    ...[formats.xls, formats.xlsx, formats.xlsm, formats.ods, formats.csv],
    ...[formats.ppt, formats.pptx, formats.pptm, formats.odp, formats.odg],
    ...[formats.sxw, formats.sxc, formats.sxi, formats.sxd],
    ...[formats.fodt, formats.fods, formats.fodp, formats.fodg, formats.pages],
  ],
  files: { min: 1, max: 1 },
  options: z.strictObject({ pdf_standard: pdfStandard() }),
  produces: { format: formats.pdf, suffix: '' },
  errors: ['password_protected', 'too_many_pages', 'invalid_format'],
  async run({ inputs: [input], output, options: { pdf_standard: standard }, signal }, engines) {
    const { libreoffice, inspectors } = engines;
    const family = familyOf(input.format);
    try {
      const { source, hasTableOfContents, linkedPictures, ...facts } = await prepare(input, output, engines, signal);
      const { hasFields, needsOwnStart, mayHaveBlankPages } = facts;
      const importAs = input.format === formats.txt ? utf8Text : undefined;
      const wanted = {
        input: source,
        family,
        importAs,
        output,
        to: 'pdf',
        standard: standard === undefined ? undefined : (pdfStandardNamed(standard) ?? undefined),
        needsOwnStart,
        signal,
      } as const;
      const { missingFonts, hasNewTableOfContents } = await libreoffice.convert({
        ...wanted,
        refreshTableOfContents: hasTableOfContents,
      });
      if (hasNewTableOfContents) {
        const [before, after] = refreshCopies.map((copy) => `${output}${copy}`) as [string, string];
        // A document that cannot be copied is not known to be unchanged.
        const isUnchanged =
          [before, after].every((copy) => existsSync(copy)) &&
          (await inspectors.run('tableOfContentsUnchanged', undefined, { files: { before, after }, signal }));
        if (!isUnchanged) await libreoffice.convert(wanted);
      }
      const told = warnings({ missingFonts, linkedPictures, isFormDrawn: hasFields && standard !== undefined });
      const finishing = { standard, hasFields, mayHaveBlankPages, input, signal };
      told.push(...(await finishMade(output, finishing, engines)));
      return { warnings: told };
    } catch (error) {
      if (input.format !== formats.pages || !isFailure(error, 'source_unreadable')) throw error;
      // Pages documents of versions that LibreOffice cannot read carry a PDF for the preview.
      const options = { files: { document: input.path }, results: { 'preview.pdf': output }, signal };
      if (!(await inspectors.run('pagesPreview', undefined, options))) throw error;
      const told = ['The document could not be laid out; this is the preview that Pages saved with it.'];
      return { warnings: [...told, ...(await finishMade(output, { standard, input, signal }, engines))] };
    }
  },
});

const utf8Text = { filter: 'Text (encoded)', options: 'UTF8,LF,,' };

/** The file to be laid out, and what is to be known of it. */
async function prepare(input: Input, output: string, { libreoffice, inspectors }: Engines, signal: AbortSignal) {
  let { path, format } = input;
  // The binary format and OpenOffice 1's are read by LibreOffice only: it gives us a sheet that can be worked on.
  if (format === formats.xls || format === formats.sxc) {
    path = `${output}.ods`;
    const files = { document: input.path };
    const needsOwnStart = await inspectors.run(
      'officeNeedsOwnStart',
      { format: nameOfFormat(format) },
      { files, signal },
    );
    await libreoffice.convert({ input: input.path, output: path, to: 'ods', family: 'calc', needsOwnStart, signal });
    format = formats.ods;
  }
  const prepared = `${output}.source`;
  const results = Object.fromEntries(
    ['.txt', '.fods', '.ods', '.xlsx', '.xlsm'].map((extension) => [`source${extension}`, `${prepared}${extension}`]),
  );
  const { source, ...facts } = await inspectors.run(
    'prepareOffice',
    { format: nameOfFormat(format) },
    { files: { document: path }, results, signal },
  );
  return { source: source === null ? path : (results[source] ?? path), ...facts };
}

interface Told {
  missingFonts: readonly string[];
  linkedPictures: number;
  isFormDrawn: boolean;
}

/** What a client is told about a document that could not be laid out exactly as it was meant; a sentence a matter. */
function warnings({ missingFonts, linkedPictures, isFormDrawn }: Told): string[] {
  const told: string[] = [];
  const families = [...new Set(missingFonts.map((name) => name.trim()).filter((name) => name !== ''))].sort();
  if (families.length > 0)
    told.push(`Fonts that are not installed here were replaced by similar ones: ${families.join(', ')}.`);
  if (linkedPictures > 0)
    told.push(
      `${linkedPictures === 1 ? 'A picture that is not in the document was' : `${linkedPictures} pictures that are not in the document were`} not loaded: nothing is fetched from the network or from other files.`,
    );
  if (isFormDrawn) told.push('Form fields are drawn as they are filled in: their fonts cannot be embedded.');
  return told;
}
