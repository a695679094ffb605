// Overlays that are ready to be laid on pages: a line of text on each page, in a font that every reader has.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pdfOf, stream } from '../../test/support/pdf-builder.ts';

/** A page for each text; `place` is a text matrix (ISO 32000-2, 9.4.4). */
export async function stampPdf(folder: string, name: string, texts: readonly string[], place: string): Promise<string> {
  const pageOf = (n: number) => 10 + n * 2;
  const objects: Record<number, string> = {
    1: '<< /Type /Catalog /Pages 2 0 R >>',
    2: `<< /Type /Pages /Count ${texts.length} /Kids [${texts.map((_, n) => `${pageOf(n)} 0 R`).join(' ')}] >>`,
    3: '<< /Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>',
  };
  for (const [n, text] of texts.entries()) {
    objects[pageOf(n)] =
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources 3 0 R /Contents ${pageOf(n) + 1} 0 R >>`;
    objects[pageOf(n) + 1] = stream('', `BT /F 1 Tf ${place} Tm (${text}) Tj ET`);
  }
  const path = join(folder, `${name}.pdf`);
  await writeFile(path, pdfOf(objects));
  return path;
}
