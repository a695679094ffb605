import { z } from 'zod';
import { formats } from '#core/formats.ts';
import { heifPhotos } from './steps/heif-photos.ts';
import { defineTool } from './tool.ts';

export const heicToPdf = defineTool({
  id: 'heic-to-pdf',
  summary: 'Convert each photo of a HEIC file to a PDF page of its size.',
  accepts: [formats.heic],
  files: { min: 1, max: 1 },
  options: z.strictObject({}),
  produces: { format: formats.pdf, suffix: '' },
  errors: [],
  async run({ inputs: [input], output, signal }, engines) {
    const { documents, pdf } = engines;
    const photos = await heifPhotos(input.path, output, engines, { which: 'all', signal });
    const [only] = photos;
    if (photos.length === 1 && only !== undefined) {
      await documents.imageToPdf(only, output, { signal });
      return;
    }
    await using job = await pdf.begin(signal);
    for (const [n, photo] of photos.entries()) {
      const page = `${output}-page-${n}.pdf`;
      await documents.imageToPdf(photo, page, { signal });
      await job.open(page);
    }
    await job.write(await job.join(), output);
  },
});
