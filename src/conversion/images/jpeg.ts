// A JPEG as a PDF picture: the file's own bytes behind /DCTDecode, with the colour model of its markers.
import type { Metadata } from 'sharp';
import type { Picture } from './picture.ts';

interface FrameHeader {
  width: number;
  height: number;
  bits: number;
  components: number;
  adobe: boolean;
}

/** @throws when the file has no frame header, or is of a kind that DCTDecode does not take. */
export function jpegPicture(data: Buffer, metadata: Metadata): Picture {
  const frame = readFrame(data);
  const names: Record<number, string> = { 1: 'DeviceGray', 3: 'DeviceRGB', 4: 'DeviceCMYK' };
  const name = names[frame.components];
  if (name === undefined) throw new Error(`a JPEG of ${frame.components} components`);
  // Adobe's CMYK is stored inverted.
  const decode = frame.components === 4 && frame.adobe ? '/Decode [1 0 1 0 1 0 1 0] ' : '';
  return {
    width: frame.width,
    height: frame.height,
    colorSpace: { name, components: frame.components, profile: profileFor(metadata, frame.components) },
    bitsPerComponent: frame.bits,
    entries: `${decode}/Filter /DCTDecode`,
    data,
    orientation: metadata.orientation ?? 1,
  };
}

/** The embedded profile if it matches the colour model of the image (ICC.1, header bytes 16–19), else null. */
export function profileFor(metadata: Metadata, components: number): Buffer | undefined {
  const signature = metadata.icc?.toString('latin1', 16, 20);
  const wanted: Record<number, string> = { 1: 'GRAY', 3: 'RGB ', 4: 'CMYK' };
  return signature !== undefined && signature === wanted[components] ? metadata.icc : undefined;
}

/** Reads the frame header and the Adobe marker (ITU-T T.81, annex B; Adobe TN 5116). */
function readFrame(data: Buffer): FrameHeader {
  let adobe = false;
  let at = 2;
  while (at + 9 < data.length) {
    if (data[at] !== 0xff) throw new Error('a JPEG segment does not begin with a marker');
    const marker = data[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) {
      if (marker > 0xc2) throw new Error('a JPEG that is neither baseline nor progressive');
      const [bits = 8, components = 0] = [data[at + 4], data[at + 9]];
      adobe ||= hasAdobeMarker(data, at);
      return { width: data.readUInt16BE(at + 7), height: data.readUInt16BE(at + 5), bits, components, adobe };
    }
    if (marker === 0xee && data.toString('latin1', at + 4, at + 9) === 'Adobe') adobe = true;
    at += 2 + data.readUInt16BE(at + 2);
  }
  throw new Error('a JPEG without a frame header');
}

/** The Adobe marker may also come between the frame header and the first scan. */
function hasAdobeMarker(data: Buffer, from: number): boolean {
  for (
    let at = from;
    at + 9 < data.length && data[at] === 0xff && data[at + 1] !== 0xda;
    at += 2 + data.readUInt16BE(at + 2)
  )
    if (data[at + 1] === 0xee && data.toString('latin1', at + 4, at + 9) === 'Adobe') return true;
  return false;
}
