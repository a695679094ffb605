// Pictures of the pages of a result, for a look before the download.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isFailure } from '#core/failure.ts';
import { formats } from '#core/formats.ts';
import { pageFile } from '#core/page-file.ts';
import type { Engines } from './engines/index.ts';

interface PreviewOptions {
  /** The first is 1. */
  page: number;
  /** A private folder for steps in between. */
  folder: string;
  signal: AbortSignal;
}

export interface DrawnPage {
  /** A JPEG. */
  picture: Buffer;
  /** How many there are to be drawn. */
  pages: number;
}

/** The PDF that a page of another kind of document is drawn from. */
export const interimPdf = (folder: string): string => join(folder, 'preview.pdf');

const maxPixels = 3_000_000;
/** The first that stays below {@link maxPixels} is taken: pages of pictures can be huge at 72 DPI. */
const resolutions = [110, 36, 12, 4];

/** Null when there is nothing to show: a protected PDF, an archive without pages, a page that is not there, a file that cannot be drawn. */
export async function previewOf(
  input: { path: string; mime: string },
  engines: Engines,
  options: PreviewOptions,
): Promise<DrawnPage | null> {
  try {
    if (input.mime === formats.zip.mime) return await pageOfArchive(input.path, engines, options);
    const pdf = await asPdf(input, engines, options);
    return pdf === null ? null : await pageOfPdf(pdf, engines, options);
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
  const output = interimPdf(folder);
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
    default:
      return null;
  }
}

/** Each page of the archive is a file of its own. */
async function pageOfArchive(archive: string, engines: Engines, options: PreviewOptions): Promise<DrawnPage | null> {
  const { folder, signal } = options;
  const path = join(folder, 'page');
  const found = await engines.inspectors.run('archivedPage', options.page, {
    files: { document: archive },
    results: { page: path },
    signal,
  });
  if (found === null) return null;
  const pdf = await asPdf({ path, mime: found.mime }, engines, options);
  const drawn = pdf === null ? null : await pageOfPdf(pdf, engines, { ...options, page: 1 });
  return drawn === null ? null : { ...drawn, pages: found.pages };
}

async function pageOfPdf(
  pdf: string,
  engines: Engines,
  { folder, signal, page }: PreviewOptions,
): Promise<DrawnPage | null> {
  for (const dpi of resolutions) {
    try {
      await using job = await engines.pdf.begin(signal);
      const { pages } = await job.open(pdf);
      if (page > pages) return null;
      const wanted = [{ page: page - 1, unit: 1 }];
      await job.render(pdf, folder, { pages: wanted, format: 'jpg', dpi, maxPixels, onPage: () => {} });
      return { picture: await readFile(join(folder, pageFile(page, 'jpg'))), pages };
    } catch (error) {
      if (!isFailure(error, 'output_too_large')) throw error;
    }
  }
  return null;
}
