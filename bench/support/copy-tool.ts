// A tool that copies its input.
import { copyFile } from 'node:fs/promises';
import { z } from 'zod';
import { formats } from '#core/formats.ts';
import { defineTool } from '#conversion/tools/tool.ts';

export const copyTool = defineTool({
  id: 'copy',
  summary: 'Copies.',
  accepts: [formats.txt],
  files: { min: 1, max: 1 },
  options: z.strictObject({}),
  produces: { format: formats.txt, suffix: '' },
  errors: [],
  run: ({ inputs: [input], output }) => copyFile(input.path, output),
});
