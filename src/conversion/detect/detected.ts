// What a file's bytes tell.
import type { Format } from '#core/formats.ts';

export interface Detected {
  format: Format;
  /** The container itself says that its content is encrypted (of PDFs libqpdf tells that later). */
  locked: boolean;
}
