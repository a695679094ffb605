// All file formats that Platen can detect, with media types and file extensions.

export interface Format {
  /** The API's name of the content (`detected_type`). */
  readonly id: string;
  readonly mime: string;
  /** The extensions in lower case, with the dot; the first is the default. */
  readonly extensions: readonly string[];
}

const format = (id: string, mime: string, ...extensions: string[]): Format => ({ id, mime, extensions });
const openDocument = (kind: string) => `application/vnd.oasis.opendocument.${kind}`;
const openXml = (kind: string) => `application/vnd.openxmlformats-officedocument.${kind}`;
const sun = (kind: string) => `application/vnd.sun.xml.${kind}`;

export const formats = {
  pdf: format('pdf', 'application/pdf', '.pdf'),
  zip: format('zip', 'application/zip', '.zip'),
  epub: format('epub', 'application/epub+zip', '.epub'),
  ps: format('ps', 'application/postscript', '.ps', '.eps'),

  png: format('png', 'image/png', '.png'),
  jpeg: format('jpeg', 'image/jpeg', '.jpg', '.jpeg'),
  webp: format('webp', 'image/webp', '.webp'),
  gif: format('gif', 'image/gif', '.gif'),
  tiff: format('tiff', 'image/tiff', '.tiff', '.tif'),
  heic: format('heic', 'image/heic', '.heic', '.heif'),

  doc: format('doc', 'application/msword', '.doc'),
  docx: format('docx', openXml('wordprocessingml.document'), '.docx'),
  docm: format('docx', 'application/vnd.ms-word.document.macroEnabled.12', '.docm'),
  odt: format('odt', openDocument('text'), '.odt'),
  rtf: format('rtf', 'application/rtf', '.rtf'),
  txt: format('text', 'text/plain', '.txt'),
  xls: format('xls', 'application/vnd.ms-excel', '.xls'),
  xlsx: format('xlsx', openXml('spreadsheetml.sheet'), '.xlsx'),
  xlsm: format('xlsx', 'application/vnd.ms-excel.sheet.macroEnabled.12', '.xlsm'),
  ods: format('ods', openDocument('spreadsheet'), '.ods'),
  csv: format('text', 'text/csv', '.csv'),
  ppt: format('ppt', 'application/vnd.ms-powerpoint', '.ppt'),
  pptx: format('pptx', openXml('presentationml.presentation'), '.pptx'),
  pptm: format('pptx', 'application/vnd.ms-powerpoint.presentation.macroEnabled.12', '.pptm'),
  odp: format('odp', openDocument('presentation'), '.odp'),
  odg: format('odg', openDocument('graphics'), '.odg'),
  sxw: format('sxw', sun('writer'), '.sxw'),
  sxc: format('sxc', sun('calc'), '.sxc'),
  sxi: format('sxi', sun('impress'), '.sxi'),
  sxd: format('sxd', sun('draw'), '.sxd'),
  fodt: format('fodt', openDocument('text-flat-xml'), '.fodt'),
  fods: format('fods', openDocument('spreadsheet-flat-xml'), '.fods'),
  fodp: format('fodp', openDocument('presentation-flat-xml'), '.fodp'),
  fodg: format('fodg', openDocument('graphics-flat-xml'), '.fodg'),
  pages: format('pages', 'application/vnd.apple.pages', '.pages'),

  // Recognised in order to be refused by name.
  ole: format('ole', 'application/x-ole-storage'),
  msg: format('msg', 'application/vnd.ms-outlook', '.msg'),
  iworkNumbers: format('iwork_numbers', 'application/vnd.apple.numbers', '.numbers'),
  iworkKeynote: format('iwork_keynote', 'application/vnd.apple.keynote', '.key'),
  iwork: format('iwork', 'application/octet-stream'),
  avif: format('avif', 'image/avif', '.avif'),
  bmp: format('bmp', 'image/bmp', '.bmp'),
  svg: format('svg', 'image/svg+xml', '.svg'),
  psd: format('psd', 'image/vnd.adobe.photoshop', '.psd'),
  ico: format('ico', 'image/x-icon', '.ico'),
  jxl: format('jxl', 'image/jxl', '.jxl'),
  jp2: format('jp2', 'image/jp2', '.jp2'),
  html: format('html', 'text/html', '.html', '.htm', '.xhtml'),
  md: format('markdown', 'text/markdown', '.md', '.markdown'),
  xml: format('xml', 'application/xml', '.xml'),
  json: format('json', 'application/json', '.json'),
  plain: format('text', 'text/plain'),
  imageCorrupt: format('image_corrupt', 'application/octet-stream'),
  zipCorrupt: format('zip_corrupt', 'application/zip'),
  unknown: format('unknown', 'application/octet-stream'),
} as const satisfies Record<string, Format>;

export type FormatName = keyof typeof formats;

const names = new Map<Format, string>(Object.entries(formats).map(([name, value]) => [value, name]));

/** Returns the unique name of a format, for storage; `id` is not unique. */
export const nameOfFormat = (value: Format): FormatName => names.get(value) as FormatName;

/** Returns the format with this name; `unknown` if there is none. */
export const formatNamed = (name: string): Format =>
  Object.hasOwn(formats, name) ? formats[name as FormatName] : formats.unknown;

/** Returns the file extensions of several formats, for `accepted_exts`. */
export const extensionsOf = (several: readonly Format[]): string[] =>
  several.flatMap(({ extensions }) => [...extensions]);

/** The text formats that are identified by extension, since their bytes only show that they are text. */
const namedTexts: readonly Format[] = [formats.md, formats.html];
const texts: readonly Format[] = [formats.plain, formats.xml, formats.html];

/** Returns the format of a file whose bytes indicate `found`, for a tool that accepts the given formats. */
export function formatFor(accepts: readonly Format[], found: Format, extension: string): Format {
  if (!texts.includes(found)) return found;
  const named = namedTexts.find((format) => accepts.includes(format) && format.extensions.includes(extension));
  return named ?? found;
}

/** Returns whether a file of this format can be read on a terminal. */
export const isReadable = ({ mime }: Format): boolean => mime.startsWith('text/') || mime === 'application/json';

/** Image formats that image-to-pdf refuses as unsupported formats instead of as unsupported content. */
export const otherImages: readonly Format[] = [
  formats.avif,
  formats.bmp,
  formats.svg,
  formats.psd,
  formats.ico,
  formats.jxl,
  formats.jp2,
];
