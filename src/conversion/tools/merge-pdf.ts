import { z } from 'zod';
import { formats } from '#core/formats.ts';
import { isFailure, Failure } from '#core/failure.ts';
import { inParallel } from '#core/parallel.ts';
import { PdfDocument, type PdfGraph } from '#conversion/pdf/graph.ts';
import { digestOf, possibleDuplicates, shareDuplicates } from '#conversion/pdf/merge/duplicates.ts';
import { mergePatch } from '#conversion/pdf/merge/merge.ts';
import { readPdf } from '#conversion/pdf/read.ts';
import type { ToolLimits } from './limits.ts';
import { defineTool } from './tool.ts';

export const mergePdf = ({ maxPdfPages }: ToolLimits) =>
  defineTool({
    id: 'merge-pdf',
    summary: 'Join PDFs into one, in the order they were sent, with their outlines, links, forms and attachments.',
    accepts: [formats.pdf],
    files: { min: 2, max: 20 },
    options: z.strictObject({}),
    produces: { format: formats.pdf, suffix: '-merged' },
    encryptedPdf: 'refuses',
    errors: ['password_protected', 'too_many_pages'],
    async run({ inputs, output, signal }, engines) {
      const { qpdf } = engines;
      const parts: { path: string; title: string; graph: PdfGraph }[] = [];
      const ceiling = { code: 'too_many_pages', pages: maxPdfPages } as const;
      let pages = 0;
      await inParallel(inputs, async (input, n) => {
        const read = await readPdf(input, engines, { ceiling, signal }).catch(nameFile(input.name));
        pages += read.pages.length;
        parts[n] = { path: read.path, title: input.name.replace(/\.pdf$/i, ''), graph: read.graph };
      });
      if (pages > maxPdfPages) throw new Failure('too_many_pages', { pages, max_pages: maxPdfPages });

      const joined = `${output}.joined.pdf`;
      await qpdf.merge(
        parts.map(({ path, graph: own }) => ({ path, hasAttachments: hasAttachments(own) })),
        joined,
        { signal },
      );
      const graph = await qpdf.graph(joined, { signal });
      const alike = await qpdf.rawStreams(joined, possibleDuplicates(graph), { signal });
      const digests = new Map([...alike].map(([reference, data]) => [reference, digestOf(data)]));
      const shared = shareDuplicates(graph, digests);
      const patch = mergePatch({ ...graph, objects: { ...graph.objects, ...shared.objects } }, parts);
      await qpdf.patch(joined, output, {
        patch: { maxId: patch.maxId, objects: { ...shared.objects, ...patch.objects } },
        signal,
      });
    },
  });

/** Says which of the files cannot be read. */
const nameFile =
  (file: string) =>
  (error: unknown): never => {
    throw isFailure(error, 'source_unreadable') ? new Failure('source_unreadable', { file }, { cause: error }) : error;
  };

function hasAttachments(graph: PdfGraph): boolean {
  const document = new PdfDocument(graph);
  return document.dictionary(document.catalog['/Names'])['/EmbeddedFiles'] !== undefined;
}
