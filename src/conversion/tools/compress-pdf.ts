import { copyFile, mkdir, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { Failure, isFailure } from '#core/failure.ts';
import { formats } from '#core/formats.ts';
import type { CompressFacts } from '#conversion/compress/compress.ts';
import type { QualityName } from '#conversion/compress/quality.ts';
import type { Engines } from '#conversion/engines/index.ts';
import { openPdf } from '#conversion/pdf/open.ts';
import { choice, openPassword } from './fields.ts';
import type { ToolLimits } from './limits.ts';
import { defineTool, type Compression } from './tool.ts';

export const compressPdf = ({ maxPdfPages }: ToolLimits) =>
  defineTool({
    id: 'compress-pdf',
    summary: 'Make a PDF smaller: never larger, nothing lost, and told what was done.',
    accepts: [formats.pdf],
    files: { min: 1, max: 1 },
    options: z.strictObject({
      quality: choice(
        ['low', 'medium', 'high'],
        'invalid_quality',
        'The resolution that pictures keep: 72, 150 or 300 DPI.',
      ).default('medium'),
      password: openPassword(),
    }),
    produces: { format: formats.pdf, suffix: '-compressed' },
    encryptedPdf: 'opens',
    errors: ['invalid_quality', 'needs_password', 'wrong_password', 'password_protected', 'too_many_pages'],
    async run({ inputs: [input], options: { quality }, output, signal }, engines) {
      const ceiling = { code: 'too_many_pages', pages: maxPdfPages } as const;
      const { path } = await openPdf(input, engines, { ceiling, signal });
      const smaller = `${output}.smaller.pdf`;
      const facts = await compress(path, smaller, engines, { quality, signal }).catch((error: unknown) => {
        if (signal.aborted || !isFailure(error) || error.kind === 'verdict') throw error;
        return packedOnly(path, smaller, engines, signal);
      });
      const [before, after] = await Promise.all([bytesOf(path), bytesOf(smaller)]);
      if (after >= Math.min(before, input.bytes)) {
        // Without its encryption a PDF may be a few bytes larger than it was.
        await copyFile(after < before ? smaller : path, output);
        return {
          warnings: ['Nothing could be saved: the PDF is given back as it is.'],
          compression: unchanged(facts, input.bytes, Math.min(before, after)),
        };
      }
      await rename(smaller, output);
      const warnings = facts.isSigned
        ? ['The PDF was signed: the signature does not hold for the compressed file.']
        : [];
      if (facts.isPackedOnly)
        warnings.push('Images and fonts could not be worked on: only the structure was compressed.');
      return { warnings, compression: report(facts, input.bytes, after) };
    },
  });

type Outcome = Pick<CompressFacts, 'images' | 'fonts' | 'imagesChanged' | 'imagesTotal' | 'isSigned'> & {
  isPackedOnly: boolean;
};

const bytesOf = async (path: string) => (await stat(path)).size;

/** Unfolds the document, works on its parts and puts them together; once more where its pages had to be rebuilt first. */
async function compress(
  path: string,
  output: string,
  engines: Engines,
  { quality, signal, isRebuilt = false }: { quality: QualityName; signal: AbortSignal; isRebuilt?: boolean },
): Promise<Outcome> {
  const { qpdf, compressor } = engines;
  const folder = `${path}.parts`;
  await mkdir(folder);
  const [graph, streams, patch] = ['graph.json', 'streams', 'patch.json'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  await qpdf.unfold(path, graph, streams, { signal });
  const facts = await compressor.compress({ graph, streams }, patch, { quality, signal });
  if (facts.isIrregular) {
    if (isRebuilt) throw new Failure('source_unreadable');
    const rebuilt = join(folder, 'pages.pdf');
    await qpdf.rebuildPages(path, rebuilt, { signal });
    return compress(rebuilt, output, engines, { quality, signal, isRebuilt: true });
  }
  await qpdf.patchFrom(path, output, { file: patch, packs: !facts.isOldStandard, signal });
  return { ...facts, isPackedOnly: false };
}

/** For documents that are too much for the compressor: objects and streams packed better by qpdf alone. */
async function packedOnly(path: string, output: string, { qpdf }: Engines, signal: AbortSignal): Promise<Outcome> {
  await qpdf.repack(path, output, { signal });
  const none = { before: 0, after: 0 };
  return { images: none, fonts: none, imagesChanged: 0, imagesTotal: 0, isSigned: false, isPackedOnly: true };
}

function report({ images, fonts, imagesChanged, imagesTotal }: Outcome, before: number, after: number): Compression {
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

const unchanged = (facts: Outcome, before: number, after: number): Compression =>
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
