// Office documents, before and after LibreOffice.
import { stat } from 'node:fs/promises';
import { formatNamed, formats, type Format } from '#core/formats.ts';
import { withDocument, type OfficeDocument } from '#conversion/office/document.ts';
import { hasFormControls } from '#conversion/office/form-controls.ts';
import { hasTableOfContents, onlyNumbersChanged } from '#conversion/office/table-of-contents.ts';
import { csvSeparator } from '#conversion/office/csv.ts';
import { transcodeText } from '#conversion/office/encoding.ts';
import { countLinkedPictures } from '#conversion/office/linked-pictures.ts';
import { takePreview } from '#conversion/office/pages-preview.ts';
import { csvToSheet } from '#conversion/office/sheets/csv-sheet.ts';
import { fitSheets } from '#conversion/office/sheets/fit.ts';
import { checkDemands } from '#conversion/office/demands.ts';

export interface OfficeSource {
  /** The file to be laid out, where it is not the document itself. */
  source: string | null;
  hasTableOfContents: boolean;
  hasFormControls: boolean;
  linkedPictures: number;
}

/** Prepares `document` for its layout. @throws source_unreadable, too_many_pages for what no engine could lay out */
export async function prepareOffice({ format: name }: { format: string }): Promise<OfficeSource> {
  return await withDocument('document', formatNamed(name), async (document) => {
    await checkDemands(document);
    return {
      source: await prepared(document),
      hasTableOfContents: await hasTableOfContents(document),
      hasFormControls: await hasFormControls(document),
      linkedPictures: await countLinkedPictures(document),
    };
  });
}

async function prepared(document: OfficeDocument): Promise<string | null> {
  const { format } = document;
  if (format === formats.txt) {
    await transcodeText('document', 'source.txt');
    return 'source.txt';
  }
  if (format === formats.csv) {
    const head = await transcodeText('document', 'source.csv');
    await csvToSheet('source.csv', 'source.fods', csvSeparator(head));
    return 'source.fods';
  }
  return sheets.includes(format) ? fitSheets(document, 'source') : null;
}

const sheets: readonly Format[] = [formats.xlsx, formats.xlsm, formats.ods, formats.fods];

/** Whether the copies of a document `before` and `after` its tables of contents were made anew differ in page numbers alone. */
export const tableOfContentsUnchanged = (): Promise<boolean> => onlyNumbersChanged('before', 'after');

/** Leaves the preview of a Pages document in `preview.pdf`; false when there is none. */
export const pagesPreview = async (): Promise<boolean> =>
  (await stat('document')).isFile() && takePreview('document', 'preview.pdf');
