// The patch, written as it comes to be: the data of new streams never gathers in memory.
import { closeSync, openSync, writeSync } from 'node:fs';
import type { PdfDictionary, PdfPatch } from '#conversion/pdf/graph.ts';

/** The header that qpdf expects before the objects. */
const header = (maxId: number) => ({
  jsonversion: 2,
  pdfversion: '1.7',
  pushedinheritedpageresources: false,
  calledgetallpages: false,
  maxobjectid: maxId,
});

export class PatchFile {
  readonly #file: number;
  /** The bytes of each stream written. */
  readonly #written = new Map<string, number>();
  #isFirst = true;

  constructor(path: string, maxId: number) {
    this.#file = openSync(path, 'wx');
    writeSync(this.#file, `{"qpdf":[${JSON.stringify(header(maxId))},{`);
  }

  /** A stream in its final state: later changes of its dictionary are not written. */
  stream(reference: string, dict: PdfDictionary, data: Buffer): void {
    const key = `obj:${reference}`;
    this.#written.set(key, data.length);
    this.#entry(key, JSON.stringify({ stream: { dict, data: data.toString('base64') } }));
  }

  has(reference: string): boolean {
    return this.#written.has(`obj:${reference}`);
  }

  /** Of a stream that was written. */
  bytesOf(reference: string): number | undefined {
    return this.#written.get(`obj:${reference}`);
  }

  /** Writes every other object and ends the file. */
  finish(objects: PdfPatch['objects']): void {
    for (const [key, object] of Object.entries(objects))
      if (!this.#written.has(key)) this.#entry(key, JSON.stringify(object));
    writeSync(this.#file, '}]}');
    closeSync(this.#file);
  }

  #entry(key: string, json: string): void {
    const text = Buffer.from(`${this.#isFirst ? '' : ','}${JSON.stringify(key)}:${json}`);
    this.#isFirst = false;
    for (let at = 0; at < text.length;) at += writeSync(this.#file, text, at);
  }
}
