// Every tool that works, in the order of the specification's table.
import { imageToPdf } from './image-to-pdf.ts';
import { mergePdf } from './merge-pdf.ts';
import { officeToPdf } from './office-to-pdf.ts';
import type { Tool } from './tool.ts';

export const tools: readonly Tool[] = [imageToPdf, officeToPdf, mergePdf];
