import { z } from 'zod';
import type { ImageFacts } from '#core/document-facts.ts';
import { isFailure } from '#core/failure.ts';
import { formats } from '#core/formats.ts';
import { pdfStandard } from '#conversion/options/fields.ts';
import { finishMade } from './steps/finish-made.ts';
import { defineTool } from './tool.ts';

export const imageToPdf = defineTool({
  id: 'image-to-pdf',
  summary: 'Convert an image to a PDF page of its size, without recompression.',
  accepts: [formats.png, formats.jpeg, formats.webp, formats.gif, formats.tiff],
  files: { min: 1, max: 1 },
  options: z.strictObject({ pdf_standard: pdfStandard() }),
  produces: { format: formats.pdf, suffix: '' },
  errors: ['unsupported_format', 'invalid_format'],
  async run({ inputs: [input], output, options: { pdf_standard: standard }, signal }, engines) {
    const facts = await engines.documents.imageToPdf(input.path, output, { signal }).catch(async (error: unknown) => {
      if (input.format !== formats.tiff || !isFailure(error, 'source_unreadable')) throw error;
      const readable = `${input.path}.rgba.tif`;
      await engines.tiff.toRgba(input.path, readable, { signal });
      return engines.documents.imageToPdf(readable, output, { signal });
    });
    return { warnings: [...warningsOf(facts), ...(await finishMade(output, { standard, input, signal }, engines))] };
  },
});

function warningsOf({ damaged, scaled }: ImageFacts): string[] {
  const warnings: string[] = [];
  if (damaged.length > 0) warnings.push(`The image is damaged${where(damaged)}: only the readable part is shown.`);
  if (scaled.length > 0)
    warnings.push(
      `The image has a sample format that PDF does not support${where(scaled)}: its values were scaled from black to white.`,
    );
  return warnings;
}

/** Of a picture alone there is nothing to say. */
const where = (pages: readonly number[]): string =>
  pages.length === 1 && pages[0] === 1 ? '' : ` (pages ${pages.join(', ')})`;
