// One PDF page per image: JPEG data as it is, everything else lossless, the page at the image's own resolution.
// The rules follow img2pdf's documentation for print: no second compression, ICC kept, EXIF turn on the page.
import { readFile, type FileHandle } from 'node:fs/promises';
import type { ImageFacts } from '#core/document-facts.ts';
import sharp, { type Metadata } from 'sharp';
import { faxPicture } from './fax.ts';
import { isScaled, losslessPicture } from './lossless.ts';
import { jpegPicture } from './jpeg.ts';
import { mendedPng } from './mended-png.ts';
import { packedGreyPicture } from './packed-grey.ts';
import type { ColorSpace, Picture } from './picture.ts';
import { num, PdfWriter, ref, type Reference } from './pdf-writer.ts';
import { type Resolution, resolutionOf } from './resolution.ts';

const maxPagePoints = 14_400; // ISO 32000-1, annex C.2
const minPagePoints = 3;
const pointsPerInch = 72;

/** Writes the PDF of the image at `input`. @throws when the image cannot be decoded. */
export async function imageToPdf(input: string, file: FileHandle): Promise<ImageFacts> {
  const facts: ImageFacts = { damaged: [], scaled: [] };
  const pdf = new PdfWriter(file);
  await pdf.begin();
  const tree = pdf.reserve();
  const pages: Reference[] = [];
  for await (const { picture, resolution, isDamaged = false, isScaled = false } of imagesOf(input)) {
    pages.push(await writePage(pdf, tree, picture, resolution));
    if (isDamaged) facts.damaged.push(pages.length);
    if (isScaled) facts.scaled.push(pages.length);
  }
  await pdf.object(tree, `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map(ref).join(' ')}] >>`);
  const catalog = pdf.reserve();
  await pdf.object(catalog, `<< /Type /Catalog /Pages ${ref(tree)} >>`);
  await pdf.end(catalog);
  return facts;
}

interface PageImage {
  picture: Picture;
  resolution: Resolution;
  isDamaged?: boolean;
  isScaled?: boolean;
}

/** The images of a file, one a page. */
async function* imagesOf(input: string): AsyncGenerator<PageImage> {
  const data = await readFile(input);
  let packed = packedGreyPicture(data, 0);
  for (let page = 1; packed !== null; page++) {
    yield { picture: packed, resolution: resolutionOf(data, page - 1, { format: 'tiff' }) };
    packed = packedGreyPicture(data, page);
    if (packed === null) return;
  }
  const metadata = await sharp(data, anyState).metadata();
  const pageCount = metadata.format === 'tiff' ? (metadata.pages ?? 1) : 1;
  for (let page = 0; page < pageCount; page++) {
    const own = page === 0 ? metadata : await sharp(data, { ...anyState, page }).metadata();
    const resolution = resolutionOf(data, page, own);
    const kept =
      metadata.format === 'jpeg' ? jpegPicture(data, own) : metadata.format === 'tiff' ? faxPicture(data, page) : null;
    if (kept === null) yield { ...(await decoded(data, page, own)), resolution, isScaled: isScaled(own) };
    else yield { picture: kept, resolution };
  }
}

/** For facts that are known before anything is decoded. */
const anyState = { limitInputPixels: false, failOn: 'none' } as const;

/** A picture without loss; of a damaged one as much as can be read, as browsers show it. */
async function decoded(
  file: Buffer,
  page: number,
  metadata: Metadata,
): Promise<Pick<PageImage, 'picture' | 'isDamaged'>> {
  try {
    return { picture: await losslessPicture(file, page, metadata) };
  } catch {
    const mended = metadata.format === 'png' ? await mendedPng(file) : null;
    return { picture: await losslessPicture(mended ?? file, page, metadata, { failOn: 'none' }), isDamaged: true };
  }
}

async function writePage(pdf: PdfWriter, tree: Reference, picture: Picture, { x, y }: Resolution): Promise<Reference> {
  const image = await writePicture(pdf, picture);
  const turned = picture.orientation >= 5;
  const across = (picture.width * pointsPerInch) / x;
  const down = (picture.height * pointsPerInch) / y;
  const [width, height] = turned ? pageSize(down, across) : pageSize(across, down);
  const content = pdf.reserve();
  const page = pdf.reserve();
  const drawing = `q ${orientationMatrix(picture.orientation, width, height).map(num).join(' ')} cm /Im0 Do Q`;
  await pdf.stream(content, '', Buffer.from(drawing, 'latin1'));
  await pdf.object(
    page,
    `<< /Type /Page /Parent ${ref(tree)} /MediaBox [0 0 ${num(width)} ${num(height)}] ` +
      `/Resources << /XObject << /Im0 ${ref(image)} >> >> /Contents ${ref(content)} >>`,
  );
  return page;
}

async function writePicture(pdf: PdfWriter, picture: Picture): Promise<Reference> {
  const mask = picture.softMask === undefined ? '' : `/SMask ${ref(await writePicture(pdf, picture.softMask))} `;
  const space = await writeColorSpace(pdf, picture.colorSpace);
  const image = pdf.reserve();
  await pdf.stream(
    image,
    `/Type /XObject /Subtype /Image /Width ${picture.width} /Height ${picture.height} /ColorSpace ${space} ` +
      `/BitsPerComponent ${picture.bitsPerComponent} ${mask}${picture.entries}`,
    picture.data,
  );
  return image;
}

async function writeColorSpace(pdf: PdfWriter, space: ColorSpace): Promise<string> {
  let name = `/${space.name}`;
  if (space.profile !== undefined) {
    const profile = pdf.reserve();
    await pdf.stream(profile, `/N ${space.components} /Alternate ${name}`, space.profile);
    name = `[/ICCBased ${ref(profile)}]`;
  }
  if (space.palette === undefined) return name;
  return `[/Indexed ${name} ${space.palette.length / 3 - 1} <${space.palette.toString('hex')}>]`;
}

/** The page in points; an image beyond PDF's limits is scaled to them. */
export function pageSize(width: number, height: number): [number, number] {
  const scale = Math.min(1, maxPagePoints / Math.max(width, height));
  const fit = (value: number) => Math.min(maxPagePoints, Math.max(minPagePoints, value * scale));
  return [fit(width), fit(height)];
}

/** The matrix that puts the unit square of an image upright on a page of w × h points (EXIF 2.3, tag 0x0112). */
export function orientationMatrix(orientation: number, w: number, h: number): number[] {
  switch (orientation) {
    case 2:
      return [-w, 0, 0, h, w, 0];
    case 3:
      return [-w, 0, 0, -h, w, h];
    case 4:
      return [w, 0, 0, -h, 0, h];
    case 5:
      return [0, -h, -w, 0, w, h];
    case 6:
      return [0, -h, w, 0, 0, h];
    case 7:
      return [0, h, w, 0, 0, 0];
    case 8:
      return [0, h, -w, 0, w, 0];
    default:
      return [w, 0, 0, h, 0, 0];
  }
}
