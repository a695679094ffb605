// All tools, in the order of the specification's table.
import { compressPdf } from './compress-pdf.ts';
import { officeToMarkdown } from './office-to-markdown.ts';
import { pdfToExcel } from './pdf-to-excel.ts';
import { pdfToMarkdown } from './pdf-to-markdown.ts';
import { pdfToWord } from './pdf-to-word.ts';
import { epubToPdf } from './epub-to-pdf.ts';
import { extractPages } from './extract-pages.ts';
import { heicToJpg } from './heic-to-jpg.ts';
import { heicToPdf } from './heic-to-pdf.ts';
import { htmlToPdf } from './html-to-pdf.ts';
import { imageToPdf } from './image-to-pdf.ts';
import { defaultLimits, type ToolLimits } from '#conversion/options/limits.ts';
import { markdownToPdf } from './markdown-to-pdf.ts';
import { mergePdf } from './merge-pdf.ts';
import { officeToPdf } from './office-to-pdf.ts';
import { ocrPdf } from './ocr-pdf.ts';
import { pdfToImage } from './pdf-to-image.ts';
import { pageNumbersPdf } from './page-numbers-pdf.ts';
import { protectPdf } from './protect-pdf.ts';
import { psToPdf } from './ps-to-pdf.ts';
import { rotatePdf } from './rotate-pdf.ts';
import { splitPdf } from './split-pdf.ts';
import type { Tool } from './tool.ts';
import { unlockPdf } from './unlock-pdf.ts';
import { watermarkPdf } from './watermark-pdf.ts';

/** Returns the tools; those beyond the API's specification only if the operator wants them. */
export const servedTools = (limits: ToolLimits & { extensions: 'on' | 'off' }): readonly Tool[] =>
  limits.extensions === 'on'
    ? createTools(limits)
    : createTools(limits)
        .filter(({ isExtension }) => isExtension !== true)
        .map(withoutExtensionFields);

function withoutExtensionFields(tool: Tool): Tool {
  const { extensionFields = [], withoutExtensions = {} } = tool;
  if (extensionFields.length === 0) return tool;
  return {
    ...tool,
    options: tool.options
      .omit(Object.fromEntries(extensionFields.map((name) => [name, true])) as never)
      .extend(withoutExtensions),
  };
}

export function createTools(limits: ToolLimits = defaultLimits): readonly Tool[] {
  const extract = extractPages(limits);
  return [
    imageToPdf,
    heicToJpg,
    heicToPdf,
    officeToPdf,
    epubToPdf,
    psToPdf,
    pdfToImage(limits),
    mergePdf(limits),
    splitPdf(extract, limits),
    extract,
    compressPdf(limits),
    pdfToWord(limits),
    rotatePdf(limits),
    protectPdf(limits),
    unlockPdf(limits),
    watermarkPdf(limits),
    pageNumbersPdf(limits),
    pdfToMarkdown(limits),
    officeToMarkdown,
    pdfToExcel(limits),
    htmlToPdf,
    markdownToPdf,
    ocrPdf(limits),
  ];
}

/** The tools with the default limits, for lists and documentation. */
export const tools = createTools();
