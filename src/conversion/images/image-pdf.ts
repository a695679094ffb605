// One PDF page per image: JPEG data as it is, everything else lossless, the page at the image's own resolution.
// The rules follow what img2pdf documents as right for print: no second compression, ICC kept, EXIF turn on the page.
import { readFile, type FileHandle } from 'node:fs/promises';
import sharp, { type Metadata } from 'sharp';
import { faxPicture } from './fax.ts';
import { losslessPicture } from './lossless.ts';
import { jpegPicture } from './jpeg.ts';
import type { ColorSpace, Picture } from './picture.ts';
import { num, PdfWriter, ref, type Reference } from './pdf-writer.ts';

const defaultDpi = 96;
const maxPagePoints = 14_400; // ISO 32000-1, annex C.2
const minPagePoints = 3;

/** Writes the PDF of the image at `input`. @throws when the image cannot be decoded. */
export async function imageToPdf(input: string, file: FileHandle): Promise<void> {
  const metadata = await sharp(input, { limitInputPixels: false }).metadata();
  const pageCount = metadata.format === 'tiff' ? (metadata.pages ?? 1) : 1;
  const pdf = new PdfWriter(file);
  await pdf.begin();
  const tree = pdf.reserve();
  const pages: Reference[] = [];
  for (let index = 0; index < pageCount; index++) {
    const own = index === 0 ? metadata : await sharp(input, { page: index, limitInputPixels: false }).metadata();
    const picture =
      metadata.format === 'jpeg'
        ? jpegPicture(await readFile(input), own)
        : ((metadata.format === 'tiff' ? faxPicture(await readFile(input), index) : null) ??
          (await losslessPicture(input, index, own)));
    pages.push(await writePage(pdf, tree, picture, own));
  }
  await pdf.object(tree, `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map(ref).join(' ')}] >>`);
  const catalog = pdf.reserve();
  await pdf.object(catalog, `<< /Type /Catalog /Pages ${ref(tree)} >>`);
  await pdf.end(catalog);
}

async function writePage(pdf: PdfWriter, tree: Reference, picture: Picture, metadata: Metadata): Promise<Reference> {
  const image = await writePicture(pdf, picture);
  const turned = picture.orientation >= 5;
  const dpi = picture.dpi ?? statedDpi(metadata) ?? defaultDpi;
  const [width, height] = pageSize(
    turned ? picture.height : picture.width,
    turned ? picture.width : picture.height,
    dpi,
  );
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

/** The resolution the file states; libvips reports a made-up 72 for files that state none, without a unit. */
function statedDpi({ format, density, resolutionUnit }: Metadata): number | undefined {
  if (format === 'png' || density === undefined || density < 1) return undefined;
  return format === 'jpeg' && resolutionUnit === undefined ? undefined : density;
}

/** The page in points; an image beyond PDF's limits is scaled to them. */
export function pageSize(width: number, height: number, dpi: number): [number, number] {
  const points = [(width * 72) / dpi, (height * 72) / dpi] as const;
  const scale = Math.min(1, maxPagePoints / Math.max(...points));
  const fit = (value: number) => Math.min(maxPagePoints, Math.max(minPagePoints, value * scale));
  return [fit(points[0]), fit(points[1])];
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
