// The font programs of a document, and the fonts and codes that use each of them.
import {
  isDictionary,
  isReference,
  type PdfDictionary,
  type PdfDocument,
  type PdfValue,
} from '#conversion/pdf/graph.ts';
import type { Usage } from '../usage.ts';

export type ProgramKind = '/FontFile' | '/FontFile2' | '/FontFile3';

export interface FontUser {
  font: PdfDictionary;
  /** The reference of the font's dictionary, where it is an object of its own. */
  reference: string | null;
  /** Of composite fonts. */
  descendant: PdfDictionary | null;
  descriptor: string;
  /** Codes shown, of one byte or (composite fonts under Identity) two; null when not all are known. */
  codes: ReadonlySet<number> | null;
}

export interface FontProgram {
  reference: string;
  kind: ProgramKind;
  users: FontUser[];
}

export const programKinds: readonly ProgramKind[] = ['/FontFile', '/FontFile2', '/FontFile3'];

/** Of the objects in `kept`. */
export function fontPrograms(document: PdfDocument, kept: ReadonlySet<string>, usage: Usage): FontProgram[] {
  const programs = new Map<string, FontProgram>();
  const seen = new Set<PdfValue>();
  const visit = (value: PdfValue, reference: string | null): void => {
    if (typeof value !== 'object' || value === null || seen.has(value)) return;
    seen.add(value);
    if (isDictionary(value)) add(value, reference);
    for (const item of Object.values(value) as PdfValue[]) if (!isReference(item)) visit(item, null);
  };
  const add = (font: PdfDictionary, reference: string | null): void => {
    const descendant = document.get(document.array(font['/DescendantFonts'])[0]);
    const carrier = isDictionary(descendant) ? descendant : font;
    const descriptor = carrier['/FontDescriptor'];
    if (!isReference(descriptor) || isDescendant(document, font)) return;
    for (const kind of programKinds) {
      const file = document.dictionary(descriptor)[kind];
      if (!isReference(file) || !document.isStream(file)) continue;
      const program = programs.get(file) ?? { reference: file, kind, users: [] };
      programs.set(file, program);
      program.users.push({
        font,
        reference,
        descendant: carrier === font ? null : carrier,
        descriptor,
        codes: codesOf(document, font, carrier !== font, usage),
      });
    }
  };
  for (const reference of kept) visit(document.get(reference), reference);
  return [...programs.values()];
}

/** The lower half of a composite font: it shows nothing by itself. */
const isDescendant = (document: PdfDocument, font: PdfDictionary) =>
  /^\/CIDFontType[02]$/.test(document.name(font['/Subtype']) ?? '');

function codesOf(document: PdfDocument, font: PdfDictionary, isComposite: boolean, usage: Usage): Set<number> | null {
  const texts = usage.isComplete ? usage.fonts.get(font) : null;
  if (texts === undefined || texts === null) return null;
  const encoding = document.name(font['/Encoding']);
  if (isComposite && encoding !== '/Identity-H' && encoding !== '/Identity-V') return null;
  const codes = new Set<number>();
  for (const text of texts)
    if (isComposite)
      for (let at = 0; at + 1 < text.length; at += 2) codes.add((text.charCodeAt(at) << 8) | text.charCodeAt(at + 1));
    else for (let at = 0; at < text.length; at++) codes.add(text.charCodeAt(at));
  return codes;
}
