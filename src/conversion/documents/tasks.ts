// The tasks of document processes, by name: each reads one document with native code (sharp, PDFium, libjpeg) from the files that it
// is passed. The code of a task is loaded when the task arrives, or while the process waits for one.
import { open, writeFile } from 'node:fs/promises';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import type {
  CompressFacts,
  ImageFacts,
  TextWriting,
  WordFacts,
  WorkbookFacts,
  WorkbookWriting,
  WrittenTextFacts,
} from '#core/document-facts.ts';
import { Failure } from '#core/failure.ts';
import { isMistake } from '#core/mistakes.ts';
import type { OnPage } from '#core/progress.ts';
import type { WordLayout } from '#core/word-layouts.ts';
import type { QualityName } from '#conversion/compress/quality.ts';
import type { PdfObjects } from '#conversion/pdf/graph.ts';

const pictures = async () => {
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
};
const images = () => import('#conversion/images/image-pdf.ts');
const compressor = () => import('#conversion/compress/compress.ts');
const graphs = () => import('#conversion/pdf/graph.ts');
const pdfium = () => import('#conversion/pdfium/library.ts');
const workbooks = () => import('#conversion/excel/pdf-to-excel.ts');
const words = () => import('#conversion/word/pdf-to-docx.ts');
const markdown = () => import('#conversion/markdown/convert.ts');

/** V8 has compiled the code after this number of runs; more runs cost more than they gain. */
const rehearsals = 6;

/**
 * Loads the code of all tasks until a task arrives, images first. Then it converts a sample page to Word, with and without its tags:
 * half of the time of a conversion is spent on code that runs for the first time.
 */
export async function preload(isWanted: () => boolean): Promise<void> {
  const rehearsed = Array.from({ length: rehearsals }, () => [rehearseTagged, rehearseUntagged]).flat();
  for (const prepare of [pictures, images, compressor, graphs, pdfium, words, markdown, workbooks, ...rehearsed]) {
    if (isWanted()) return;
    await prepare();
    // Lets a task arrive.
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Paths of files: the existing inputs, and the outputs to write. */
type Paths<Inputs extends string, Outputs extends string> = Record<Inputs | Outputs, string>;

export const tasks = {
  /** One page per image of the file, at the image's own size; nothing is compressed with loss a second time. */
  async imageToPdf({ image, pdf }: Paths<'image', 'pdf'>): Promise<ImageFacts> {
    const { imageToPdf } = await images();
    await pictures();
    return readable(async () => {
      await using file = await open(pdf, 'wx');
      return await imageToPdf(image, file);
    });
  },

  /** A JPEG of any picture: on white, at full chroma, with its profile and EXIF data. */
  async imageToJpeg({ image, jpeg }: Paths<'image', 'jpeg'>): Promise<void> {
    const sharp = await pictures();
    await readable(async () => {
      const picture = sharp(image, { limitInputPixels: false })
        .flatten({ background: '#fff' })
        .keepIccProfile()
        .keepExif();
      await writeFile(
        jpeg,
        await picture.jpeg({ quality: 90, chromaSubsampling: '4:4:4', optimiseCoding: true }).toBuffer(),
      );
    });
  },

  /** The JPEG with TEST across it. */
  async markJpeg({ image, jpeg }: Paths<'image', 'jpeg'>): Promise<void> {
    const [sharp, { testMarkOf }] = [await pictures(), await import('#conversion/images/test-mark.ts')];
    await readable(async () => {
      const picture = sharp(image, { limitInputPixels: false });
      const { width, height } = await picture.metadata();
      const marked = picture
        .composite([{ input: Buffer.from(testMarkOf(width, height)) }])
        .keepIccProfile()
        .keepExif();
      await writeFile(jpeg, await marked.jpeg({ quality: 90, chromaSubsampling: '4:4:4' }).toBuffer());
    });
  },

  /** Writes a patch that makes an unfolded document smaller. Parts that are not done in time are left unchanged. */
  async compress({
    graph,
    streams,
    patch,
    quality,
    budgetMs,
  }: Paths<'graph' | 'streams', 'patch'> & { quality: QualityName; budgetMs: number }): Promise<CompressFacts> {
    await pictures();
    return (await compressor()).compressDocument({ graph, streams, patch, quality, budgetMs });
  },

  /** Writes a Word document of a PDF without encryption. @throws pdf_scanned_needs_ocr, source_unreadable */
  word: async (
    { pdf, graph, docx, ...options }: Paths<'pdf' | 'graph', 'docx'> & { keywords: string; layout: WordLayout },
    onPage: OnPage,
  ): Promise<WordFacts> => writeWord({ pdf, graph }, createWriteStream(docx, { flags: 'wx' }), { ...options, onPage }),

  /** Writes the text of a PDF without encryption. @throws pdf_scanned_needs_ocr, source_unreadable */
  async text(
    { pdf, graph, text, ...options }: Paths<'pdf' | 'graph', 'text'> & TextWriting,
    onPage: OnPage,
  ): Promise<WrittenTextFacts> {
    const [{ convertToText }, { readGraph }] = [await markdown(), await graphs()];
    (await pdfium()).pdfium.init();
    await pictures();
    return await convertToText(pdf, readGraph(graph, {}), text, { ...options, onPage });
  },

  /** Writes the text of blocks that were read already. */
  textOfBlocks: async ({ blocks, text, ...options }: Paths<'blocks', 'text'> & TextWriting): Promise<void> =>
    (await markdown()).writeBlocks(blocks, text, options),

  /** Writes the tables of a PDF without encryption. @throws pdf_scanned_needs_ocr, source_unreadable */
  async excel(
    { pdf, graph, workbook, ...options }: Paths<'pdf' | 'graph', 'workbook'> & WorkbookWriting,
    onPage: OnPage,
  ): Promise<WorkbookFacts> {
    const [{ convertToExcel }, { readGraph }] = [await workbooks(), await graphs()];
    (await pdfium()).pdfium.init();
    await pictures();
    const output = createWriteStream(workbook, { flags: 'wx' });
    return await convertToExcel(pdf, readGraph(graph, {}), output, { ...options, onPage });
  },
};

async function writeWord(
  { pdf, graph }: Paths<'pdf' | 'graph', never>,
  output: Writable,
  {
    more = {},
    ...options
  }: { keywords?: string; layout?: WordLayout; onPage?: OnPage; more?: PdfObjects['objects'] } = {},
): Promise<WordFacts> {
  const [{ convertToWord }, { readGraph }] = [await words(), await graphs()];
  (await pdfium()).pdfium.init();
  await pictures();
  return convertToWord(pdf, readGraph(graph, more), output, options);
}

const sample = (name: string) => join(import.meta.dirname, 'samples', name);

/** Converts a letter of one page with headings, a list and a table; its objects are the output of `qpdf --json=2`. */
const rehearse = (more: PdfObjects['objects']) =>
  writeWord(
    { pdf: sample('letter.pdf'), graph: sample('letter.json') },
    new Writable({ write: (_chunk, _encoding, done) => done() }),
    { more },
  );

const rehearseTagged = () => rehearse({});
/** Without the root of its structure tree. */
const rehearseUntagged = () => rehearse({ 'obj:8 0 R': { value: null } });

/** Blames the image for every error of a decoder. @throws source_unreadable */
async function readable<Found>(work: () => Promise<Found>): Promise<Found> {
  try {
    return await work();
  } catch (cause) {
    if (isMistake(cause)) throw cause;
    throw new Failure('source_unreadable', {}, { cause });
  }
}
