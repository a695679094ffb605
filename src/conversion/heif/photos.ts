// The photos of a HEIF file as JPEGs, upright, with their colour profile and without the place they were taken at.
import { readFile, writeFile } from 'node:fs/promises';
import type { Engines } from '#conversion/engines/index.ts';
import { withoutPlace } from './exif.ts';

interface Options {
  /** The primary picture alone, or all. */
  which: 'primary' | 'all';
  signal: AbortSignal;
}

/** Writes them beside `output` and returns their paths. @throws Failure source_unreadable */
export async function heifPhotos(input: string, output: string, engines: Engines, options: Options): Promise<string[]> {
  const { heif, images } = engines;
  const { which, signal } = options;
  const pictures = await heif.pictures(input, { signal });
  const primary = Math.max(
    0,
    pictures.findIndex(({ isPrimary }) => isPrimary),
  );
  const isWanted = (n: number) => which === 'all' || n === primary;
  const isPlain = pictures.every((picture, n) => picture.isPlain || !isWanted(n));
  const decoded = await heif.decode(input, output, { as: isPlain ? 'jpg' : 'png', signal });
  // A picture that cannot be decoded is skipped by the decoder: then the order says nothing.
  const wanted =
    decoded.length === pictures.length
      ? decoded.filter((_, n) => isWanted(n))
      : decoded.slice(0, which === 'all' ? undefined : 1);
  const photos: string[] = [];
  for (const [n, path] of wanted.entries()) {
    const photo = `${output}-photo-${n}.jpg`;
    // Ten bits, full chroma or something transparent: from the decoded samples, at full chroma, on white.
    if (!isPlain) await images.toJpeg(path, photo, { signal });
    await writeFile(photo, withoutPlace(await readFile(isPlain ? path : photo)));
    photos.push(photo);
  }
  return photos;
}
