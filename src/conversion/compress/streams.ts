// Stores streams that are not pictures as compactly as Flate can.
import { deflated } from '#conversion/compress/deflate.ts';
import { decodeStream } from '#conversion/pdf/filters.ts';
import type { PdfDictionary, PdfDocument } from '#conversion/pdf/graph.ts';

const maxBytes = 512 << 20;

/** Null when nothing is won. `isPlain` streams are stored without a filter. */
export function smallerStream(
  document: PdfDocument,
  reference: string,
  raw: Buffer,
  { isPlain }: { isPlain: boolean },
): { dictionary: PdfDictionary; data: Buffer } | null {
  const dictionary = document.dictionary(reference);
  const decoded = decodeStream(document, dictionary, raw, maxBytes);
  if (decoded === null || decoded.remaining !== null) return null;
  const { '/Filter': _filter, '/DecodeParms': _parameters, '/Length': _length, ...rest } = dictionary;
  const content = dictionary['/Type'] === '/Metadata' ? withoutPadding(decoded.data) : decoded.data;
  const plain = { dictionary: rest, data: content };
  const packed = isPlain
    ? plain
    : {
        dictionary: { ...rest, '/Filter': '/FlateDecode' },
        data: deflated(content),
      };
  const best = packed.data.length + '/Filter/FlateDecode'.length < plain.data.length ? packed : plain;
  return best.data.length < raw.length ? best : null;
}

/** XMP leaves room for growing at its end (XMP specification, part 3, 1.1); a finished document does not grow. */
function withoutPadding(data: Buffer): Buffer {
  const text = data.toString('latin1');
  const end = text.lastIndexOf('<?xpacket end=');
  if (end < 0) return data;
  return Buffer.from(`${text.slice(0, end).trimEnd()}\n${text.slice(end)}`, 'latin1');
}
