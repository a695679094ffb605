// Office documents, before and after LibreOffice.
import { readFile, stat, writeFile } from 'node:fs/promises';
import { formatNamed, formats, type Format } from '#core/formats.ts';
import type { SheetMode } from '#core/sheet-modes.ts';
import { withDocument, type OfficeDocument } from '#conversion/office/document.ts';
import { prepareWord } from '#conversion/office/word/layout.ts';
import { hasFieldsInText, hasFormControls } from '#conversion/office/form-controls.ts';
import { hasNotesOrIcons, needsOwnStart } from '#conversion/office/own-start.ts';
import { hasTableOfContents, isOutdated, onlyNumbersChanged } from '#conversion/office/table-of-contents.ts';
import { microsoftTexts } from '#conversion/office/kinds.ts';
import { csvSeparator } from '#conversion/office/csv.ts';
import { transcodeText } from '#conversion/office/encoding.ts';
import { countLinkedPictures } from '#conversion/office/linked-pictures.ts';
import { takePreview } from '#conversion/office/pages-preview.ts';
import { mayHaveBlankPages } from '#conversion/office/sheets/blank-pages.ts';
import { csvToSheet } from '#conversion/office/sheets/csv-sheet.ts';
import { fitSheets } from '#conversion/office/sheets/fit.ts';
import { blocksOf } from '#conversion/office/sheets/blocks.ts';
import { readSheets, withoutGaps } from '#conversion/office/sheets/read-sheets.ts';
import { slideNotes } from '#conversion/office/slide-notes.ts';
import { withSavedFit } from '#conversion/office/slides/fitted-text.ts';
import { checkDemands } from '#conversion/office/demands.ts';

export interface OfficeSource {
  /** The file to be laid out, where it is not the document itself. */
  source: string | null;
  hasTableOfContents: boolean;
  /** It says itself that its tables of contents are out of date, or has an empty one. */
  isOutdated: boolean;
  hasControls: boolean;
  /** It has values to fill in within its text, which Word shows, and not the fields that LibreOffice makes of them. */
  hasFieldsInText: boolean;
  needsOwnStart: boolean;
  mayHaveBlankPages: boolean;
  linkedPictures: number;
}

/** Prepares `document` for its layout. @throws source_unreadable; too_many_pages when no engine could lay it out */
export async function prepareOffice({
  format: name,
  sheets = 'auto',
}: {
  format: string;
  sheets?: SheetMode;
}): Promise<OfficeSource> {
  return await withDocument('document', formatNamed(name), async (document) => {
    await checkDemands(document);
    const hasControls = await hasFormControls(document);
    const fieldsInText = await hasFieldsInText(document);
    return {
      source: await prepared(document, { fieldsInText, sheets }),
      hasTableOfContents: await hasTableOfContents(document),
      isOutdated: await isOutdated(document),
      hasControls,
      hasFieldsInText: fieldsInText,
      needsOwnStart: hasControls || (await hasNotesOrIcons(document)),
      mayHaveBlankPages: await mayHaveBlankPages(document),
      linkedPictures: await countLinkedPictures(document),
    };
  });
}

interface Known {
  fieldsInText: boolean;
  sheets: SheetMode;
}

async function prepared(document: OfficeDocument, { fieldsInText, sheets }: Known): Promise<string | null> {
  const { format, archive } = document;
  if (format === formats.txt) {
    await transcodeText('document', 'source.txt');
    return 'source.txt';
  }
  if (format === formats.csv) {
    const head = await transcodeText('document', 'source.csv');
    await csvToSheet('source.csv', 'source.fods', csvSeparator(head));
    return 'source.fods';
  }
  if (microsoftTexts.includes(format) && archive !== null) {
    const output = `source${format.extensions[0]}`;
    return (await prepareWord(archive, output, { hasFieldsInText: fieldsInText })) ? output : null;
  }
  if (presentations.includes(format) && archive !== null) {
    const output = `source${format.extensions[0]}`;
    return (await withSavedFit(archive, output)) ? output : null;
  }
  return spreadsheets.includes(format) ? fitSheets(document, 'source', sheets) : null;
}

const spreadsheets: readonly Format[] = [formats.xlsx, formats.xlsm, formats.ods, formats.fods];
const presentations: readonly Format[] = [formats.pptx, formats.pptm];

/** Checks a document that only LibreOffice can read, before it is converted to a format that this process can read. */
export const officeNeedsOwnStart = async ({ format }: { format: string }): Promise<boolean> =>
  await withDocument('document', formatNamed(format), needsOwnStart);

/** Whether the copies of a document `before` and `after` its tables of contents were made anew differ in page numbers alone. */
export const tableOfContentsUnchanged = (): Promise<boolean> => onlyNumbersChanged('before', 'after');

/** Leaves the tables of a spreadsheet's sheets in `blocks`, as JSON. */
export async function sheetBlocks({
  format: name,
  title,
}: {
  format: string;
  title: string;
}): Promise<{ sheets: number }> {
  const format = formatNamed(name);
  const content = await withDocument('document', format, async (document) =>
    document.archive === null
      ? await readFile('document', 'utf8')
      : ((await document.archive.read('content.xml', maxSheetBytes))?.toString('utf8') ?? ''),
  );
  const sheets = readSheets(content).map(withoutGaps);
  await writeFile('blocks', JSON.stringify(blocksOf(sheets, title)), { flag: 'wx' });
  return { sheets: sheets.length };
}

/** Bytes of the cells of a spreadsheet. */
const maxSheetBytes = 256 << 20;

/** The speaker notes of each slide of a presentation. */
export const notesOfSlides = async ({ format }: { format: string }): Promise<string[]> =>
  await withDocument('document', formatNamed(format), (document) =>
    slideNotes(document, () => readFile('document', 'utf8')),
  );

/** Writes the preview of a Pages document to `preview.pdf`; returns false without one. */
export const pagesPreview = async (): Promise<boolean> =>
  (await stat('document')).isFile() && takePreview('document', 'preview.pdf');
