// Reads the samples of an image of any filter and depth as numbers.
import sharp from 'sharp';
import { cmykSamples } from '#conversion/compress/turbojpeg.ts';
import { decodePicture } from '#conversion/compress/picture-decoder.ts';
import { decodeStream } from '#conversion/pdf/filters.ts';
import type { PdfDictionary, PdfDocument } from '#conversion/pdf/graph.ts';
import type { ColourSpace } from './colour.ts';

/** 8 bits a sample, row by row, without gaps. Samples of fewer bits are spread over 0 to 255, palette indices are not. */
export interface Samples {
  width: number;
  height: number;
  channels: number;
  data: Buffer;
}

export interface ImageFacts {
  dictionary: PdfDictionary;
  width: number;
  height: number;
  bits: number;
  isMask: boolean;
  /** Null for JPX without a colour space, and for spaces that are not understood. */
  colour: ColourSpace | null;
}

const maxSamples = 400_000_000;

/** @throws when the image is damaged, too large, or of a kind that is not decoded here */
export async function samplesOf(document: PdfDocument, facts: ImageFacts, raw: Buffer): Promise<Samples> {
  const { dictionary, width, height, bits, colour } = facts;
  const components = colour?.components ?? 0;
  if (width * height * Math.max(1, components) > maxSamples) throw new Error('more samples than memory');
  const decoded = decodeStream(document, dictionary, raw, maxSamples * 2);
  if (decoded === null) throw new Error('filters that cannot be undone');
  const { data, remaining } = decoded;
  if (remaining === null) return unpacked(data, width, height, components, bits, colour?.palette !== undefined);
  const { filter, parameters } = remaining;
  if (filter === '/DCTDecode' || filter === '/DCT') {
    // For one component it has no meaning, for three it is the default of readers.
    const transform = document.number(parameters['/ColorTransform']) ?? 1;
    if (components > 1 && !(components === 3 && transform === 1) && parameters['/ColorTransform'] !== undefined)
      throw new Error('a JPEG of a colour transform of its own');
    return sized(await jpegSamples(data, components), width, height);
  }
  if (filter === '/JPXDecode' || filter === '/JPX') return sized(jpxSamples(data, facts), width, height);
  return sized(bilevelSamples(document, data, facts, filter, parameters), width, height);
}

function sized(samples: Samples, width: number, height: number): Samples {
  if (samples.width !== width || samples.height !== height) throw new Error('the data is of another size');
  return samples;
}

async function jpegSamples(data: Buffer, components: number): Promise<Samples> {
  if (components === 4) return { ...cmykSamples(data), channels: 4 };
  const image = sharp(data, { failOn: 'warning', limitInputPixels: false, ignoreIcc: true });
  const { channels } = await image.metadata();
  if (channels !== components || (channels !== 1 && channels !== 3))
    throw new Error(`a JPEG of ${channels} components`);
  const raw = await image
    .toColourspace(channels === 1 ? 'b-w' : 'srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  if (raw.info.channels !== channels) throw new Error('sharp returned another number of channels');
  return { data: raw.data, width: raw.info.width, height: raw.info.height, channels };
}

function jpxSamples(data: Buffer, { dictionary, width, height, colour }: ImageFacts): Samples {
  if ((dictionary['/SMaskInData'] ?? 0) !== 0) throw new Error('a JPX with its own mask');
  if (colour !== null && colour.kind !== 'grey' && colour.kind !== 'rgb') throw new Error('a JPX of other colours');
  const space = colour === null ? '' : colour.kind === 'grey' ? '/ColorSpace/DeviceGray' : '/ColorSpace/DeviceRGB';
  const entries = `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}/BitsPerComponent 8${space}/Filter/JPXDecode`;
  const picture = decodePicture(data, entries);
  if (colour !== null && picture.channels !== colour.components) throw new Error('a JPX of other colours than it says');
  return picture;
}

/** CCITT and JBIG2: 0 is black. */
function bilevelSamples(
  document: PdfDocument,
  data: Buffer,
  { width, height }: ImageFacts,
  filter: string,
  parameters: PdfDictionary,
): Samples {
  if (parameters['/JBIG2Globals'] !== undefined) throw new Error('a JBIG2 of several parts');
  const words = Object.entries(parameters).flatMap(([key, value]) => {
    const plain = document.get(value);
    return typeof plain === 'number' || typeof plain === 'boolean' ? [`${key} ${plain}`] : [];
  });
  const entries =
    `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}/BitsPerComponent 1/ColorSpace/DeviceGray` +
    `/Filter${filter === '/CCF' ? '/CCITTFaxDecode' : filter}/DecodeParms<<${words.join('')}>>`;
  return onlyGrey(decodePicture(data, entries));
}

function onlyGrey(picture: Samples): Samples {
  if (picture.channels === 1) return picture;
  const data = Buffer.allocUnsafe(picture.width * picture.height);
  for (let n = 0; n < data.length; n++) data[n] = picture.data[n * picture.channels] ?? 0;
  return { ...picture, channels: 1, data };
}

function unpacked(
  data: Buffer,
  width: number,
  height: number,
  channels: number,
  bits: number,
  areIndices: boolean,
): Samples {
  if (channels === 0 || ![1, 2, 4, 8, 16].includes(bits)) throw new Error('samples of an unknown kind');
  const perRow = width * channels;
  const rowBytes = Math.ceil((perRow * bits) / 8);
  // Readers fill up missing last rows; much more than that is damage.
  if (data.length < rowBytes * height * 0.98) throw new Error('fewer samples than pixels');
  if (bits === 8 && data.length >= perRow * height)
    return { width, height, channels, data: data.subarray(0, perRow * height) };
  const result = Buffer.alloc(perRow * height);
  const scale = areIndices || bits === 16 ? 1 : 255 / ((1 << bits) - 1);
  for (let y = 0, to = 0; y < height; y++)
    for (let x = 0; x < perRow; x++) result[to++] = scale * sampleAt(data, y * rowBytes, x, bits);
  return { width, height, channels, data: result };
}

/** The upper eight of 16 bits. */
function sampleAt(data: Buffer, row: number, index: number, bits: number): number {
  if (bits === 16) return data[row + index * 2] ?? 0;
  const bit = index * bits;
  return ((data[row + (bit >> 3)] ?? 0) >> (8 - bits - (bit & 7))) & ((1 << bits) - 1);
}

/** The inverse: samples of 0 to 255 in fewer bits, each row beginning with a byte of its own. */
export function packed({ data, width, height, channels }: Samples, bits: 1 | 2 | 4, areIndices: boolean): Buffer {
  const perRow = width * channels;
  const rowBytes = Math.ceil((perRow * bits) / 8);
  const result = Buffer.alloc(rowBytes * height);
  const divisor = areIndices ? 1 : 255 / ((1 << bits) - 1);
  for (let y = 0, from = 0; y < height; y++)
    for (let x = 0; x < perRow; x++) {
      const bit = x * bits;
      const at = y * rowBytes + (bit >> 3);
      result[at] = (result[at] ?? 0) | (Math.round((data[from++] ?? 0) / divisor) << (8 - bits - (bit & 7)));
    }
  return result;
}
