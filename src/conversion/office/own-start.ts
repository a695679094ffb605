// Features that LibreOffice as a library (in warm processes) leaves out or draws in another size: documents with them are laid out
// by a LibreOffice program.
import { formats, type Format } from '#core/formats.ts';
import { beginningOf, hasInParts, type OfficeDocument } from './document.ts';
import { hasFormControls } from './form-controls.ts';
import { microsoftSheets } from './kinds.ts';

/** The limit for all parts together. */
const maxBytes = 96 << 20;
const openSheets: readonly Format[] = [formats.ods, formats.sxc];

/** Notes of cells that are shown all the time, and icons beside values. OpenDocument 1.3 part 3, 14.1; its extension calcext. */
const inOpenDocument = /<office:annotation\s[^<>]*office:display="true"|<calcext:icon-set[\s>]/;
/** ECMA-376 part 1, 18.3.1.10 and part 4, 19.4.2.65. */
const inOfficeOpenXml = /\stype="iconSet"|<x:Visible[\s/>]/;
const sheetParts = /^xl\/(?:worksheets\/[^/]+\.xml|drawings\/[^/]+\.vml)$/;

/** Whether the document has such things, as far as its format shows them. */
export const needsOwnStart = async (document: OfficeDocument): Promise<boolean> =>
  (await hasFormControls(document)) || (await hasNotesOrIcons(document));

/** Whether a sheet has notes that are always shown, or icons beside values. */
export async function hasNotesOrIcons(document: OfficeDocument): Promise<boolean> {
  const { format, archive } = document;
  if (format === formats.fods) return inOpenDocument.test(await beginningOf(document, maxBytes));
  if (archive === null) return false;
  if (openSheets.includes(format))
    return inOpenDocument.test((await archive.read('content.xml', maxBytes))?.toString('latin1') ?? '');
  return microsoftSheets.includes(format) && (await hasInParts(archive, sheetParts, inOfficeOpenXml, maxBytes));
}
