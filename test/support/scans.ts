// Scans: pages printed as text, drawn as pictures, and put into PDFs without text.
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import type { Workbench } from './convert.ts';
import { pdfOf, stream } from './pdf-builder.ts';

const execute = promisify(execFile);
type Bytes = Buffer<ArrayBuffer>;
const size = { width: 420, height: 300 };

export interface Paper {
  /** Each on a line of its own; the first is larger than the rest with `# `, an empty one parts paragraphs. */
  lines: readonly string[];
  /** The clockwise degrees by which it lay in the scanner. */
  turn?: number;
  skew?: number;
}

const escaped = (line: string) => line.replace(/[\\()]/g, String.raw`\$&`);
const linesAt = (lines: readonly string[]) =>
  lines.map((line, n) => {
    const isHeading = line.startsWith('# ');
    const [font, points] = isHeading ? ['/B', 22] : ['/F', 13];
    return `BT ${font} ${points} Tf 40 ${250 - n * 20} Td (${escaped(line.replace(/^# /, ''))}) Tj ET`;
  });

/** The pages as text. */
export function printed(...pages: (readonly string[])[]): Bytes {
  const objects: Record<number, string> = {
    1: '<< /Type /Catalog /Pages 2 0 R >>',
    2: `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, n) => `${10 + n * 2} 0 R`).join(' ')}] >>`,
    3: '<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman /Encoding /WinAnsiEncoding >>',
    4: '<< /Type /Font /Subtype /Type1 /BaseFont /Times-Bold /Encoding /WinAnsiEncoding >>',
  };
  for (const [n, lines] of pages.entries()) {
    objects[10 + n * 2] =
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${size.width} ${size.height}] /Contents ${11 + n * 2} 0 R /Resources << /Font << /F 3 0 R /B 4 0 R >> >> >>`;
    objects[11 + n * 2] = stream('', linesAt(lines).join('\n'));
  }
  return pdfOf(objects);
}

let n = 0;
/** A page drawn at 200 dots per inch, as a PNG. */
export async function picture(
  bench: Pick<Workbench, 'folder' | 'write'>,
  { lines, turn, skew }: Paper,
): Promise<Bytes> {
  const name = `print-${n++}`;
  const print = await bench.write(`${name}.pdf`, printed(lines));
  await execute('pdftoppm', ['-r', '200', '-gray', '-singlefile', '-png', print, join(bench.folder, name)]);
  let drawn = await readFile(join(bench.folder, `${name}.png`));
  if (skew !== undefined) drawn = await sharp(drawn).rotate(skew, { background: '#fff' }).toBuffer();
  if (turn !== undefined) drawn = await sharp(drawn).rotate(turn).toBuffer();
  return Buffer.from(await sharp(drawn).toColourspace('b-w').withMetadata({ density: 200 }).png().toBuffer());
}

/** The picture as a PDF. */
export const scan = async (bench: Pick<Workbench, 'folder' | 'write' | 'convert'>, paper: Paper): Promise<Bytes> => {
  const { path } = await bench.convert('image-to-pdf', [await picture(bench, paper)], {}, ['scan.png']);
  return readFile(path);
};

/** The pixels of a picture as a PDF's image XObject: its entries and its data. */
export async function asImage(png: Bytes): Promise<{ entries: string; data: Buffer; width: number; height: number }> {
  const { data, info } = await sharp(png).toColourspace('b-w').raw().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const entries = `/Width ${width} /Height ${height} /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /FlateDecode`;
  return { entries, data: deflateSync(data), width, height };
}
