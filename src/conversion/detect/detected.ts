// What the look at a file's bytes finds.
import type { Format } from '#core/formats.ts';

export interface Detected {
  format: Format;
  /** The container itself says that its content is encrypted (PDFs are looked into by qpdf instead). */
  locked: boolean;
}
