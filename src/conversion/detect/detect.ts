// Recognises formats by bytes. The file name decides only where the bytes are ambiguous.
import { open } from 'node:fs/promises';
import { extname } from 'node:path';
import { formats, type Format } from '#core/formats.ts';
import type { Detected } from './detected.ts';
import { detectArchive } from './archives.ts';
import { detectImage } from './images.ts';
import { readOleDirectory, oleIsEncrypted, type OleDirectory } from './ole.ts';
import { detectText } from './text.ts';
import { withZip } from '#conversion/zip/reader.ts';

const headBytes = 64 * 1024;
const pdfWindow = 1024; // viewers accept this much in front of %PDF (ISO 32000-1, annex H.3, note 13)

/** Returns the content of the file at `path`, sent as `name`. */
export async function detect(path: string, name: string): Promise<Detected> {
  const extension = extname(name).toLowerCase();
  await using file = await open(path);
  const buffer = Buffer.alloc(headBytes);
  const { bytesRead } = await file.read(buffer, 0, headBytes, 0);
  const head = buffer.subarray(0, bytesRead);

  const bySignature = detectImage(head) ?? detectDocument(head);
  if (bySignature !== null) return { format: bySignature, locked: false };

  if (head.subarray(0, 8).equals(oleSignature)) {
    const ole = await readOleDirectory(file, head);
    if (ole === null) return { format: formats.ole, locked: false };
    return { format: oleFormat(ole, extension), locked: await oleIsEncrypted(ole) };
  }
  if (head.toString('latin1', 0, 4) === 'PK\x03\x04' || head.toString('latin1', 0, 4) === 'PK\x05\x06') {
    const found = await withZip(path, (zip) => detectArchive(zip, extension));
    return found ?? { format: formats.zipCorrupt, locked: false };
  }
  return { format: detectText(head, extension), locked: false };
}

const oleSignature = Buffer.from('d0cf11e0a1b11ae1', 'hex');

function detectDocument(head: Buffer): Format | null {
  const start = head.toString('latin1', 0, pdfWindow);
  if (/^\s*\{\\rtf/.test(start)) return formats.rtf;
  if (start.startsWith('\xc5\xd0\xd3\xc6')) return formats.ps; // DOS EPS with a preview
  if (/^%!PS-Adobe-\d\.\d PDF-\d/.test(start)) return formats.pdf; // as some programs still head their PDFs
  if (/^\x04?%!/.test(start)) return formats.ps;
  if (start.startsWith('\x1b%-12345X') && /%!PS/.test(start)) return formats.ps;
  if (/%PDF-\d|(?:^|[\r\n])%PDF(?:\d|\s)/.test(start)) return formats.pdf;
  return null;
}

const oleStreams: readonly (readonly [string, Format])[] = [
  ['WordDocument', formats.doc],
  ['Workbook', formats.xls],
  ['Book', formats.xls],
  ['PowerPoint Document', formats.ppt],
  ['__properties_version1.0', formats.msg],
];

function oleFormat(ole: OleDirectory, extension: string): Format {
  if (ole.names.has('EncryptedPackage')) return encryptedPackage(extension);
  const byStream = oleStreams.find(([name]) => ole.names.has(name))?.[1];
  if (byStream !== undefined) return byStream;
  return [formats.doc, formats.xls, formats.ppt].find((format) => format.extensions[0] === extension) ?? formats.ole;
}

// The content of an encrypted OOXML package shows only in the name.
const encryptedPackage = (extension: string): Format =>
  [formats.docx, formats.docm, formats.xlsx, formats.xlsm, formats.pptx, formats.pptm].find(
    (format) => format.extensions[0] === extension,
  ) ?? formats.docx;
