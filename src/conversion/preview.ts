// A picture of the first page of a result, for people who look before they download.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isFailure } from '#core/failure.ts';
import { formats } from '#core/formats.ts';
import { withZip } from './detect/zip.ts';
import type { Engines } from './engines/index.ts';

interface PreviewOptions {
  /** A private folder for steps in between. */
  folder: string;
  signal: AbortSignal;
}

const maxPixels = 3_000_000;
/** The first that stays below {@link maxPixels} is taken: pages of pictures can be huge at 72 DPI. */
const resolutions = [110, 36, 12, 4];
const maxMemberBytes = 64 << 20;

/** A JPEG, or null when there is nothing to show: a protected PDF, an archive without pages, a file that cannot be drawn. */
export async function previewOf(
  input: { path: string; mime: string },
  engines: Engines,
  options: PreviewOptions,
): Promise<Buffer | null> {
  try {
    const pdf = await asPdf(input, engines, options);
    return pdf === null ? null : await firstPage(pdf, engines, options);
  } catch (error) {
    options.signal.throwIfAborted();
    if (isFailure(error)) return null;
    throw error;
  }
}

async function asPdf(
  { path, mime }: { path: string; mime: string },
  engines: Engines,
  { folder, signal }: PreviewOptions,
): Promise<string | null> {
  const output = join(folder, 'preview.pdf');
  switch (mime) {
    case formats.pdf.mime:
      return path;
    case formats.docx.mime:
      await engines.libreoffice.convert({ input: path, output, to: 'pdf', family: 'writer', signal });
      return output;
    case formats.jpeg.mime:
    case formats.png.mime:
      await engines.images.toPdf(path, output, { signal });
      return output;
    case formats.zip.mime: {
      const first = await firstMember(path, folder);
      return first === null ? null : asPdf(first, engines, { folder, signal });
    }
    default:
      return null;
  }
}

/** The first page of an archive of pages. */
const firstMember = (path: string, folder: string) =>
  withZip(path, async (zip) => {
    for (const format of [formats.pdf, formats.png, formats.jpeg])
      for (const extension of format.extensions) {
        const page = await zip.readWhole(`page-001${extension}`, maxMemberBytes);
        if (page === null) continue;
        const file = join(folder, `first${extension}`);
        await writeFile(file, page);
        return { path: file, mime: format.mime };
      }
    return null;
  });

async function firstPage(pdf: string, { pdfium }: Engines, { signal }: PreviewOptions): Promise<Buffer | null> {
  for (const dpi of resolutions) {
    let picture: Buffer | null = null;
    const onPage = (_page: number, data: Buffer) => void (picture = data);
    try {
      await pdfium.render(pdf, { format: 'jpg', pages: [0], dpi, scales: [1], maxPixels, onPage, signal });
      return picture;
    } catch (error) {
      if (!isFailure(error, 'output_too_large')) throw error;
    }
  }
  return null;
}
