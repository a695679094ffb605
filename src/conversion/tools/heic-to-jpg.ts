import { rename } from 'node:fs/promises';
import { z } from 'zod';
import { Failure } from '#core/failure.ts';
import { formats } from '#core/formats.ts';
import { heifPhotos } from './steps/heif-photos.ts';
import { defineTool } from './tool.ts';

export const heicToJpg = defineTool({
  id: 'heic-to-jpg',
  summary: 'Convert the primary photo of a HEIC file to JPEG, upright and without location data.',
  accepts: [formats.heic],
  files: { min: 1, max: 1 },
  options: z.strictObject({}),
  produces: { format: formats.jpeg, suffix: '' },
  errors: [],
  async run({ inputs: [input], output, signal }, engines) {
    const [photo] = await heifPhotos(input.path, output, engines, { which: 'primary', signal });
    if (photo === undefined) throw new Failure('source_unreadable');
    await rename(photo, output);
  },
});
