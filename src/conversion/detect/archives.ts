// Recognises ZIP archives as OOXML, OpenDocument, EPUB, iWork or plain archives, and finds whether they are locked.
import { formats, type Format } from '#core/formats.ts';
import { attribute, tagsOf } from '#core/markup.ts';
import type { Detected } from './detected.ts';
import type { ZipArchive } from '#conversion/zip/reader.ts';

// The main part's content type decides, templates and shows included (ECMA-376 part 1, section 11.3).
const openXmlKinds: readonly (readonly [RegExp, Format])[] = [
  [/ms-word\.(document|template)\.macroEnabled/, formats.docm],
  [/wordprocessingml\.(document|template)\.main\+xml/, formats.docx],
  [/ms-excel\.(sheet|template)\.macroEnabled/, formats.xlsm],
  [/spreadsheetml\.(sheet|template)\.main\+xml/, formats.xlsx],
  [/ms-powerpoint\.(presentation|template|slideshow)\.macroEnabled/, formats.pptm],
  [/presentationml\.(presentation|template|slideshow)\.main\+xml/, formats.pptx],
];

const openDocumentKinds: Record<string, Format> = {
  'application/vnd.oasis.opendocument.text': formats.odt,
  'application/vnd.oasis.opendocument.text-template': formats.odt,
  'application/vnd.oasis.opendocument.text-master': formats.odt,
  'application/vnd.oasis.opendocument.spreadsheet': formats.ods,
  'application/vnd.oasis.opendocument.spreadsheet-template': formats.ods,
  'application/vnd.oasis.opendocument.presentation': formats.odp,
  'application/vnd.oasis.opendocument.presentation-template': formats.odp,
  'application/vnd.oasis.opendocument.graphics': formats.odg,
  'application/vnd.oasis.opendocument.graphics-template': formats.odg,
  'application/vnd.sun.xml.writer': formats.sxw,
  'application/vnd.sun.xml.writer.template': formats.sxw,
  'application/vnd.sun.xml.calc': formats.sxc,
  'application/vnd.sun.xml.calc.template': formats.sxc,
  'application/vnd.sun.xml.impress': formats.sxi,
  'application/vnd.sun.xml.impress.template': formats.sxi,
  'application/vnd.sun.xml.draw': formats.sxd,
  'application/vnd.sun.xml.draw.template': formats.sxd,
};

/** `extension` decides between Pages and Numbers only. */
export async function detectArchive(zip: ZipArchive, extension: string): Promise<Detected> {
  const mimetype = (await zip.read('mimetype', 200))?.toString('latin1').trim() ?? '';
  if (mimetype === 'application/epub+zip' || zip.names.has('META-INF/container.xml')) return detectEpub(zip);

  const contentTypes = (await zip.read('[Content_Types].xml'))?.toString('utf8');
  if (contentTypes !== undefined) {
    const kind = openXmlKinds.find(([pattern]) => pattern.test(contentTypes))?.[1];
    if (kind !== undefined) return { format: kind, locked: false };
  }

  const manifest = (await zip.read('META-INF/manifest.xml'))?.toString('utf8') ?? '';
  const root = [...tagsOf(manifest)].find((tag) => attribute(tag, '*:full-path') === '/');
  const openDocument = openDocumentKinds[mimetype] ?? openDocumentKinds[attribute(root ?? '', '*:media-type') ?? ''];
  if (openDocument !== undefined)
    return { format: openDocument, locked: /<(\w{1,20}:)?encryption-data/.test(manifest) };

  return (await detectIwork(zip, extension)) ?? { format: formats.zip, locked: false };
}

// Font obfuscation is not a lock (EPUB 3.3, section 4.2.6); every other encryption of a book's files is.
const fontObfuscation = /^http:\/\/(www\.idpf\.org\/2008\/embedding|ns\.adobe\.com\/pdf\/enc#RC)$/;

async function detectEpub(zip: ZipArchive): Promise<Detected> {
  const encryption = (await zip.read('META-INF/encryption.xml'))?.toString('utf8') ?? '';
  const algorithms = [...tagsOf(encryption)]
    .filter((tag) => /^<[^\s>]*EncryptionMethod\s/.test(tag))
    .map((tag) => attribute(tag, '*:Algorithm') ?? '');
  const rights =
    zip.names.has('META-INF/rights.xml') ||
    zip.names.has('META-INF/license.lcpl') ||
    zip.names.has('META-INF/sinf.xml');
  const locked = rights || algorithms.some((algorithm) => !fontObfuscation.test(algorithm));
  return { format: formats.epub, locked };
}

async function detectIwork(zip: ZipArchive, extension: string): Promise<Detected | null> {
  const names = [...zip.names];
  const has = (pattern: RegExp) => names.some((name) => pattern.test(name));
  if (!has(/^(Index\/|Index\.zip$|index\.(xml|apxl|xml\.gz|apxl\.gz)$|\.iwpv2$|\.iwph$)/)) return null;
  if (!has(/\.iwa$|Index\.zip$|buildVersionHistory\.plist$|^\.iwp/i)) return null;

  const locked = has(/^\.iwp/) || (zip.names.has('index.xml') && (await zip.read('index.xml', 16)) === null);
  if (has(/^index\.apxl|^Index\/(Slide|MasterSlide|TemplateSlide)[^/]*\.iwa$/))
    return { format: formats.iworkKeynote, locked };
  if (extension === '.pages') return { format: formats.pages, locked };
  if (extension === '.numbers') return { format: formats.iworkNumbers, locked };
  if (extension === '.key') return { format: formats.iworkKeynote, locked };
  return { format: formats.iwork, locked };
}
