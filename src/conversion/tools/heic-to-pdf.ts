import { z } from 'zod';
import { formats } from '#core/formats.ts';
import { heifPhotos } from '#conversion/heif/photos.ts';
import { defineTool } from './tool.ts';

export const heicToPdf = defineTool({
  id: 'heic-to-pdf',
  summary: 'Put each photo of a HEIC file on a PDF page of its own size.',
  accepts: [formats.heic],
  files: { min: 1, max: 1 },
  options: z.strictObject({}),
  produces: { format: formats.pdf, suffix: '' },
  encryptedPdf: 'not a pdf tool',
  errors: [],
  async run({ inputs: [input], output, signal }, engines) {
    const { images, qpdf } = engines;
    const photos = await heifPhotos(input.path, output, engines, { which: 'all', signal });
    const [only] = photos;
    if (photos.length === 1 && only !== undefined) {
      await images.toPdf(only, output, { signal });
      return;
    }
    const parts: { path: string; hasAttachments: false }[] = [];
    for (const [n, photo] of photos.entries()) {
      const path = `${output}-page-${n}.pdf`;
      await images.toPdf(photo, path, { signal });
      parts.push({ path, hasAttachments: false });
    }
    await qpdf.merge(parts, output, { signal });
  },
});
