import { copyFile, mkdir, rename, stat } from 'node:fs/promises';
import { z } from 'zod';
import { Failure, isFailure } from '#core/failure.ts';
import { formats } from '#core/formats.ts';
import type { CompressFacts } from '#core/document-facts.ts';
import type { QualityName } from '#conversion/compress/quality.ts';
import type { Engines } from '#conversion/engines/index.ts';
import type { PdfJob } from '#conversion/engines/pdf/job.ts';
import { choice, openPassword } from '#conversion/options/fields.ts';
import type { ToolLimits } from '#conversion/options/limits.ts';
import { plainFile, readyPdf } from './steps/ready-pdf.ts';
import { defineTool, type Compression, type Input } from './tool.ts';

export const compressPdf = ({ maxPdfPages }: ToolLimits) =>
  defineTool({
    id: 'compress-pdf',
    summary:
      'Compress a PDF. Images are downsampled to the resolution of the field quality; nothing else is lost. The result is never larger, and comes with a report.',
    accepts: [formats.pdf],
    files: { min: 1, max: 1 },
    options: z.strictObject({
      quality: choice(
        ['low', 'medium', 'high'],
        'invalid_quality',
        'Target image resolution: 72, 150 or 300 DPI.',
      ).default('medium'),
      password: openPassword(),
    }),
    produces: { format: formats.pdf, suffix: '-compressed' },
    whenEncrypted: 'open',
    errors: ['invalid_quality', 'needs_password', 'wrong_password', 'password_protected', 'too_many_pages'],
    async run({ inputs: [input], pdf, options: { quality }, output, signal }, engines) {
      await readyPdf(pdf, 0, input, { code: 'too_many_pages', pages: maxPdfPages });
      const path = await plainFile(pdf, 0, input);
      const smaller = `${output}.smaller.pdf`;
      const facts = await compress(pdf, smaller, engines, { quality, signal }).catch((error: unknown) => {
        if (signal.aborted || !isFailure(error) || error.kind === 'rejected') throw error;
        return packedOnly(pdf, smaller);
      });
      const [before, after] = await Promise.all([bytesOf(path), bytesOf(smaller)]);
      if (after >= Math.min(before, input.bytes)) {
        const access = input.pdf?.access;
        // Damage and all, as repaired it may be larger; but an encrypted one loses its encryption, and one with an odd header
        // so that others take it.
        const given = access === 'restricted' || access === 'mended' ? await packedFile(pdf, input) : input.path;
        const least = await leastOf([given, path, smaller]);
        await copyFile(least.path, output);
        return {
          warnings: ['The PDF could not be made smaller and is returned unchanged.'],
          compression: unchanged(facts, input.bytes, least.bytes),
        };
      }
      await rename(smaller, output);
      const warnings = facts.isSigned ? ['Compression invalidated the signature of the PDF.'] : [];
      if (facts.isPackedOnly) warnings.push('Only the structure was compressed: images and fonts could not be.');
      return { warnings, compression: report(facts, input.bytes, after) };
    },
  });

type CompressOutcome = Pick<CompressFacts, 'images' | 'fonts' | 'imagesChanged' | 'imagesTotal' | 'isSigned'> & {
  isPackedOnly: boolean;
};

async function packedFile(pdf: PdfJob, input: Input): Promise<string> {
  const path = `${input.path}.packed.pdf`;
  await pdf.write(0, path, 'repacked');
  return path;
}

async function leastOf(paths: readonly string[]): Promise<{ path: string; bytes: number }> {
  const files = await Promise.all(paths.map(async (path) => ({ path, bytes: await bytesOf(path) })));
  return files.reduce((least, file) => (file.bytes < least.bytes ? file : least));
}

const bytesOf = async (path: string) => (await stat(path)).size;

/** Unfolds the document, works on its parts and puts them together. */
async function compress(
  pdf: PdfJob,
  output: string,
  { documents }: Engines,
  { quality, signal }: { quality: QualityName; signal: AbortSignal },
): Promise<CompressOutcome> {
  const folder = `${output}.parts`;
  await mkdir(folder);
  const [graph, streams, patch] = [`${folder}/graph.json`, `${folder}/streams`, `${folder}/patch.json`];
  await pdf.unfold(0, graph, streams);
  const facts = await documents.compress({ graph, streams }, patch, { quality, signal });
  // The page tree of a document that is open has been mended.
  if (facts.isIrregular) throw new Failure('source_unreadable');
  await pdf.patchFrom(0, patch);
  await pdf.write(0, output, facts.isOldStandard ? 'plain' : 'packed');
  return { ...facts, isPackedOnly: false };
}

/** For documents that are too much for the work on their parts: objects and streams packed better by qpdf alone. */
async function packedOnly(pdf: PdfJob, output: string): Promise<CompressOutcome> {
  await pdf.write(0, output, 'repacked');
  const none = { before: 0, after: 0 };
  return { images: none, fonts: none, imagesChanged: 0, imagesTotal: 0, isSigned: false, isPackedOnly: true };
}

function report(
  { images, fonts, imagesChanged, imagesTotal }: CompressOutcome,
  before: number,
  after: number,
): Compression {
  return {
    bytes_before: before,
    bytes_after: after,
    images: { bytes_before: images.before, bytes_after: images.after, changed: imagesChanged, total: imagesTotal },
    fonts: { bytes_before: fonts.before, bytes_after: fonts.after },
    structure: {
      bytes_before: Math.max(0, before - images.before - fonts.before),
      bytes_after: Math.max(0, after - images.after - fonts.after),
    },
  };
}

const unchanged = (facts: CompressOutcome, before: number, after: number): Compression =>
  report(
    {
      ...facts,
      imagesChanged: 0,
      images: { before: facts.images.before, after: facts.images.before },
      fonts: { before: facts.fonts.before, after: facts.fonts.before },
    },
    before,
    after,
  );
