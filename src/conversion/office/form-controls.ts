// Controls that can be filled in: text fields, check boxes, buttons and lists.
import { formats, type Format } from '#core/formats.ts';
import { beginningOf, type OfficeDocument } from './document.ts';
import { flatDocuments, openArchives } from './kinds.ts';

const maxBytes = 32 << 20;
const binary: readonly Format[] = [formats.doc, formats.xls, formats.ppt];
/** OpenDocument 1.3 part 3, 13.13, and OpenOffice 1: every control belongs to a form. */
const form = '<form:form';
/** ECMA-376: ActiveX controls and the form controls of sheets are parts of their own. */
const controlParts = /^(?:word|xl|ppt)\/(?:activeX|ctrlProps)\/[^/]+\.xml$/;
/** The name of the stream of an ActiveX control in the binary formats ([MS-OFORMS] 2.1), in UTF-16. */
const controlStream = Buffer.from('OCXNAME', 'utf16le').toString('latin1');
/** ECMA-376 part 1, 17.5.2.38: the start of the properties of a content control; a gallery (a table of contents) is not a form control. */
const [properties, endOfProperties, gallery] = ['<w:sdtPr', '</w:sdtPr>', '<w:docPartObj'];

/** Whether the document has form controls, as far as its format shows them. */
export async function hasFormControls(document: OfficeDocument): Promise<boolean> {
  const { format, archive } = document;
  if (flatDocuments.includes(format)) return (await beginningOf(document, maxBytes)).includes(form);
  if (binary.includes(format)) return (await beginningOf(document, maxBytes)).includes(controlStream);
  if (archive === null) return false;
  if (openArchives.includes(format)) return (await archive.read('content.xml', maxBytes))?.includes(form) === true;
  return [...archive.names].some((name) => controlParts.test(name));
}

/** Parts with text; a field of the older kind has its data behind its beginning (ECMA-376 part 1, 17.16.17). */
export const textParts = /^word\/(?:document|header\d*|footer\d*|footnotes|endnotes)\.xml$/;
const olderField = '<w:ffData';

/** Whether a Word document has values to fill in within its text: content controls, and the older form fields. */
export async function hasFieldsInText({ archive }: OfficeDocument): Promise<boolean> {
  if (archive === null) return false;
  for (const name of archive.names) {
    if (!textParts.test(name)) continue;
    const text = (await archive.read(name, maxBytes))?.toString('latin1') ?? '';
    if (text.includes(olderField)) return true;
    const controls = text.split(properties).slice(1);
    if (controls.some((piece) => !piece.slice(0, piece.indexOf(endOfProperties)).includes(gallery))) return true;
  }
  return false;
}
