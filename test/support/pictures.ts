// Samples and the PDFs that show them, made so that a test knows every pixel; and pages drawn by programs that are not ours.
import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { pdfOf, stream } from './pdf-builder.ts';

const execute = promisify(execFile);

/** Like a photograph: soft shapes with some grain; the same for the same seed. */
export function photograph(width: number, height: number, channels: number, seed = 1): Buffer {
  const data = Buffer.alloc(width * height * channels);
  let random = seed;
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      for (let channel = 0; channel < channels; channel++) {
        random = (random * 1_103_515_245 + 12_345) & 0x7fffffff;
        const wave = Math.sin((x * (channel + 1)) / 37 + seed) + Math.cos((y * (channel + 2)) / 53);
        data[at++] = Math.max(0, Math.min(255, 128 + wave * 55 + ((random >> 16) & 15) - 8));
      }
  return data;
}

/** Like a page of a scanner: words of dark strokes on a light ground, 0 and 255. */
export function textLike(width: number, height: number): Buffer {
  const data = Buffer.alloc(width * height, 255);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      if (y % 24 < 14 && x % 97 < 80 && (x * 7 + (y >> 3) * 13) % 11 < 4 && x > 8 && y > 8) data[y * width + x] = 0;
  return data;
}

/** Samples of 8 bits put into fewer, each row beginning with a byte of its own. */
export function inBits(data: Buffer, perRow: number, bits: 1 | 2 | 4): Buffer {
  const rows = data.length / perRow;
  const rowBytes = Math.ceil((perRow * bits) / 8);
  const result = Buffer.alloc(rowBytes * rows);
  for (let y = 0; y < rows; y++)
    for (let x = 0; x < perRow; x++) {
      const at = y * rowBytes + ((x * bits) >> 3);
      const value = (data[y * perRow + x] ?? 0) >> (8 - bits);
      result[at] = (result[at] ?? 0) | (value << (8 - bits - ((x * bits) & 7)));
    }
  return result;
}

const placed = 'q 200 0 0 200 50 100 cm /Im Do Q';

/** Objects from number 10 on are the caller's; 5 is the image, which `content` draws as /Im on a page of 300 by 400 points. */
export function imagePdf(
  image: { entries: string; data: Buffer | string },
  {
    content = placed,
    resources = '',
    more = {},
  }: { content?: string; resources?: string; more?: Record<number, string> } = {},
): Buffer<ArrayBuffer> {
  return pdfOf({
    1: '<< /Type /Catalog /Pages 2 0 R >>',
    2: '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    3: `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 400] /Contents 4 0 R /Resources << /XObject << /Im 5 0 R >> ${resources} >> >>`,
    4: stream('', content),
    5: stream(`/Type /XObject /Subtype /Image ${image.entries}`, image.data.toString('latin1')),
    ...more,
  });
}

/** The same with each image on a page of its own; `more` objects have numbers from 10 to 99. */
export function imagePagesPdf(
  images: readonly { entries: string; data: Buffer | string; content?: string; more?: Record<number, string> }[],
): Buffer<ArrayBuffer> {
  const numberOf = (n: number) => 100 + 10 * n;
  const objects: Record<number, string> = {
    1: '<< /Type /Catalog /Pages 2 0 R >>',
    2: `<< /Type /Pages /Count ${images.length} /Kids [${images.map((_, n) => `${numberOf(n)} 0 R`).join(' ')}] >>`,
  };
  for (const [n, { entries, data, content = placed, more }] of images.entries()) {
    const [drawing, image] = [numberOf(n) + 1, numberOf(n) + 2];
    objects[numberOf(n)] =
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 400] /Contents ${drawing} 0 R /Resources << /XObject << /Im ${image} 0 R >> >> >>`;
    objects[drawing] = stream('', content);
    objects[image] = stream(`/Type /XObject /Subtype /Image ${entries}`, data.toString('latin1'));
    Object.assign(objects, more);
  }
  return pdfOf(objects);
}

export interface Drawn {
  data: Buffer;
  width: number;
  height: number;
}

/** A page in colour, as mutool or poppler draws it. */
export async function drawn(
  path: string,
  { page = 1, dpi = 100, by = 'mutool' }: { page?: number; dpi?: number; by?: 'mutool' | 'poppler' } = {},
): Promise<Drawn> {
  const place = `${path}-${page}-${by}`;
  if (by === 'mutool')
    await execute('mutool', ['draw', '-q', '-r', String(dpi), '-o', `${place}.png`, path, String(page)]);
  else
    await execute('pdftoppm', [
      '-r',
      String(dpi),
      '-f',
      String(page),
      '-l',
      String(page),
      '-singlefile',
      '-png',
      path,
      place,
    ]);
  const { data, info } = await sharp(`${place}.png`)
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  await rm(`${place}.png`);
  return { data, width: info.width, height: info.height };
}

/** The mean difference of two drawings, of 255. */
export function apart(a: Drawn, b: Drawn): number {
  if (a.width !== b.width || a.height !== b.height) return 255;
  let sum = 0;
  for (let n = 0; n < a.data.length; n++) sum += Math.abs((a.data[n] ?? 0) - (b.data[n] ?? 0));
  return sum / a.data.length;
}
