// Checks the demands of a document on an engine before one runs: some ask for more than any can give.
import { Failure } from '#core/failure.ts';
import type { ZipArchive } from '#conversion/zip/reader.ts';
import { beginningOf, type OfficeDocument } from './document.ts';
import { flatDocuments, microsoftArchives, openArchives } from './kinds.ts';
import { deepestNesting } from './nesting.ts';
import { checkUsed, lastUsed } from './sheets/used.ts';
import { Xml } from './xml.ts';

/** Unpacked, of one part of markup, and of all: LibreOffice holds about ten times as much in memory. */
const maxPartBytes = 256 << 20;
const maxMarkupBytes = 384 << 20;
/** A small file that unpacks to this many times its size was made to do so. */
const suspiciousRatio = 100;
/** Elements within elements: each is a step of an engine's own stack. */
const maxNesting = 3000;
const nestingBytes = 24 << 20;

/** @throws source_unreadable, too_many_pages */
export async function checkDemands(document: OfficeDocument): Promise<void> {
  const { format, archive } = document;
  const isArchive = microsoftArchives.includes(format) || openArchives.includes(format);
  if (isArchive && archive !== null) await checkArchive(archive);
  if (flatDocuments.includes(format)) checkNesting(await beginningOf(document, nestingBytes));
}

async function checkArchive(zip: ZipArchive): Promise<void> {
  const markup = [...zip.names].filter((name) => /\.(xml|rels|vml)$/i.test(name));
  let bytes = 0;
  let packed = 0;
  for (const name of markup) {
    const size = zip.sizeOf(name);
    if (size.bytes > maxPartBytes && size.bytes > size.packed * suspiciousRatio) throw tooMuch(`${name} is too large`);
    bytes += size.bytes;
    packed += size.packed;
  }
  if (bytes > maxMarkupBytes && bytes > packed * suspiciousRatio) throw tooMuch('the parts are too large together');
  for (const name of markup.filter((part) => bodies.test(part)).slice(0, maxBodies)) {
    if (zip.sizeOf(name).bytes > nestingBytes) continue;
    const text = (await zip.read(name, nestingBytes))?.toString('utf8') ?? '';
    checkNesting(text);
    if (!name.startsWith('xl/worksheets/')) continue;
    const { row, column } = lastUsed(new Xml(text));
    checkUsed(row, column + 1);
  }
}

/** The parts with the text of a document. */
const bodies = /^(word\/document|word\/footnotes|content|xl\/worksheets\/[^/]+|ppt\/slides\/[^/]+)\.xml$/;
const maxBodies = 300;

function checkNesting(text: string): void {
  if (deepestNesting(text, maxNesting) >= maxNesting) throw tooMuch('elements are nested too deeply');
}

const tooMuch = (why: string) => new Failure('source_unreadable', {}, { cause: new Error(why) });
