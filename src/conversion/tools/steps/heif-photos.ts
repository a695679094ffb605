// The photos of a HEIF file as JPEGs, upright, with their colour profile and without the location they were taken at.
import { isFailure } from '#core/failure.ts';
import { anySignal } from '#core/effort.ts';
import type { Engines } from '#conversion/engines/index.ts';

interface Options {
  /** The primary picture alone, or all. */
  which: 'primary' | 'all';
  signal: AbortSignal;
}

/** Writes them beside `output` and returns their paths. @throws Failure source_unreadable */
export async function heifPhotos(input: string, output: string, engines: Engines, options: Options): Promise<string[]> {
  const { documents, inspectors } = engines;
  const { which, signal } = options;
  const { pictures, isWanted, isPlain, decoded } = await decode(input, output, engines, options);
  // A picture that cannot be decoded is skipped by the decoder: then the order says nothing.
  const wanted =
    decoded.length === pictures.length
      ? decoded.filter((_, n) => isWanted(n))
      : decoded.slice(0, which === 'all' ? undefined : 1);
  const files: Record<string, string> = {};
  const results: Record<string, string> = {};
  for (const [n, path] of wanted.entries()) {
    const jpeg = isPlain ? path : `${output}-jpeg-${n}.jpg`;
    // Ten bits, full chroma or something transparent: from the decoded samples, at full chroma, on white.
    if (!isPlain) await documents.imageToJpeg(path, jpeg, { signal });
    files[`photo-${n}`] = jpeg;
    results[`clean-${n}`] = `${output}-photo-${n}.jpg`;
  }
  const pairs = Object.keys(files).map((name, n) => [name, `clean-${n}`] as const);
  await inspectors.run('removeLocations', pairs, { files, results, signal });
  return Object.values(results);
}

/** A PNG may still be made of it: broken metadata keep a JPEG from being written. */
function ifUnreadable(error: unknown): string[] {
  if (isFailure(error, 'source_unreadable')) return [];
  throw error;
}

/**
 * Probes and decodes at the same time: nearly every file is plain, and the probe ends long before decoding does. What
 * turns out not to be plain, or cannot be written as a JPEG, is decoded again, by way of PNG.
 */
async function decode(input: string, output: string, { heif }: Engines, { which, signal }: Options) {
  const needless = new AbortController();
  const begun = heif.decode(input, output, { as: 'jpg', signal: anySignal(signal, needless.signal) });
  const ended = begun.then(
    () => {},
    () => {},
  );
  try {
    const pictures = await heif.pictures(input, { signal });
    const primary = Math.max(
      0,
      pictures.findIndex(({ isPrimary }) => isPrimary),
    );
    const isWanted = (n: number) => which === 'all' || n === primary;
    if (pictures.every((picture, n) => picture.isPlain || !isWanted(n))) {
      const decoded = await begun.catch(ifUnreadable);
      if (decoded.length === pictures.length) return { pictures, isWanted, isPlain: true, decoded };
    }
    needless.abort();
    await ended;
    return { pictures, isWanted, isPlain: false, decoded: await heif.decode(input, output, { as: 'png', signal }) };
  } finally {
    needless.abort();
    await ended;
  }
}
