// Pictures that a document does not contain but names: on the network, or in another file. They are never loaded.
import { formats } from '#core/formats.ts';
import type { ZipArchive } from '#conversion/zip/reader.ts';
import { beginningOf, type OfficeDocument } from './document.ts';
import { flatDocuments } from './kinds.ts';

const maxPartBytes = 16 << 20;
/** The limit for all parts together: the number only appears in a warning. */
const maxBytesTogether = 64 << 20;

/** How many there are, as far as the format lets us see without opening it. */
export async function countLinkedPictures(document: OfficeDocument): Promise<number> {
  const { format, archive } = document;
  if (format === formats.rtf) return inRtf(await beginningOf(document, maxPartBytes));
  if (format === formats.doc) return inDoc(await beginningOf(document, maxPartBytes));
  if (flatDocuments.includes(format)) return inOpenDocument(await beginningOf(document, maxPartBytes));
  return archive === null ? 0 : await inArchive(archive);
}

async function inArchive({ names, read }: ZipArchive): Promise<number> {
  let count = 0;
  let bytes = 0;
  for (const name of names) {
    const isRelations = name.endsWith('.rels');
    if (!isRelations && name !== 'content.xml' && name !== 'styles.xml') continue;
    if (bytes > maxBytesTogether) break;
    const part = await read(name, maxPartBytes);
    bytes += part?.length ?? 0;
    const text = part?.toString('utf8') ?? '';
    count += isRelations ? inRelations(text) : inOpenDocument(text);
  }
  return count;
}

/** OOXML: ECMA-376 part 2, relationships whose target is external. */
const inRelations = (xml: string) =>
  [...xml.matchAll(/<(?:\w+:)?Relationship\s[^<>]*>/g)].filter(
    ([tag]) => /TargetMode="External"/.test(tag) && /Type="[^"]*\/image"/.test(tag),
  ).length;

const inOpenDocument = (xml: string) =>
  [...xml.matchAll(/<draw:image\s[^<>]*>/g)].filter(([tag]) => /\sxlink:href="(?:https?|ftp|file):/.test(tag)).length;

/** Fields of Word's binary format begin with U+0013; its text has one byte a character or two. */
const inDoc = (bytes: string) =>
  [...bytes.replaceAll('\0', '').matchAll(/\x13 ?INCLUDEPICTURE\s+"?(?:https?|ftp|file|\\\\)/g)].length;

const inRtf = (text: string) => [...text.matchAll(/INCLUDEPICTURE\s+"?(?:https?|ftp|file|\\\\)/g)].length;
