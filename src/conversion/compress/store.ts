// The document as qpdf unfolded it: its objects, and each stream's data in a file, read when it is wanted.
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { decodeStream } from '#conversion/pdf/filters.ts';
import { isReference, isString, type PdfDocument, type PdfValue } from '#conversion/pdf/graph.ts';

const maxDecodedBytes = 256 << 20;

export class StreamStore {
  readonly #document: PdfDocument;
  readonly #folder: string;
  readonly #added = new Map<string, Buffer>();

  constructor(document: PdfDocument, folder: string) {
    this.#document = document;
    this.#folder = folder;
  }

  /** The data as it is stored; empty when it is not there. */
  raw(reference: string): Buffer {
    const added = this.#added.get(reference);
    if (added !== undefined) return added;
    return this.size(reference) === 0 ? Buffer.alloc(0) : readFileSync(this.#path(reference));
  }

  /** Data of a stream that is new. */
  put(reference: string, data: Buffer): void {
    this.#added.set(reference, data);
  }

  /** Bytes as they are stored. */
  size(reference: string): number {
    const added = this.#added.get(reference);
    if (added !== undefined) return added.length;
    return statSync(this.#path(reference), { throwIfNoEntry: false })?.size ?? 0;
  }

  /** Null when the filters cannot be undone, or leave a picture. */
  decoded(reference: string, maxBytes = maxDecodedBytes): Buffer | null {
    const decoded = decodeStream(this.#document, this.#document.dictionary(reference), this.raw(reference), maxBytes);
    return decoded?.remaining === null ? decoded.data : null;
  }

  /** The bytes of a string, or the decoded ones of a stream. */
  bytes(value: PdfValue): Buffer | null {
    if (isReference(value) && this.#document.isStream(value)) return this.decoded(value);
    const text = this.#document.get(value);
    if (!isString(text)) return null;
    return text.startsWith('b:') ? Buffer.from(text.slice(2), 'hex') : documentBytes(text.slice(2));
  }

  #path(reference: string): string {
    return join(this.#folder, `s-${Number.parseInt(reference, 10)}`);
  }
}

// PDFDocEncoding where it is not Latin-1 (ISO 32000-2, annex D.2).
const documentCharacters = new Map([
  ...[...'˘ˇˆ˙˝˛˚˜'].map((character, n): [string, number] => [character, 0x18 + n]),
  ...[...'•†‡…—–ƒ⁄‹›−‰„“”‘’‚™ﬁﬂŁŒŠŸŽıłœšž'].map((character, n): [string, number] => [character, 0x80 + n]),
  ['€', 0xa0],
]);

/** qpdf shows a string as text when its bytes mean text in PDFDocEncoding; null when they were UTF-16 or UTF-8. */
function documentBytes(text: string): Buffer | null {
  const bytes = [...text].map((character) => documentCharacters.get(character) ?? character.codePointAt(0) ?? 256);
  return bytes.every((byte) => byte < 256) ? Buffer.from(bytes) : null;
}
