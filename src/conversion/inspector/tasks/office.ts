// Office documents, before and after LibreOffice.
import { stat } from 'node:fs/promises';
import { formatNamed, formats, type Format } from '#core/formats.ts';
import { hasContents, onlyNumbersChanged } from '#conversion/office/contents.ts';
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
  hasContents: boolean;
  linkedPictures: number;
}

/** Prepares `document` for its layout. @throws source_unreadable, too_many_pages for what no engine could lay out */
export async function prepareOffice({ format: name }: { format: string }): Promise<OfficeSource> {
  const format = formatNamed(name);
  await checkDemands('document', format);
  return {
    source: await prepared(format),
    hasContents: await hasContents('document', format),
    linkedPictures: await countLinkedPictures('document', format),
  };
}

async function prepared(format: Format): Promise<string | null> {
  if (format === formats.txt) {
    await transcodeText('document', 'source.txt');
    return 'source.txt';
  }
  if (format === formats.csv) {
    const head = await transcodeText('document', 'source.csv');
    await csvToSheet('source.csv', 'source.fods', csvSeparator(head));
    return 'source.fods';
  }
  return sheets.includes(format) ? fitSheets('document', format, 'source') : null;
}

const sheets: readonly Format[] = [formats.xlsx, formats.xlsm, formats.ods, formats.fods];

/** Whether the copies of a document `before` and `after` its contents were made anew differ in page numbers alone. */
export const contentsUnchanged = (): Promise<boolean> => onlyNumbersChanged('before', 'after');

/** Leaves the preview of a Pages document in `preview.pdf`; false when there is none. */
export const pagesPreview = async (): Promise<boolean> =>
  (await stat('document')).isFile() && takePreview('document', 'preview.pdf');
