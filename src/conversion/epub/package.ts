// Reads the package document of an EPUB: spine, cover and reading direction (EPUB 3.3, sections 4 and 5; OPF 2.0).
import { posix } from 'node:path';
import type { Document, Element } from 'domhandler';
import type { ZipArchive } from '#conversion/zip/reader.ts';
import { parseMarkup } from './markup.ts';
import { attributeOf, children, elements, textOf } from './xml.ts';

export interface Resource {
  path: string;
  mediaType: string;
  properties: readonly string[];
}

export interface SpineItem extends Resource {
  fixed: boolean;
  linear: boolean;
}

export interface Package {
  title: string;
  language: string;
  authors: string[];
  direction: 'ltr' | 'rtl';
  spine: SpineItem[];
  resources: ReadonlyMap<string, Resource>;
  cover: string | undefined;
  /** The EPUB 3 navigation document, else the NCX. */
  navigation: { path: string; kind: 'nav' | 'ncx' } | undefined;
}

/** The book cannot be opened; the message says why. */
export class Unreadable extends Error {}

const maxPackageBytes = 16 << 20;
const contentTypes = [
  'application/xhtml+xml',
  'text/html',
  'application/x-dtbook+xml',
  'image/svg+xml',
  'text/x-oeb1-document',
];

export async function readPackage(zip: ZipArchive): Promise<Package> {
  const container = await zip.read('META-INF/container.xml', maxPackageBytes);
  if (container === null) throw new Unreadable('no container');
  const rootFile = elements(parse(container), 'rootfile').find(
    (element) => attributeOf(element, 'full-path') !== undefined,
  );
  const path = decodePath(attributeOf(rootFile, 'full-path') ?? '');
  const data = await zip.read(path, maxPackageBytes);
  if (data === null) throw new Unreadable('no package document');
  const document = parse(data);

  const byId = manifestOf(zip, path, document);
  const [spineElement] = elements(document, 'spine');
  if (spineElement === undefined) throw new Unreadable('no spine');
  const metas = elements(document, 'meta');
  const meta = (property: string) => textOf(metas.find((element) => attributeOf(element, 'property') === property));
  const bookIsFixed = meta('rendition:layout') === 'pre-paginated' || named(metas, 'fixed-layout') === 'true';
  const spine = spineOf(spineElement, byId, bookIsFixed);
  if (spine.length === 0) throw new Unreadable('an empty spine');
  // Chapters outside the reading order come at the end, as readers offer them.
  const ordered = [...spine.filter(({ linear }) => linear), ...spine.filter(({ linear }) => !linear)];

  const all = [...byId.values()];
  const nav = all.find(({ properties }) => properties.includes('nav'));
  const ncx =
    byId.get(attributeOf(spineElement, 'toc') ?? '') ??
    all.find(({ mediaType }) => mediaType === 'application/x-dtbncx+xml');
  return {
    title: textOf(elements(document, 'title')[0]) || 'Untitled',
    language: /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.exec(textOf(elements(document, 'language')[0]))?.[0] ?? 'en',
    authors: elements(document, 'creator')
      .map(textOf)
      .filter((name) => name !== ''),
    direction: attributeOf(spineElement, 'page-progression-direction') === 'rtl' ? 'rtl' : 'ltr',
    spine: ordered,
    resources: new Map(all.map((resource) => [resource.path, resource])),
    cover: coverOf(all, byId, metas),
    navigation:
      nav !== undefined
        ? { path: nav.path, kind: 'nav' }
        : ncx !== undefined
          ? { path: ncx.path, kind: 'ncx' }
          : undefined,
  };
}

type Manifest = ReadonlyMap<string, Resource & { fallback: string | undefined }>;

/** The resources of the book by their identifiers. */
function manifestOf(zip: ZipArchive, path: string, document: Document): Manifest {
  const items = elements(document, 'manifest').flatMap((element) => children(element, 'item'));
  return new Map(
    items.map((item) => {
      const resource = {
        path: located(zip, path, attributeOf(item, 'href') ?? ''),
        mediaType: (attributeOf(item, 'media-type') ?? '').toLowerCase(),
        properties: (attributeOf(item, 'properties') ?? '').split(/\s+/),
        fallback: attributeOf(item, 'fallback'),
      };
      return [attributeOf(item, 'id') ?? '', resource];
    }),
  );
}

/** The chapters in the order of the spine; each as the first of its fallbacks that can be read. */
function spineOf(spine: Element, byId: Manifest, bookIsFixed: boolean): SpineItem[] {
  return children(spine, 'itemref').flatMap((reference): SpineItem[] => {
    let resource = byId.get(attributeOf(reference, 'idref') ?? '');
    for (let n = 0; n < 8 && resource !== undefined && !contentTypes.includes(resource.mediaType); n++)
      resource = byId.get(resource.fallback ?? '');
    if (resource === undefined) return [];
    const properties = attributeOf(reference, 'properties') ?? '';
    const fixed =
      properties.includes('layout-pre-paginated') || (bookIsFixed && !properties.includes('layout-reflowable'));
    return [{ ...resource, fixed, linear: attributeOf(reference, 'linear') !== 'no' }];
  });
}

function coverOf(
  all: readonly Resource[],
  byId: ReadonlyMap<string, Resource>,
  metas: readonly Element[],
): string | undefined {
  const cover =
    all.find(({ properties }) => properties.includes('cover-image')) ?? byId.get(named(metas, 'cover') ?? '');
  return cover?.mediaType.startsWith('image/') === true ? cover.path : undefined;
}

const named = (metas: readonly Element[], name: string) =>
  attributeOf(
    metas.find((element) => attributeOf(element, 'name') === name),
    'content',
  );

const parse = (data: Buffer) => parseMarkup(decodeText(data));

/** UTF-16 with a mark, else the encoding that the XML declaration or the HTML head names, else UTF-8. */
export function decodeText(data: Buffer): string {
  if (data[0] === 0xfe && data[1] === 0xff) return new TextDecoder('utf-16be').decode(data);
  if (data[0] === 0xff && data[1] === 0xfe) return new TextDecoder('utf-16le').decode(data);
  const head = data.toString('latin1', 0, 1024);
  // A name that can be read as ASCII does not name UTF-16.
  const named = /(?:encoding|charset)\s*=\s*["']?([\w-]+)/i.exec(head)?.[1] ?? 'utf-8';
  const stated = /^utf-?16|^ucs/i.test(named) ? 'utf-8' : named;
  try {
    return new TextDecoder(stated).decode(data);
  } catch {
    return new TextDecoder().decode(data);
  }
}

/** The path in the archive that `href` means, seen from the file at `from`; empty if it is outside. */
export function resolvePath(from: string, href: string): string {
  if (/^[a-z][a-z0-9+.-]*:|^\/\//i.test(href)) return '';
  const path = decodePath(href.replace(/[?#].*$/s, ''));
  const joined = path.startsWith('/') ? path.slice(1) : posix.join(posix.dirname(from), path);
  return joined.startsWith('..') ? '' : joined;
}

/** The path as the archive has it: some have names that are written with percent signs. */
function located(zip: ZipArchive, from: string, href: string): string {
  const path = resolvePath(from, href);
  const asWritten = posix.join(posix.dirname(from), href);
  return !zip.names.has(path) && zip.names.has(asWritten) ? asWritten : path;
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
