// The kind of a file without an extension, by its first and last bytes.
const headBytes = 4096;
const tailBytes = 65_536;

const signatures: readonly [RegExp, string][] = [
  [/^%PDF-/, '.pdf'],
  [/^\x89PNG/, '.png'],
  [/^\xff\xd8\xff/, '.jpg'],
  [/^GIF8/, '.gif'],
  [/^RIFF....WEBP/s, '.webp'],
  [/^(II\*\0|MM\0\*)/, '.tiff'],
  [/^....ftyp(heic|heix|hevc|mif1|msf1)/s, '.heic'],
  [/^%!PS/, '.ps'],
  [/^\{\\rtf/, '.rtf'],
];

/** Entry names that identify the kind of a ZIP archive. */
const archives: readonly [RegExp, string][] = [
  [/mimetypeapplication\/epub\+zip/, '.epub'],
  [/mimetypeapplication\/vnd\.oasis\.opendocument\.text/, '.odt'],
  [/mimetypeapplication\/vnd\.oasis\.opendocument\.spreadsheet/, '.ods'],
  [/mimetypeapplication\/vnd\.oasis\.opendocument\.presentation/, '.odp'],
  [/mimetypeapplication\/vnd\.oasis\.opendocument\.graphics/, '.odg'],
  [/word\/document\.xml/, '.docx'],
  [/xl\/workbook\.(xml|bin)/, '.xlsx'],
  [/ppt\/presentation\.xml/, '.pptx'],
];

/** Streams of Microsoft's binary formats, named in UTF-16. */
const compound: readonly [RegExp, string][] = [
  [/W\0o\0r\0d\0D\0o\0c\0u\0m\0e\0n\0t/, '.doc'],
  [/W\0o\0r\0k\0b\0o\0o\0k/, '.xls'],
  [/P\0o\0w\0e\0r\0P\0o\0i\0n\0t/, '.ppt'],
];

/** The name of a file with an extension, from its content if it has none. */
export async function namedByContent(file: File): Promise<string> {
  if (/\.[A-Za-z0-9]{1,8}$/.test(file.name)) return file.name;
  return `${file.name}${await extensionOf(file).catch(() => '')}`;
}

async function extensionOf(file: File): Promise<string> {
  const head = await latin(file.slice(0, headBytes));
  const known = first(signatures, head);
  if (known !== undefined) return known;
  const isArchive = head.startsWith('PK\x03\x04');
  if (!isArchive && !head.startsWith('\xd0\xcf\x11\xe0')) return '';
  const ends = head + (await latin(file.slice(Math.max(0, file.size - tailBytes))));
  return first(isArchive ? archives : compound, ends) ?? '';
}

/** A letter for each byte; the decoder `latin1` is Windows-1252, which moves some. */
const latin = async (part: Blob) =>
  Array.from(new Uint8Array(await part.arrayBuffer()), (byte) => String.fromCharCode(byte)).join('');

const first = (table: readonly [RegExp, string][], bytes: string) =>
  table.find(([pattern]) => pattern.test(bytes))?.[1];
