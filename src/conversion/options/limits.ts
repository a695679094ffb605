// The limits of tools that an operator can set.
import { MiB } from '#core/bytes.ts';

export interface ToolLimits {
  passwordMin: number;
  passwordMax: number;
  /** Pages of a PDF, where the API names no other ceiling. */
  maxPdfPages: number;
  /** Bytes of the archive of pdf-to-image. */
  maxImageBytes: number;
}

export const defaultLimits: ToolLimits = {
  passwordMin: 4,
  passwordMax: 64,
  maxPdfPages: 5000,
  maxImageBytes: 600 * MiB,
};

/** The maximum number of pages of a tool, and the error for more. */
export interface Ceiling {
  code: 'too_many_pages' | 'pdf_too_many_pages';
  pages: number;
}
