import { z } from 'zod';
import { Failure } from '#core/failure.ts';
import { formats } from '#core/formats.ts';
import { defineTool } from './tool.ts';

const maxPages = 500;
export const psToPdf = defineTool({
  id: 'ps-to-pdf',
  summary: 'Convert PostScript or EPS to PDF; text stays text, drawings stay drawings.',
  accepts: [formats.ps],
  files: { min: 1, max: 1 },
  options: z.strictObject({}),
  produces: { format: formats.pdf, suffix: '' },
  errors: ['too_many_pages', 'ps_blank_output'],
  async run({ inputs: [input], output, signal }, { ghostscript, inspectors, pdf }) {
    const program = `${output}.source.ps`;
    const facts = await inspectors.run('postScript', undefined, {
      files: { document: input.path },
      results: { 'program.ps': program },
      signal,
    });
    await ghostscript.toPdf(program, output, { ...facts, signal });
    await using job = await pdf.begin(signal);
    // Ghostscript may write a PDF without pages.
    if ((await job.open(output)).pages === 0) throw new Failure('ps_blank_output');
    await job.inspect('checkDistilled', { maxPages });
  },
});
