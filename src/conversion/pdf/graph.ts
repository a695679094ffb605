// A PDF's objects as qpdf's JSON (version 2) shows them, and patches of it.
// Names are "/Name", references "12 0 R", strings "u:text" or "b:hex"; streams are dictionaries whose data stays in the file.
import { readFileSync } from 'node:fs';

export type PdfValue = string | number | boolean | null | PdfValue[] | PdfDictionary;
export interface PdfDictionary {
  [key: `/${string}`]: PdfValue;
}

export interface PdfStream {
  dict: PdfDictionary;
  /** Base64; only of new streams. */
  data?: string;
}

export type PdfObject = { value: PdfValue } | { stream: PdfStream };

/** Objects by their keys: "obj:12 0 R" and "trailer". */
export interface PdfObjects {
  maxId: number;
  objects: Record<string, PdfObject>;
}

/** Changed and new objects. */
export type PdfPatch = PdfObjects;

/** The objects of a document from any source; a document that is open in another process loads each on demand. */
export interface PdfGraph {
  readonly maxId: number;
  object(key: string): PdfObject | undefined;
  keys(): Iterable<string>;
}

/** The output of `qpdf --json=2`. */
interface QpdfJson {
  qpdf: [{ maxobjectid: number }, PdfObjects['objects']];
}

/** The graph of a file of qpdf's JSON; `more` overrides its objects. */
export function readGraph(file: string, more?: Readonly<Record<string, PdfObject>>): PdfGraph & PdfObjects {
  const { qpdf } = JSON.parse(readFileSync(file, 'utf8')) as QpdfJson;
  return graphOf({ maxId: qpdf[0].maxobjectid, objects: qpdf[1] }, more);
}

/** A graph of objects in memory; `more` overrides them. */
export const graphOf = (
  { maxId, objects }: PdfObjects,
  more: Readonly<Record<string, PdfObject>> = {},
): PdfGraph & PdfObjects => ({
  maxId,
  objects,
  object: (key) => more[key] ?? objects[key],
  keys: () => new Set([...Object.keys(objects), ...Object.keys(more)]),
});

/** The same graph with some objects in another state. */
export const withChanges = (graph: PdfGraph, changes: PdfPatch): PdfGraph => ({
  maxId: Math.max(graph.maxId, changes.maxId),
  object: (key) => changes.objects[key] ?? graph.object(key),
  keys: () => new Set([...graph.keys(), ...Object.keys(changes.objects)]),
});

export const isDictionary = (value: PdfValue | undefined): value is PdfDictionary =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const isReference = (value: PdfValue | undefined): value is string =>
  typeof value === 'string' && /^\d+ \d+ R$/.test(value);
export const isName = (value: PdfValue | undefined): value is string =>
  typeof value === 'string' && value.startsWith('/');
export const isString = (value: PdfValue | undefined): value is string =>
  typeof value === 'string' && /^[ub]:/.test(value);

/** Reads a document's objects and collects the changes to them. */
export class PdfDocument {
  readonly #graph: PdfGraph;
  readonly #changed: Record<string, PdfObject> = {};
  #maxId: number;

  constructor(graph: PdfGraph) {
    this.#graph = graph;
    this.#maxId = graph.maxId;
  }

  /** The current state of a referenced object (or the value itself); null if it does not exist. */
  get(value: PdfValue | undefined): PdfValue {
    for (let n = 0; isReference(value) && n < 32; n++) {
      const object = this.#object(`obj:${value}`);
      if (object === undefined) return null;
      value = 'stream' in object ? object.stream.dict : object.value;
    }
    return value === undefined || isReference(value) ? null : value;
  }

  dictionary(value: PdfValue | undefined): PdfDictionary {
    const found = this.get(value);
    return isDictionary(found) ? found : {};
  }

  array(value: PdfValue | undefined): PdfValue[] {
    const found = this.get(value);
    return Array.isArray(found) ? found : [];
  }

  number(value: PdfValue | undefined): number | undefined {
    const found = this.get(value);
    return typeof found === 'number' ? found : undefined;
  }

  name(value: PdfValue | undefined): string | undefined {
    const found = this.get(value);
    return isName(found) ? found : undefined;
  }

  isStream(value: PdfValue | undefined): boolean {
    const object = isReference(value) ? this.#object(`obj:${value}`) : undefined;
    return object !== undefined && 'stream' in object;
  }

  get trailer(): PdfDictionary {
    const object = this.#object('trailer');
    return object !== undefined && 'value' in object && isDictionary(object.value) ? object.value : {};
  }

  get root(): string {
    const root = this.trailer['/Root'];
    return isReference(root) ? root : '';
  }

  get catalog(): PdfDictionary {
    return this.dictionary(this.root);
  }

  set(reference: string, value: PdfValue): void {
    const now = this.#object(`obj:${reference}`);
    if (now !== undefined && 'stream' in now && isDictionary(value))
      this.#changed[`obj:${reference}`] = { stream: { ...now.stream, dict: value } };
    else this.#changed[`obj:${reference}`] = { value };
  }

  setTrailer(value: PdfDictionary): void {
    this.#changed['trailer'] = { value };
  }

  add(value: PdfValue): string {
    const reference = this.reserve();
    this.#changed[`obj:${reference}`] = { value };
    return reference;
  }

  addStream(dict: PdfDictionary, data: Buffer | string): string {
    const reference = this.reserve();
    this.setStream(reference, dict, Buffer.from(data as string));
    return reference;
  }

  setStream(reference: string, dict: PdfDictionary, data: Buffer): void {
    this.#changed[`obj:${reference}`] = { stream: { dict, data: data.toString('base64') } };
  }

  /** Replaces the data of a stream, and keeps the rest of its dictionary. */
  setData(reference: string, data: Buffer): void {
    const { '/Filter': _f, '/DecodeParms': _d, '/Length': _l, ...dict } = this.dictionary(reference);
    this.setStream(reference, dict, data);
  }

  /** A number for an object that is set later. */
  reserve(): string {
    this.#maxId += 1;
    return `${this.#maxId} 0 R`;
  }

  get patch(): PdfPatch {
    return { maxId: this.#maxId, objects: this.#changed };
  }

  /** The references of all objects of the document as it was read. */
  references(): string[] {
    return [...this.#graph.keys()].flatMap((key) => (key === 'trailer' ? [] : [key.slice('obj:'.length)]));
  }

  /** Every dictionary of the document as it was read, those of streams and within others too. */
  *dictionaries(): Generator<PdfDictionary> {
    const work: PdfValue[] = [];
    for (const key of this.#graph.keys()) {
      const object = this.#graph.object(key);
      if (object === undefined) continue;
      work.push('stream' in object ? object.stream.dict : object.value);
      for (let value = work.pop(); value !== undefined; value = work.pop()) {
        if (isDictionary(value)) yield value;
        if (typeof value === 'object' && value !== null)
          for (const item of Object.values(value)) work.push(item as PdfValue);
      }
    }
  }

  #object(key: string): PdfObject | undefined {
    return this.#changed[key] ?? this.#graph.object(key);
  }
}
