// Books that the tests make themselves.
import { zip } from './fixtures.ts';

export interface BookParts {
  /** File name → body of an XHTML document (or a whole file where the name is not .xhtml). */
  files: Record<string, string | Uint8Array>;
  /** Names of the reading order; by default every .xhtml file. */
  spine?: string[];
  nav?: string;
  ncx?: string;
  language?: string;
  metadata?: string;
  spineAttributes?: string;
  coverImage?: string;
  extra?: Record<string, string>;
}

const mediaTypes: Record<string, string> = {
  xhtml: 'application/xhtml+xml',
  css: 'text/css',
  png: 'image/png',
  svg: 'image/svg+xml',
};

export const xhtml = (body: string, head = '') =>
  `<?xml version="1.0" encoding="UTF-8"?><!DOCTYPE html [<!ENTITY secret SYSTEM "file:///etc/passwd">]><html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>t</title>${head}</head><body>${body}</body></html>`;

export function epub({
  files,
  spine,
  nav,
  ncx,
  language = 'en',
  metadata = '',
  spineAttributes = '',
  coverImage,
  extra,
}: BookParts): Promise<Buffer> {
  const all: Record<string, string | Uint8Array> = { ...files };
  if (nav !== undefined) all['nav.xhtml'] = xhtml(`<nav epub:type="toc"><ol>${nav}</ol></nav>`);
  if (ncx !== undefined)
    all['toc.ncx'] = `<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/"><navMap>${ncx}</navMap></ncx>`;
  const order = spine ?? Object.keys(files).filter((name) => name.endsWith('.xhtml'));
  const items = Object.keys(all).map((name, n) => {
    const properties =
      name === 'nav.xhtml' ? ' properties="nav"' : name === coverImage ? ' properties="cover-image"' : '';
    const type = name.endsWith('.ncx')
      ? 'application/x-dtbncx+xml'
      : (mediaTypes[name.split('.').pop() ?? ''] ?? 'text/plain');
    return { name, id: `i${n}`, xml: `<item id="i${n}" href="${name}" media-type="${type}"${properties}/>` };
  });
  const references = order.map((entry) => {
    const [name, linear] = entry.split('|');
    return `<itemref idref="${items.find((item) => item.name === name)?.id}"${linear === undefined ? '' : ` linear="${linear}"`}/>`;
  });
  return zip({
    mimetype: 'application/epub+zip',
    'META-INF/container.xml':
      '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="OEBPS/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
    'OEBPS/book.opf': `<package xmlns="http://www.idpf.org/2007/opf" version="3.0"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>The Book</dc:title><dc:creator>A. Writer</dc:creator><dc:language>${language}</dc:language>${metadata}</metadata><manifest>${items.map(({ xml }) => xml).join('')}</manifest><spine ${spineAttributes}>${references.join('')}</spine></package>`,
    ...Object.fromEntries(Object.entries(all).map(([name, content]) => [`OEBPS/${name}`, content])),
    ...extra,
  });
}
