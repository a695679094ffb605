// What document processes do, by name: each reads one document with native code (sharp, PDFium, libjpeg), in files that it is
// told the paths of, and ends. What a task needs is loaded when it comes, or while the process waits for it.
import { open, readFile, writeFile } from 'node:fs/promises';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { Failure } from '#core/failure.ts';
import { isMistake } from '#core/mistakes.ts';
import type { CompressFacts } from '#conversion/compress/compress.ts';
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
const words = () => import('#conversion/word/pdf-to-docx.ts');

/**
 * Loads what every picture needs; then what else there is, as long as no task has come. At last a Word document is made of a page
 * of ours: half of the time of a short document is that of code which runs for the first time.
 */
export async function preload(isWanted: () => boolean): Promise<void> {
  for (const prepare of [pictures, images, compressor, graphs, pdfium, words, rehearse]) {
    if (isWanted()) return;
    await prepare();
    // A moment in which a task can come.
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Paths of files: what is there, and what is to be made. */
type Paths<Inputs extends string, Outputs extends string> = Record<Inputs | Outputs, string>;

export const tasks = {
  /** One page per image of the file, at the image's own size; nothing is compressed with loss a second time. */
  async imageToPdf({ image, pdf }: Paths<'image', 'pdf'>): Promise<void> {
    const { imageToPdf } = await images();
    await pictures();
    await readable(async () => {
      await using file = await open(pdf, 'wx');
      await imageToPdf(image, file);
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

  /** What makes an unfolded document smaller, as a patch of qpdf's JSON. What is not done in time stays as it is. */
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

  /** A Word document of a PDF without encryption and its objects. @throws pdf_scanned_needs_ocr, source_unreadable */
  word: ({ pdf, graph, docx }: Paths<'pdf' | 'graph', 'docx'>): Promise<void> =>
    writeWord({ pdf, graph }, createWriteStream(docx, { flags: 'wx' })),
};

async function writeWord({ pdf, graph }: Paths<'pdf' | 'graph', never>, output: Writable): Promise<void> {
  const [{ convertToWord }, { graphOf }] = [await words(), await graphs()];
  (await pdfium()).pdfium.init();
  await pictures();
  const { qpdf } = JSON.parse(await readFile(graph, 'utf8')) as {
    qpdf: [{ maxobjectid: number }, PdfObjects['objects']];
  };
  await convertToWord(pdf, graphOf({ maxId: qpdf[0].maxobjectid, objects: qpdf[1] }), output);
}

const sample = (name: string) => join(import.meta.dirname, 'samples', name);

/** The page, and what `qpdf --json=2` says of it. */
const rehearse = () =>
  writeWord(
    { pdf: sample('letter.pdf'), graph: sample('letter.json') },
    new Writable({ write: (_chunk, _encoding, done) => done() }),
  );

/** Whatever a decoder complains of is the picture. */
async function readable(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (cause) {
    if (isMistake(cause)) throw cause;
    throw new Failure('source_unreadable', {}, { cause });
  }
}
