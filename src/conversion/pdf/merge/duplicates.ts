// Fonts, images and profiles that several documents bring along, stored once.
import { createHash } from 'node:crypto';
import {
  isDictionary,
  isReference,
  PdfDocument,
  type PdfGraph,
  type PdfObject,
  type PdfPatch,
  type PdfValue,
} from '../graph.ts';

const smallest = 512;

/** Streams whose dictionary and length are those of another: their data has to be compared. Without `lengthOf`, by the stated lengths. */
export function possibleDuplicates(graph: PdfGraph, lengthOf?: (reference: string) => number): string[] {
  const byShape = new Map<string, string[]>();
  const document = new PdfDocument(graph);
  for (const key of graph.keys()) {
    const object = graph.object(key);
    if (object === undefined || !('stream' in object)) continue;
    const { dict } = object.stream;
    const length = lengthOf?.(key.slice('obj:'.length)) ?? document.number(dict['/Length']) ?? 0;
    if (length < smallest) continue;
    const shape = `${length} ${JSON.stringify(dict['/Filter'] ?? null)} ${JSON.stringify(dict['/Width'] ?? dict['/Length1'] ?? null)}`;
    const alike = byShape.get(shape) ?? [];
    alike.push(key.slice('obj:'.length));
    byShape.set(shape, alike);
  }
  return [...byShape.values()].filter((keys) => keys.length > 1).flat();
}

/** Represents a stream's data when two are compared. */
export const digestOf = (data: Buffer): string => createHash('sha256').update(data).digest('base64');

/** Lets every reference to a duplicate mean the first of its kind. `digests` are those of {@link possibleDuplicates}. */
export function shareDuplicates(graph: PdfGraph, digests: ReadonlyMap<string, string>): PdfPatch {
  const same = new Map<string, string>();
  const latest = (value: PdfValue): PdfValue => {
    if (isReference(value)) return same.get(value) ?? value;
    if (Array.isArray(value)) return value.map(latest);
    return isDictionary(value)
      ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, latest(item)]))
      : value;
  };
  // Fonts are built in layers (file, descriptor, descendant, font): each round makes the next layer alike.
  for (let round = 0; round < 5; round++) {
    const seen = new Map<string, string>();
    const before = same.size;
    for (const key of graph.keys()) {
      const object = graph.object(key);
      const reference = key.slice('obj:'.length);
      if (object === undefined || key === 'trailer' || same.has(reference)) continue;
      const identity = identityOf(reference, object, digests, latest);
      if (identity === null) continue;
      const first = seen.get(identity);
      if (first === undefined) seen.set(identity, reference);
      else same.set(reference, first);
    }
    if (same.size === before) break;
  }

  const patch: PdfPatch = { maxId: graph.maxId, objects: {} };
  if (same.size === 0) return patch;
  for (const key of graph.keys()) {
    const object = graph.object(key);
    if (object === undefined || same.has(key.slice('obj:'.length))) continue;
    const now =
      'stream' in object
        ? { stream: { dict: latest(object.stream.dict) as typeof object.stream.dict } }
        : { value: latest(object.value) };
    if (JSON.stringify(now) !== JSON.stringify(object)) patch.objects[key] = now;
  }
  return patch;
}

const shareable = new Set(['/Font', '/FontDescriptor', '/ExtGState', '/Encoding']);

function identityOf(
  reference: string,
  object: PdfObject,
  digests: ReadonlyMap<string, string>,
  latest: (value: PdfValue) => PdfValue,
): string | null {
  if ('stream' in object) {
    const digest = digests.get(reference);
    const { '/Length': _length, ...dictionary } = object.stream.dict;
    return digest === undefined || dictionary['/StructParents'] !== undefined
      ? null
      : `${digest} ${JSON.stringify(latest(dictionary))}`;
  }
  const { value } = object;
  if (Array.isArray(value) && value.length > 3)
    return JSON.stringify(latest(value)).includes('/ICCBased') || value.every((item) => typeof item === 'number')
      ? JSON.stringify(latest(value))
      : null;
  return isDictionary(value) && typeof value['/Type'] === 'string' && shareable.has(value['/Type'])
    ? JSON.stringify(latest(value))
    : null;
}
