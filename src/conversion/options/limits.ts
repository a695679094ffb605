// The limits of tools that an operator can set.
import { MiB } from '#core/bytes.ts';

export interface ToolLimits {
  passwordMin: number;
  passwordMax: number;
  /** The maximum number of pages of a PDF, unless the API specifies a different one. */
  maxPdfPages: number;
  /** The maximum size in bytes of pdf-to-image's archive. */
  maxImageBytes: number;
  /** The maximum number of pages to recognise. */
  maxOcrPages: number;
  /** The time limit of a conversion that recognises text. */
  ocrTimeoutMs: number;
  /** The time limit of a page's recognition; pages that take longer are left as they are. */
  ocrPageTimeoutMs: number;
}

export const defaultLimits: ToolLimits = {
  passwordMin: 4,
  passwordMax: 64,
  maxPdfPages: 5000,
  maxImageBytes: 600 * MiB,
  maxOcrPages: 500,
  ocrTimeoutMs: 300_000,
  ocrPageTimeoutMs: 30_000,
};

/** The maximum number of pages of a tool, and the error for more. */
export interface Ceiling {
  code: 'too_many_pages' | 'pdf_too_many_pages';
  pages: number;
}
