// A picture of the first page of a result, for people who want to see before they download.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isFailure } from '#core/failure.ts';
import { formats } from '#core/formats.ts';
import type { Engines } from './engines/index.ts';

interface PreviewOptions {
  /** A private folder for steps in between. */
  folder: string;
  signal: AbortSignal;
}

const maxPixels = 3_000_000;
/** The first that stays below {@link maxPixels} is taken: pages of pictures can be huge at 72 DPI. */
const resolutions = [110, 36, 12, 4];

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
      await engines.documents.imageToPdf(path, output, { signal });
      return output;
    case formats.zip.mime: {
      const first = join(folder, 'first');
      const options = { files: { document: path }, results: { first }, signal };
      const kind = await engines.inspectors.run('firstPage', undefined, options);
      return kind === null ? null : asPdf({ path: first, mime: kind }, engines, { folder, signal });
    }
    default:
      return null;
  }
}

async function firstPage(pdf: string, engines: Engines, { folder, signal }: PreviewOptions): Promise<Buffer | null> {
  for (const dpi of resolutions) {
    try {
      await using job = await engines.pdf.begin(signal);
      const pages = [{ page: 0, unit: 1 }];
      await job.render(pdf, folder, { pages, format: 'jpg', dpi, maxPixels, onPage: () => {} });
      return await readFile(join(folder, 'page-001.jpg'));
    } catch (error) {
      if (!isFailure(error, 'output_too_large')) throw error;
    }
  }
  return null;
}
