// One image made smaller: measured, scaled down where it has far more pixels than the target needs, coded by its kind.
import { noteMistake } from '#core/mistakes.ts';
import { repackedJpeg } from '#conversion/compress/turbojpeg.ts';
import { filtersOf } from '#conversion/pdf/filters.ts';
import { isReference, type PdfDictionary, type PdfDocument, type PdfValue } from '#conversion/pdf/graph.ts';
import type { Placement } from '../usage.ts';
import type { Claims } from '../claims.ts';
import type { Quality } from '../quality.ts';
import type { StreamStore } from '../store.ts';
import { bilevel } from './bilevel.ts';
import { chooseCoding } from './choose.ts';
import type { Coded } from './coding.ts';
import { colourSpaceOf, grey, type ColourSpace } from './colour.ts';
import { bitsOfGrey, indices } from './graphic.ts';
import { resample } from './resample.ts';
import { samplesOf, type ImageFacts, type Samples } from './samples.ts';

export interface Image {
  reference: string;
  dictionary: PdfDictionary;
  raw: Buffer;
  /** Undefined where no content draws it: it keeps its pixels. */
  placement: Placement | undefined;
}

export interface Recoded {
  dictionary: PdfDictionary;
  data: Buffer;
}

/** Images are downsampled only if they have this many times more pixels than needed. */
const margin = 1.25;
/** Pixels of pictures that are not worth scaling. */
const smallestScaled = 64 * 64;
/** Lossy coding has to save enough to be worth the loss. */
const worthLoss = 0.9;

export class ImageRecoder {
  readonly #document: PdfDocument;
  readonly #quality: Quality;
  readonly #store: StreamStore;
  readonly #claims: Claims;

  constructor(document: PdfDocument, quality: Quality, store: StreamStore, claims: Claims) {
    this.#claims = claims;
    this.#document = document;
    this.#quality = quality;
    this.#store = store;
  }

  /** Null when the image is best left as it is. */
  async recode(image: Image): Promise<Recoded | null> {
    const facts = this.#factsOf(image.dictionary);
    // Keys are numbers of the samples' own depth, and a matte was multiplied into them: not one may change.
    if (facts === null || this.#hasColourKey(image.dictionary) || this.#hasMatte(image.dictionary)) return null;
    try {
      const coded = await this.#coded(image, facts);
      const repacked = coded === null ? this.#repacked(image) : null;
      return coded ?? repacked;
    } catch (error) {
      noteMistake(error);
      // Damaged, or of a kind that is not understood: a viewer may still show it.
      return null;
    }
  }

  #factsOf(dictionary: PdfDictionary): ImageFacts | null {
    const document = this.#document;
    const [width, height] = [document.number(dictionary['/Width']), document.number(dictionary['/Height'])];
    if (width === undefined || height === undefined || width < 1 || height < 1) return null;
    const isMask = document.get(dictionary['/ImageMask']) === true;
    const bits = isMask ? 1 : (document.number(dictionary['/BitsPerComponent']) ?? 8);
    const space = dictionary['/ColorSpace'];
    const colour: ColourSpace | null = isMask
      ? grey
      : space === undefined
        ? null
        : colourSpaceOf(document, space, (value) => this.#store.bytes(value));
    return { dictionary, width, height, bits, isMask, colour };
  }

  async #coded(image: Image, facts: ImageFacts): Promise<Recoded | null> {
    const filters = filtersOf(this.#document, image.dictionary);
    const last = filters.at(-1)?.filter ?? '';
    // Already the best that is known for it.
    if (last === '/JBIG2Decode') return null;
    if (facts.bits === 1 && facts.colour?.components === 1)
      return this.#kept(image, await this.#bilevel(image, facts), 1);
    if (facts.colour === null && last !== '/JPXDecode') return null;
    const { colour } = facts;
    const samples = await samplesOf(this.#document, facts, image.raw);
    const isLossy = last === '/DCTDecode' || last === '/DCT' || last === '/JPXDecode';
    if (colour?.palette !== undefined) return this.#ofPalette(image, facts, samples, colour.palette);
    const space = image.dictionary['/ColorSpace'] ?? (samples.channels === 1 ? '/DeviceGray' : '/DeviceRGB');
    const kind = colour?.kind ?? (samples.channels === 1 ? 'grey' : 'rgb');
    return this.#ofSamples(image, samples, { space, kind, isLossy, greyIsDevice: colour?.greyIsDevice ?? false });
  }

  async #bilevel(image: Image, facts: ImageFacts): Promise<Coded | null> {
    return this.#inBits(await samplesOf(this.#document, { ...facts, colour: grey }, image.raw));
  }

  async #ofPalette(
    image: Image,
    facts: ImageFacts,
    samples: Samples,
    palette: NonNullable<ColourSpace['palette']>,
  ): Promise<Recoded | null> {
    const { base, baseValue, colours } = palette;
    const hival = Math.min(colours.length / base.components - 1, 255);
    const { '/Decode': decode, ...dictionary } = image.dictionary;
    const limits = this.#document.array(decode).map((item) => this.#document.number(item));
    // Readers use the last colour for indices beyond it.
    if (decode !== undefined && (limits[0] !== 0 || limits[1] !== 2 ** facts.bits - 1)) return null;
    const clamped = { ...samples, data: Buffer.from(samples.data.map((value) => Math.min(value, hival))) };
    const plain = { ...image, dictionary };
    const same = this.#kept(plain, indices(clamped, hival), 1);
    if (base.kind === 'other' || this.#target(image, samples) === null) return same;
    const spread = Buffer.allocUnsafe(samples.data.length * base.components);
    for (const [n, value] of clamped.data.entries())
      colours.copy(spread, n * base.components, value * base.components, (value + 1) * base.components);
    const whole = { ...samples, channels: base.components, data: spread };
    const scaled = await this.#ofSamples(plain, whole, {
      space: baseValue,
      kind: base.kind,
      isLossy: false,
      greyIsDevice: base.greyIsDevice,
    });
    return smaller(same, scaled);
  }

  async #ofSamples(
    image: Image,
    samples: Samples,
    {
      space,
      kind,
      isLossy,
      greyIsDevice,
    }: { space: PdfValue; kind: ColourSpace['kind']; isLossy: boolean; greyIsDevice: boolean },
  ): Promise<Recoded | null> {
    const { dictionary } = image;
    const target = this.#target(image, samples);
    const isGrey =
      samples.channels === 3 &&
      kind === 'rgb' &&
      greyIsDevice &&
      !this.#claims.keepsSpaces &&
      isDecodePlain(this.#document, dictionary) &&
      hasNoColour(samples, isLossy);
    const toned = isGrey ? firstChannel(samples) : samples;
    const tonedSpace: PdfValue = isGrey ? '/DeviceGray' : space;
    // Black and white in many bits: every pixel counts, and costs next to nothing.
    if (toned.channels === 1 && bitsOfGrey(toned.data) === 1)
      return this.#kept(image, withSpace(await this.#inBits(toned), tonedSpace), 1, toned);
    const scaled =
      target === null
        ? toned
        : await resample(toned, target.width, target.height, await this.#maskOf(dictionary, toned));
    const isPlain = isDecodePlain(this.#document, dictionary);
    const best = await chooseCoding(scaled, this.#quality, {
      mayUseJbig2: !this.#claims.isPrepress,
      canLose: kind !== 'other',
      hasLost: isLossy,
      paletteOf: isPlain ? tonedSpace : null,
    });
    if (best === null) return null;
    const needed = best.filter === '/DCTDecode' && target === null ? worthLoss : 1;
    return this.#kept(image, withSpace(best, tonedSpace), needed, scaled);
  }

  #inBits(samples: Samples): Promise<Coded | null> {
    return bilevel(samples, { mayUseJbig2: !this.#claims.isPrepress });
  }

  /** The size that the target asks for, or null when the image is not far larger. */
  #target({ placement }: Image, { width, height }: Samples): { width: number; height: number } | null {
    if (placement === undefined || width * height < smallestScaled) return null;
    const { dpi } = this.#quality;
    const needed = { width: (placement.width / 72) * dpi, height: (placement.height / 72) * dpi };
    const scale = Math.max(needed.width / width, needed.height / height);
    if (!(scale * margin < 1)) return null;
    return { width: Math.max(1, Math.ceil(width * scale)), height: Math.max(1, Math.ceil(height * scale)) };
  }

  #hasColourKey(dictionary: PdfDictionary): boolean {
    return this.#document.array(dictionary['/Mask']).length > 0;
  }

  /** Colours that were multiplied by their mask have to stay aligned with it, sample by sample. */
  #hasMatte(dictionary: PdfDictionary): boolean {
    const document = this.#document;
    return dictionary['/Matte'] !== undefined || document.dictionary(dictionary['/SMask'])['/Matte'] !== undefined;
  }

  async #maskOf(dictionary: PdfDictionary, { width, height, channels }: Samples): Promise<Samples | undefined> {
    const mask = dictionary['/SMask'];
    if (!isReference(mask) || channels !== 3) return undefined;
    const facts = this.#factsOf(this.#document.dictionary(mask));
    if (facts === null || facts.width !== width || facts.height !== height || facts.dictionary['/Decode'] !== undefined)
      return undefined;
    return samplesOf(this.#document, facts, this.#store.raw(mask)).catch((error: unknown) => {
      noteMistake(error);
      return undefined; // the mask is judged without its picture
    });
  }

  /** The new dictionary and data, when they are smaller than `share` of the old. */
  #kept(image: Image, coded: Coded | null, share: number, size?: Samples): Recoded | null {
    if (coded === null) return null;
    const { '/Filter': _filter, '/DecodeParms': _parameters, '/Length': _length, ...rest } = image.dictionary;
    const space = coded.colourSpace;
    const dictionary: PdfDictionary = {
      ...rest,
      '/Filter': coded.filter,
      ...(coded.parameters === undefined ? {} : { '/DecodeParms': coded.parameters }),
      ...(rest['/ImageMask'] === undefined ? { '/BitsPerComponent': coded.bits } : {}),
      ...(size === undefined ? {} : { '/Width': size.width, '/Height': size.height }),
      ...(space === undefined || rest['/ImageMask'] !== undefined ? {} : { '/ColorSpace': space }),
    };
    const bytes = (value: PdfDictionary, data: Buffer) => JSON.stringify(value).length + data.length;
    return bytes(dictionary, coded.data) < bytes(image.dictionary, image.raw) * share
      ? { dictionary, data: coded.data }
      : null;
  }

  /** A JPEG in a better coding of the same coefficients. */
  #repacked(image: Image): Recoded | null {
    const filters = filtersOf(this.#document, image.dictionary);
    if (filters.length !== 1 || filters[0]?.filter !== '/DCTDecode') return null;
    const data = repackedJpeg(image.raw);
    return data.length < image.raw.length ? { dictionary: image.dictionary, data } : null;
  }
}

const withSpace = (coded: Coded | null, colourSpace: PdfValue): Coded | null =>
  coded && { ...coded, colourSpace: coded.colourSpace ?? colourSpace };

const smaller = (a: Recoded | null, b: Recoded | null) =>
  a === null || (b !== null && b.data.length < a.data.length) ? b : a;

function isDecodePlain(document: PdfDocument, dictionary: PdfDictionary): boolean {
  return document.array(dictionary['/Decode']).every((item, n) => document.number(item) === n % 2);
}

/** JPEG's own rounding colours a grey picture by a step or two. */
function hasNoColour({ data }: Samples, isLossy: boolean): boolean {
  const tolerance = isLossy ? 3 : 0;
  for (let at = 0; at + 2 < data.length; at += 3) {
    const green = data[at + 1] ?? 0;
    if (Math.abs((data[at] ?? 0) - green) > tolerance || Math.abs((data[at + 2] ?? 0) - green) > tolerance)
      return false;
  }
  return true;
}

function firstChannel({ data, width, height, channels }: Samples): Samples {
  const result = Buffer.allocUnsafe(width * height);
  for (let n = 0; n < result.length; n++) result[n] = data[n * channels + 1] ?? 0;
  return { width, height, channels: 1, data: result };
}
