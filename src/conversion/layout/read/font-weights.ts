// How heavy fonts are whose names do not say it: by their descriptors and their own tables.
import { weightClassOf } from '#conversion/fonts/truetype.ts';
import type { PdfDictionary, PdfDocument } from '#conversion/pdf/graph.ts';
import type { FontHandle } from '#conversion/pdfium/handles.ts';
import { font as fonts } from '#conversion/pdfium/text-page.ts';

/** From which a font is bold: 600 is a semi-bold one (ISO 32000-2, table 120). */
const bold = 600;
const heaviest = 1000;

/** The weight of a font's descriptor; undefined without one, or if it is invalid. */
export function describedWeight(document: PdfDocument, font: PdfDictionary): number | undefined {
  const [descendant] = document.array(font['/DescendantFonts']);
  const own = descendant === undefined ? font : document.dictionary(descendant);
  const weight = document.number(document.dictionary(own['/FontDescriptor'])['/FontWeight']);
  return weight !== undefined && weight > 0 && weight <= heaviest ? weight : undefined;
}

/** Whether a font is bold whose name does not say it. */
export function isHeavy(handle: FontHandle, described: number | undefined): boolean {
  if (described !== undefined) return described >= bold;
  const program = fonts.program(handle);
  if (program === null || program.length < 12) return false;
  try {
    const weight = weightClassOf(program) ?? 0;
    return weight >= bold && weight <= heaviest;
  } catch {
    // Neither TrueType nor OpenType, or damaged.
    return false;
  }
}
