// The smallest PDF writer that serves pictures: objects straight to a file, an xref table at the end (ISO 32000-1, 7.5).
import type { FileHandle } from 'node:fs/promises';

export interface Reference {
  readonly number: number;
}

export class PdfWriter {
  readonly #file: FileHandle;
  readonly #offsets: number[] = [];
  #position = 0;

  constructor(file: FileHandle) {
    this.#file = file;
  }

  async begin(): Promise<void> {
    await this.#write('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n');
  }

  reserve(): Reference {
    this.#offsets.push(0);
    return { number: this.#offsets.length };
  }

  async object(reference: Reference, body: string): Promise<void> {
    this.#offsets[reference.number - 1] = this.#position;
    await this.#write(`${reference.number} 0 obj\n${body}\nendobj\n`);
  }

  /** A stream object; `dictionary` is its entries without Length. */
  async stream(reference: Reference, dictionary: string, data: Uint8Array): Promise<void> {
    this.#offsets[reference.number - 1] = this.#position;
    await this.#write(`${reference.number} 0 obj\n<< ${dictionary} /Length ${data.length} >>\nstream\n`);
    await this.#write(data);
    await this.#write('\nendstream\nendobj\n');
  }

  async end(catalog: Reference): Promise<void> {
    const start = this.#position;
    const rows = this.#offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
    const size = this.#offsets.length + 1;
    await this.#write(
      `xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${size} /Root ${ref(catalog)} >>\nstartxref\n${start}\n%%EOF\n`,
    );
  }

  async #write(data: string | Uint8Array): Promise<void> {
    const bytes = typeof data === 'string' ? Buffer.from(data, 'latin1') : data;
    await this.#file.write(bytes);
    this.#position += bytes.length;
  }
}

export const ref = (reference: Reference): string => `${reference.number} 0 R`;

/** A number as PDF wants it: no exponent, at most four decimals. */
export const num = (value: number): string => String(Math.round(value * 10_000) / 10_000);
