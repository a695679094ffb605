// Objects of one document copied into another.
import {
  isDictionary,
  isReference,
  type PdfDictionary,
  type PdfDocument,
  type PdfGraph,
  type PdfValue,
} from './graph.ts';

/** The data of a stream as it is stored. */
export type StreamData = (reference: string) => Buffer;

/** Copies everything that `value` reaches in `source`; the returned value means the same in `target`. */
export function importValue(target: PdfDocument, source: PdfGraph, value: PdfValue, dataOf: StreamData): PdfValue {
  const copies = new Map<string, string>();
  const copy = (item: PdfValue): PdfValue => {
    if (Array.isArray(item)) return item.map(copy);
    if (isDictionary(item))
      return Object.fromEntries(Object.entries(item).map(([key, inner]) => [key, copy(inner)])) as PdfDictionary;
    if (!isReference(item)) return item;
    const known = copies.get(item);
    if (known !== undefined) return known;
    const object = source.object(`obj:${item}`);
    if (object === undefined) return null;
    const reference = target.reserve();
    copies.set(item, reference);
    if ('stream' in object)
      target.setStream(reference, copy(withoutLength(object.stream.dict)) as PdfDictionary, dataOf(item));
    else target.set(reference, copy(object.value));
    return reference;
  };
  return copy(value);
}

const withoutLength = ({ '/Length': _length, ...rest }: PdfDictionary): PdfDictionary => rest;
