// The limits of tools that an operator can set.
import { MiB } from '#core/bytes.ts';

export interface ToolLimits {
  passwordMin: number;
  passwordMax: number;
  /** The maximum number of pages of a PDF, unless the API specifies a different one. */
  maxPdfPages: number;
  /** The maximum size in bytes of pdf-to-image's archive. */
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
