// The documents of a job that another process has open, asked for piece by piece over two pipes (engines/pdf/native/talk.hh).
import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import { Failure } from '#core/failure.ts';
import type { PdfGraph, PdfObject, PdfPatch } from '#conversion/pdf/graph.ts';

/** Objects come in runs of this many: neighbours in number are mostly neighbours in the document. */
const runLength = 64;
/** The limit for all streams that one request asks for. */
const maxStreamBytes = 512 << 20;

/** A request that was sent; its answer as soon as that was read. */
interface Asked {
  answer?: Buffer | Failure;
}

export class PdfSession implements Disposable {
  readonly #to = openSync('to', 'w');
  readonly #from = openSync('from', 'r');
  /** The request whose answer has not been read yet; there is one at most, or both sides could wait for each other's full pipe. */
  #open: Asked | undefined;
  /** An answer that was read in part: the next one would be mistaken for its rest. */
  #isBroken = false;

  document(slot: number): OpenDocument {
    return new OpenDocument(this, slot);
  }

  /** All documents as one, in a new slot. */
  join(): OpenDocument {
    return this.document(Number(this.ask('join').toString('latin1')));
  }

  /** @throws source_unreadable where the document is too damaged, or asks for too much */
  ask(request: string, payload?: string): Buffer {
    return this.answerTo(this.send(request, payload));
  }

  /** Sends a request whose answer is read later: the other process works on it in the meantime. */
  send(request: string, payload?: string): Asked {
    this.#readAnswer();
    const line = payload === undefined ? `${request}\n` : `${request} ${Buffer.byteLength(payload)}\n`;
    const asked: Asked = {};
    this.#isBroken = true;
    writeAll(this.#to, Buffer.from(line));
    if (payload !== undefined) writeAll(this.#to, Buffer.from(payload));
    this.#isBroken = false;
    this.#open = asked;
    return asked;
  }

  /** @throws as {@link ask} */
  answerTo(asked: Asked): Buffer {
    if (asked === this.#open) this.#readAnswer();
    if (asked.answer instanceof Failure) throw asked.answer;
    return asked.answer as Buffer;
  }

  #readAnswer(): void {
    if (this.#open === undefined) return;
    this.#isBroken = true;
    const head = readAll(this.#from, 5);
    const data = readAll(this.#from, head.readUInt32LE(1));
    this.#isBroken = false;
    this.#open.answer =
      head[0] === 0 ? data : new Failure('source_unreadable', {}, { cause: new Error(data.toString('utf8')) });
    this.#open = undefined;
  }

  [Symbol.dispose](): void {
    if (!this.#isBroken) this.ask('end');
    closeSync(this.#to);
    closeSync(this.#from);
  }
}

export class OpenDocument implements PdfGraph {
  readonly #session: PdfSession;
  readonly #slot: number;
  #maxId: number | undefined;
  #trailer: PdfObject | undefined;
  readonly #runs = new Map<number, Record<string, PdfObject>>();
  #lastRun = 0;
  /** Runs sent for before they are needed. */
  readonly #ahead = new Map<number, Asked>();

  constructor(session: PdfSession, slot: number) {
    this.#session = session;
    this.#slot = slot;
  }

  get maxId(): number {
    return (this.#maxId ??= Number(this.#ask('size').toString('latin1')));
  }

  object(key: string): PdfObject | undefined {
    if (key === 'trailer') return (this.#trailer ??= JSON.parse(this.#ask('trailer').toString('utf8')) as PdfObject);
    const number = Number.parseInt(key.slice('obj:'.length), 10);
    return number > 0 && number <= this.maxId ? this.#run(Math.floor(number / runLength))[key] : undefined;
  }

  *keys(): Generator<string> {
    yield 'trailer';
    for (let run = 0; run * runLength <= this.maxId; run++) yield* Object.keys(this.#run(run));
  }

  /** The data of streams, decoded or as it is stored; unreadable ones are left out. */
  streams(references: Iterable<string>, level: 'decoded' | 'stored' = 'decoded'): Map<string, Buffer> {
    const wanted = [...new Set(references)];
    const found = new Map<string, Buffer>();
    if (wanted.length === 0) return found;
    const ids = wanted.map((reference) => reference.replace(' R', '')).join(' ');
    const data = this.#ask('streams', level, String(maxStreamBytes), ids);
    let at = 0;
    for (const reference of wanted) {
      const length = data.readUInt32LE(at);
      at += 4;
      if (length === 0xffff_ffff) continue;
      found.set(reference, data.subarray(at, at + length));
      at += length;
    }
    return found;
  }

  /** The bytes of streams as they are stored. */
  lengths(references: readonly string[]): Map<string, number> {
    if (references.length === 0) return new Map();
    const data = this.#ask('lengths', references.map((reference) => reference.replace(' R', '')).join(' '));
    return new Map(references.map((reference, n) => [reference, data.readUInt32LE(n * 4)]));
  }

  patch({ objects }: PdfPatch): void {
    this.#session.ask(`patch ${this.#slot}`, JSON.stringify(objects));
    this.#forget();
  }

  /** Makes every page an object of its own, in a tree of one level. */
  flatten(): void {
    this.#ask('flatten');
    this.#forget();
  }

  /** Restores the document as it was when it was opened. */
  reopen(): void {
    this.#ask('reopen');
    this.#forget();
  }

  /** The bytes that {@link write} would write. */
  measure(): number {
    return Number(this.#ask('measure').toString('latin1'));
  }

  /** Writes it beside the pipes; its bytes. */
  write(name: string, packing: 'plain' | 'packed' = 'plain'): number {
    return Number(this.#ask('write', name, packing).toString('latin1'));
  }

  #run(run: number): Record<string, PdfObject> {
    const known = this.#runs.get(run);
    if (known !== undefined) return known;
    const json = this.#session.answerTo(this.#ahead.get(run) ?? this.#sendForRun(run));
    this.#ahead.delete(run);
    this.#sendAhead(run);
    const objects = JSON.parse(json.toString('utf8')) as Record<string, PdfObject>;
    this.#runs.set(run, objects);
    return objects;
  }

  /** Sends for the run that is probably next: objects are mostly read in the order of their numbers, or backwards. */
  #sendAhead(run: number): void {
    const step = run - this.#lastRun;
    this.#lastRun = run;
    const next = run + step;
    if (Math.abs(step) !== 1 || next < 0 || next * runLength > this.maxId) return;
    if (!this.#runs.has(next) && !this.#ahead.has(next)) this.#ahead.set(next, this.#sendForRun(next));
  }

  #sendForRun(run: number): Asked {
    const first = Math.max(1, run * runLength);
    const last = Math.min((run + 1) * runLength, this.maxId + 1);
    return this.#session.send(`objects ${this.#slot} ${first} ${last}`);
  }

  #ask(verb: string, ...words: string[]): Buffer {
    return this.#session.ask([verb, this.#slot, ...words].join(' '));
  }

  #forget(): void {
    this.#runs.clear();
    this.#ahead.clear();
    this.#trailer = this.#maxId = undefined;
  }
}

function writeAll(file: number, data: Buffer): void {
  for (let at = 0; at < data.length;) at += writeSync(file, data, at);
}

/** @throws when the other process has ended */
function readAll(file: number, length: number): Buffer {
  const data = Buffer.allocUnsafe(length);
  for (let at = 0; at < length;) {
    const bytes = readSync(file, data, at, length - at, null);
    if (bytes === 0) throw new Error('the process with the document has ended');
    at += bytes;
  }
  return data;
}
