// Form controls of OpenDocument: text fields, check boxes, buttons and lists, which LibreOffice makes only where it has been
// started in the usual way.
import { formats, type Format } from '#core/formats.ts';
import { beginningOf, type OfficeDocument } from './document.ts';

const maxBytes = 32 << 20;
const archives: readonly Format[] = [formats.odt, formats.ods, formats.odp, formats.odg];
const flat: readonly Format[] = [formats.fodt, formats.fods, formats.fodp, formats.fodg];
/** OpenDocument 1.3 part 3, 13.13: every control belongs to a form. */
const form = '<form:form';

/** Whether the document has form controls, as far as its format shows it. */
export async function hasFormControls(document: OfficeDocument): Promise<boolean> {
  const { format, archive } = document;
  if (flat.includes(format)) return (await beginningOf(document, maxBytes)).includes(form);
  if (!archives.includes(format) || archive === null) return false;
  return (await archive.read('content.xml', maxBytes))?.includes(form) === true;
}
