// What document processes do, by name: each reads one document with native code (sharp, PDFium, libjpeg), in files that it is
// told the places of, and ends.
import { open, writeFile } from 'node:fs/promises';
import { createWriteStream, readFileSync } from 'node:fs';
import sharp from 'sharp';
import { Failure } from '#core/failure.ts';
import { compressDocument, type CompressFacts } from '#conversion/compress/compress.ts';
import type { QualityName } from '#conversion/compress/quality.ts';
import { imageToPdf } from '#conversion/images/image-pdf.ts';
import { graphOf, type PdfObjects } from '#conversion/pdf/graph.ts';
import { pdfium } from '#conversion/pdfium/library.ts';
import { convertToWord } from '#conversion/word/convert.ts';

sharp.concurrency(1);
sharp.cache(false);

/** Places of files: what is there, and what is to be made. */
type Places<Inputs extends string, Outputs extends string> = Record<Inputs | Outputs, string>;

export const tasks = {
  /** One page per image of the file, at the image's own size; nothing is compressed with loss a second time. */
  async imageToPdf({ image, pdf }: Places<'image', 'pdf'>): Promise<void> {
    await readable(async () => {
      await using file = await open(pdf, 'wx');
      await imageToPdf(image, file);
    });
  },

  /** A JPEG of any picture: on white, at full chroma, with its profile and EXIF data. */
  async imageToJpeg({ image, jpeg }: Places<'image', 'jpeg'>): Promise<void> {
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
  compress({
    graph,
    streams,
    patch,
    quality,
    budgetMs,
  }: Places<'graph' | 'streams', 'patch'> & { quality: QualityName; budgetMs: number }): Promise<CompressFacts> {
    return compressDocument({ graph, streams, patch, quality, budgetMs });
  },

  /** A Word document of a PDF without encryption and its objects. @throws pdf_scanned_needs_ocr, source_unreadable */
  async word({ pdf, graph, docx }: Places<'pdf' | 'graph', 'docx'>): Promise<void> {
    pdfium.init();
    const { qpdf } = JSON.parse(readFileSync(graph, 'utf8')) as {
      qpdf: [{ maxobjectid: number }, PdfObjects['objects']];
    };
    const output = createWriteStream(docx, { flags: 'wx' });
    await convertToWord(pdf, graphOf({ maxId: qpdf[0].maxobjectid, objects: qpdf[1] }), output);
  },
};

/** Whatever a decoder complains of is the picture. */
async function readable(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (cause) {
    throw new Failure('source_unreadable', {}, { cause });
  }
}
