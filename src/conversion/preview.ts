// Pictures of a document's pages: of a result before its download, and of a chosen file before its conversion.
import { constants, copyFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isFailure } from '#core/failure.ts';
import { formats } from '#core/formats.ts';
import { pageFile } from '#core/page-file.ts';
import type { Engines } from './engines/index.ts';
import { perform } from './perform.ts';
import { officeToPdf } from './tools/office-to-pdf.ts';

interface PreviewOptions {
  /** The page number, from 1. */
  page: number;
  /** A private folder for intermediate files. */
  folder: string;
  signal: AbortSignal;
}

export interface DrawnPage {
  /** The picture as JPEG. */
  picture: Buffer;
  /** The number of pages that can be drawn. */
  pages: number;
}

const officeFormat = (mime: string) => officeToPdf.accepts.find((format) => format.mime === mime);

/** Whether the pages of such a document are drawn from a PDF that is made first: {@link interimPdf}. */
export const isLaidOut = (mime: string): boolean => officeFormat(mime) !== undefined;

/** Returns the path of the PDF from which pages of other kinds of documents are drawn. */
export const interimPdf = (folder: string): string => join(folder, 'preview.pdf');

const maxPixels = 3_000_000;
/** The resolutions to try until a page stays below {@link maxPixels}: pages with pictures can be huge at 72 DPI. */
const resolutions = [110, 36, 12, 4];

/** Draws a preview; null when there is nothing to show: a protected PDF, an archive without pages, a missing page, a broken file. */
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
  const office = officeFormat(mime);
  if (office !== undefined) {
    // The conversion renames its input; the path may be the stored file itself.
    const copy = join(folder, 'document');
    await copyFile(path, copy, constants.COPYFILE_FICLONE);
    const arrivals = [{ path: copy, name: `document${office.extensions[0] ?? ''}` }];
    await perform({ tool: officeToPdf, arrivals, options: officeToPdf.options.parse({}), output, signal }, engines);
    return output;
  }
  switch (mime) {
    case formats.pdf.mime:
      return path;
    case formats.jpeg.mime:
    case formats.png.mime:
      await engines.documents.imageToPdf(path, output, { signal });
      return output;
    default:
      return null;
  }
}

/** Draws a page of an archive, in which each page is a separate file. */
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
