// Every image but JPEG as a PDF picture without loss: PNG's compressed rows are PDF's own Flate with a PNG predictor,
// so a plain PNG goes in as it is and the others are written as PNG first.
import { promisify } from 'node:util';
import { deflate } from 'node:zlib';
import sharp, { type Metadata, type Sharp, type SharpOptions } from 'sharp';
import type { ColorSpace, Picture } from './picture.ts';
import { profileFor } from './jpeg.ts';
import { pngParts, type PngParts } from './png.ts';

export async function losslessPicture(
  file: Buffer,
  page: number,
  metadata: Metadata,
  { failOn }: Pick<SharpOptions, 'failOn'> = {},
): Promise<Picture> {
  const upright = (metadata.orientation ?? 1) === 1;
  const png = metadata.format === 'png' ? pngParts(file) : null;
  if (png !== null && upright && !png.interlaced && !png.hasAlpha && !png.hasTransparency)
    return fromPng(png, metadata);
  const image = sharp(file, {
    page,
    limitInputPixels: false,
    ...(failOn === undefined ? {} : { failOn }),
  }).autoOrient();
  if (metadata.space === 'cmyk') return cmykPicture(image, metadata);
  return recode(await counted(image, metadata), metadata);
}

async function recode(image: Sharp, metadata: Metadata): Promise<Picture> {
  const picture = await encode(metadata.hasAlpha ? image.clone().removeAlpha() : image.clone(), metadata);
  if (!metadata.hasAlpha) return picture;
  return {
    ...picture,
    softMask: await encode(image.clone().extractChannel('alpha'), { ...metadata, channels: 1, space: 'b-w' }),
  };
}

/** Writes an opaque image as PNG, at its depth and colour model, and splits the PNG into its parts. */
async function encode(image: Sharp, metadata: Metadata): Promise<Picture> {
  const deep = metadata.depth === 'ushort' || metadata.space === 'rgb16' || metadata.space === 'grey16';
  const grey = metadata.channels <= 2 || metadata.space === 'b-w' || metadata.space === 'grey16';
  const space = grey ? (deep ? 'grey16' : 'b-w') : deep ? 'rgb16' : 'srgb';
  const data = await image
    .toColourspace(space)
    .keepIccProfile()
    .png({ compressionLevel: 9, adaptiveFiltering: true })
    .toBuffer();
  const png = pngParts(data);
  if (png === null) throw new Error('the image could not be written as PNG');
  return fromPng(png, metadata);
}

function fromPng(png: PngParts, metadata: Metadata): Picture {
  const components = png.colorType === 2 ? 3 : 1;
  const isIndexed = png.colorType === 3;
  const name = components === 3 || isIndexed ? 'DeviceRGB' : 'DeviceGray';
  const colorSpace: ColorSpace = {
    name,
    components: isIndexed ? 3 : components,
    profile: profileFor(metadata, isIndexed ? 3 : components),
    palette: isIndexed ? png.palette : undefined,
  };
  return {
    width: png.width,
    height: png.height,
    colorSpace,
    bitsPerComponent: png.bitDepth,
    entries:
      `/Filter /FlateDecode /DecodeParms << /Predictor 15 /Colors ${components} ` +
      `/BitsPerComponent ${png.bitDepth} /Columns ${png.width} >>`,
    data: png.data,
    orientation: 1,
  };
}

/** PNG does not support CMYK: the samples are stored under plain Flate, unchanged, with any profile. */
async function cmykPicture(image: Sharp, metadata: Metadata): Promise<Picture> {
  const depth = metadata.depth === 'ushort' ? 'ushort' : 'uchar';
  const { data, info } = await image
    .pipelineColourspace('cmyk')
    .removeAlpha()
    .toColourspace('cmyk')
    .raw({ depth })
    .toBuffer({ resolveWithObject: true });
  if (info.channels !== 4) throw new Error(`CMYK with ${info.channels} channels`);
  return {
    width: info.width,
    height: info.height,
    colorSpace: { name: 'DeviceCMYK', components: 4, profile: profileFor(metadata, 4) },
    bitsPerComponent: depth === 'ushort' ? 16 : 8,
    entries: '/Filter /FlateDecode',
    // PDF's samples begin with their high byte.
    data: await promisify(deflate)(depth === 'ushort' ? data.swap16() : data),
    orientation: 1,
  };
}

/** Kinds of samples that no screen shows as they are. */
const uncounted = new Set(['float', 'double', 'int', 'uint', 'short', 'char']);

/** Whether the samples of a picture are scaled for a PDF, which has counts from 0 alone. */
export const isScaled = ({ depth, space }: Metadata): boolean => uncounted.has(depth ?? '') && space !== 'scrgb';

/** Samples that are no counts from 0, from black for the least to white for the largest; floating-point ones from 0 to 1 say so. */
async function counted(image: Sharp, metadata: Metadata): Promise<Sharp> {
  if (!isScaled(metadata)) return image;
  const { channels } = await image.clone().stats();
  const [min, largest] = [Math.min(...channels.map(({ min }) => min)), Math.max(...channels.map(({ max }) => max))];
  const isShare = metadata.depth !== 'uint' && min >= 0 && largest <= 1;
  const [from, to] = isShare ? [0, 1] : [min, largest];
  const white = metadata.space === 'grey16' || metadata.space === 'rgb16' ? 0xffff : 0xff;
  const scale = to > from ? white / (to - from) : 0;
  return image.linear(scale, 0.5 - from * scale);
}
