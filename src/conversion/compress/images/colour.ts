// Which colours an image's samples mean (ISO 32000-2, 8.6), as far as its compression has to know.
import type { PdfDocument, PdfValue } from '#conversion/pdf/graph.ts';

export interface ColourSpace {
  /** `other`: samples that only a lossless coding may touch. */
  kind: 'grey' | 'rgb' | 'cmyk' | 'other';
  components: number;
  /** Equal red, green and blue are the same grey in DeviceGray. */
  greyIsDevice: boolean;
  /** Of Indexed only: the colours, `components` bytes each, and the space they are in. */
  palette?: { base: ColourSpace; baseValue: PdfValue; colours: Buffer };
}

export const grey: ColourSpace = { kind: 'grey', components: 1, greyIsDevice: true };
const rgb: ColourSpace = { kind: 'rgb', components: 3, greyIsDevice: true };
const cmyk: ColourSpace = { kind: 'cmyk', components: 4, greyIsDevice: false };
const other = (components: number): ColourSpace => ({ kind: 'other', components, greyIsDevice: false });

/** Null when it cannot be understood. `textOf` returns the bytes of a string or a stream. */
export function colourSpaceOf(
  document: PdfDocument,
  value: PdfValue | undefined,
  bytesOf: (value: PdfValue) => Buffer | null,
): ColourSpace | null {
  const space = document.get(value);
  const [family, ...rest] = Array.isArray(space) ? space : [space];
  switch (document.name(family)) {
    case '/DeviceGray':
    case '/G':
      return grey;
    case '/CalGray':
      return { ...grey, greyIsDevice: false };
    case '/DeviceRGB':
    case '/RGB':
      return rgb;
    case '/CalRGB':
      return { ...rgb, greyIsDevice: false };
    case '/DeviceCMYK':
    case '/CMYK':
      return cmyk;
    case '/ICCBased':
      return ofProfile(document, rest[0], bytesOf);
    case '/Separation':
      return { ...grey, greyIsDevice: false };
    case '/Lab':
      return other(3);
    case '/DeviceN':
      return other(document.array(rest[0]).length);
    case '/Indexed':
    case '/I':
      return indexed(document, rest, bytesOf);
    default:
      return null;
  }
}

function ofProfile(
  document: PdfDocument,
  profile: PdfValue | undefined,
  bytesOf: (value: PdfValue) => Buffer | null,
): ColourSpace | null {
  const components = document.number(document.dictionary(profile)['/N']);
  if (components === 1) return { ...grey, greyIsDevice: false };
  if (components === 4) return cmyk;
  if (components !== 3 || profile === undefined) return null;
  const data = bytesOf(profile);
  if (data?.toString('latin1', 16, 20) !== 'RGB ') return other(3);
  // The description names sRGB, with one byte a letter or two.
  return { ...rgb, greyIsDevice: /s\0?R\0?G\0?B/.test(data.toString('latin1')) };
}

function indexed(
  document: PdfDocument,
  [baseValue, last, table]: PdfValue[],
  bytesOf: (value: PdfValue) => Buffer | null,
): ColourSpace | null {
  const base = colourSpaceOf(document, baseValue, bytesOf);
  const colours = table === undefined ? null : bytesOf(table);
  const hival = document.number(last);
  if (base === null || base.palette !== undefined || colours === null || hival === undefined) return null;
  if (baseValue === undefined || hival < 0 || hival > 255) return null;
  const whole = Buffer.alloc((hival + 1) * base.components);
  colours.copy(whole);
  return { kind: 'other', components: 1, greyIsDevice: false, palette: { base, baseValue, colours: whole } };
}
