import { copyFile, rename } from 'node:fs/promises';
import { z } from 'zod';
import { formats } from '#core/formats.ts';
import { ocrModes, type TagMode } from '#core/ocr.ts';
import { pdfStandardNamed } from '#core/pdf-standards.ts';
import { testMark } from '#core/test-mark.ts';
import { choice, openPassword, pdfStandard, readPages } from '#conversion/options/fields.ts';
import type { ToolLimits } from '#conversion/options/limits.ts';
import { languages } from '#conversion/options/ocr-fields.ts';
import { chosenPages } from '#conversion/options/page-selection.ts';
import type { Engines } from '#conversion/engines/index.ts';
import { heicToPdf } from './heic-to-pdf.ts';
import { imageToPdf } from './image-to-pdf.ts';
import { readablePdf } from './steps/read-pdf.ts';
import { readyPdf } from './steps/ready-pdf.ts';
import { recognise, type Recognised } from './steps/recognise.ts';
import { defineTool, type Job, type Report } from './tool.ts';

const onOff = ['on', 'off'] as const;
const nothingToDo =
  'Every page has text already: nothing was recognised. Use mode=redo or mode=all to recognise it anew.';

export const ocrPdf = (limits: ToolLimits) => {
  const options = z.strictObject({
    languages: languages(),
    pages: readPages(),
    mode: choice(
      ocrModes,
      'invalid_format',
      'Which pages are recognised: those without text (missing), also those with invisible text, which is replaced (redo), or every page, without the text that it has already (all).',
    ).default('missing'),
    rotate: choice(onOff, 'invalid_format', 'Rotate recognised pages so that their text is upright.').default('on'),
    deskew: choice(onOff, 'invalid_format', 'Straighten the lines of skewed pages; this turns their images.').default(
      'off',
    ),
    format: choice(
      ['pdf', 'txt', 'md', 'json'],
      'invalid_format',
      'The PDF with its text, or the text alone: plain, Markdown, or JSON with the box and the confidence of each recognised word.',
    ).default('pdf'),
    pdf_standard: pdfStandard(),
    password: openPassword(),
  });
  type Options = z.infer<typeof options>;

  return defineTool({
    id: 'ocr-pdf',
    isExtension: true,
    summary:
      'Recognise the text of scanned pages and images: the result looks the same, and its text can be searched and copied.',
    accepts: [formats.pdf, formats.png, formats.jpeg, formats.tiff, formats.webp, formats.heic],
    files: { min: 1, max: 1 },
    options,
    produces: { format: formats.pdf, suffix: '-text' },
    formatOf: ({ format }) => formats[format],
    whenEncrypted: 'open',
    timeoutMs: () => limits.ocrTimeoutMs,
    errors: [
      'unsupported_format',
      'invalid_format',
      'invalid_page_range',
      'too_many_pages',
      'pdf_too_many_pages',
      'needs_password',
      'wrong_password',
      'password_protected',
    ],
    checkPages: ({ pages }, [total = 0]) => void chosenPages(pages, total),
    async run(job, engines) {
      const [input] = job.inputs;
      if (input.format === formats.pdf) return await read(job, engines);
      const path = `${job.output}.picture.pdf`;
      const maker = input.format === formats.heic ? heicToPdf : imageToPdf;
      const made = await maker.run({ ...job, output: path, options: maker.options.parse({}) }, engines);
      await using pdf = await engines.pdf.begin(job.signal);
      const facts = await pdf.open(path);
      const inputs = [{ ...input, path, format: formats.pdf, pdf: facts }] as const;
      const report = await read({ ...job, inputs, pdf }, engines);
      return { ...report, warnings: [...(made?.warnings ?? []), ...(report.warnings ?? [])] };
    },
  });

  async function read(job: Job<Options>, engines: Engines): Promise<Report> {
    const { inputs, output, options: chosen, signal, isTest } = job;
    const { format } = chosen;
    const isText = format === 'txt' || format === 'md';
    let found: Recognised | undefined;
    const recogniseIn = async (total: number): Promise<boolean> => {
      found = await recognise(job, wantedOf(chosen, total, isText), limits, engines);
      return found.isChanged;
    };
    if (isText) {
      const { pages: total, ...readable } = await readablePdf(job, recogniseIn);
      const pages = [...chosenPages(chosen.pages, total)];
      const mark = isTest ? testMark : '';
      const writing = { format, pages, hasPageMarkers: false, hasPictures: false, isPrint: true, mark, signal };
      await engines.documents.text(readable, output, writing);
    } else {
      const { pages: total } = await readyPdf(job.pdf, 0, inputs[0], {
        code: 'too_many_pages',
        pages: limits.maxPdfPages,
      });
      await job.pdf.checkDrawable(0);
      await recogniseIn(total);
    }
    if (found === undefined) throw new TypeError('nothing was read');
    const warnings = [...found.warnings];
    if (found.pages.length === 0 && warnings.length === 0) warnings.push(nothingToDo);
    if (format === 'json') await writeJson(job, found, engines);
    if (format === 'pdf') warnings.push(...(await writePdf(job, found)));
    return { warnings };
  }

  function wantedOf(
    { languages: codes = 'eng', mode, pages, rotate, deskew, pdf_standard: standard }: Options,
    total: number,
    isText: boolean,
  ) {
    return {
      languages: codes,
      mode,
      pages: chosenPages(pages, total),
      rotate: rotate === 'on' || isText,
      deskew: deskew === 'on' || isText,
      tags: tagsFor(isText, standard),
      tooMany: 'too_many_pages' as const,
    };
  }

  /** Returns why a standard is not met. */
  async function writePdf({ inputs, pdf, output, options: chosen }: Job<Options>, found: Recognised) {
    const [input] = inputs;
    const standard = chosen.pdf_standard;
    if (standard !== undefined) {
      const finished = `${output}.finished.pdf`;
      const wanted = {
        without: [],
        standard: pdfStandardNamed(standard),
        title: input.name.replace(/\.[^.]*$/, '') || input.name,
      };
      const { warnings } = await pdf.inspect('finishMade', wanted, { results: { 'out.pdf': finished } });
      await rename(finished, output);
      return warnings;
    }
    if (!found.isChanged && input.pdf?.access === 'open') await copyFile(input.path, output);
    else await pdf.write(0, output);
    return [];
  }

  async function writeJson(
    { pdf, output, signal }: Job<Options>,
    { pages, files }: Recognised,
    { inspectors }: Engines,
  ) {
    const units = await pdf.units(0);
    await inspectors.run('writeWords', { pages, units }, { files, results: { 'words.json': output }, signal });
  }
};

const tagsFor = (isText: boolean, standard: string | undefined): TagMode => {
  if (isText) return 'none';
  return standard !== undefined && pdfStandardNamed(standard)?.isAccessible === true ? 'trusted' : 'suspect';
};
