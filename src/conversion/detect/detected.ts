// The format of a file, as detected from its bytes.
import type { Format } from '#core/formats.ts';

export interface Detected {
  format: Format;
  /** The container itself declares that its content is encrypted (for PDFs, libqpdf finds out later). */
  locked: boolean;
}
