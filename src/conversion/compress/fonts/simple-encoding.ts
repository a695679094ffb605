// Maps the codes of a simple font to glyph names (ISO 32000-2, 9.6.5).
import { isName, type PdfDictionary, type PdfDocument } from '#conversion/pdf/graph.ts';
import { encodings } from '#conversion/fonts/glyph-names.ts';

export interface Named {
  names: string[];
  /** By /Differences: nothing but the name counts. */
  isNamed: boolean;
}

/** Every name that a reader may take for each code: the font's own and those of its /Encoding; null of an encoding unknown here. */
export function namesOfCodes(
  document: PdfDocument,
  font: PdfDictionary,
  own: ReadonlyMap<number, string>,
  codes: ReadonlySet<number>,
): Map<number, Named> | null {
  const encoding = document.get(font['/Encoding']);
  const { '/BaseEncoding': base, '/Differences': differences } = document.dictionary(font['/Encoding']);
  const chosen = typeof encoding === 'string' ? encoding : document.name(base);
  const named = encodings[chosen ?? ''];
  if (chosen !== undefined && named === undefined) return null;
  const changed = new Map<number, string>();
  let code = 0;
  for (const item of document.array(differences)) {
    const value = document.get(item);
    if (typeof value === 'number') code = value;
    else if (isName(value)) changed.set(code++, value.slice(1));
  }
  return new Map(
    [...codes].map((code) => {
      const first = changed.get(code);
      const names =
        first === undefined ? [named?.get(code), own.get(code), encodings['/StandardEncoding']?.get(code)] : [first];
      return [code, { names: [...new Set(names.filter((name) => name !== undefined))], isNamed: first !== undefined }];
    }),
  );
}
