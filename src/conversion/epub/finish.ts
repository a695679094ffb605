// The parts that Chromium leaves out of a book's PDF: page numbers in the table of contents, the outline, title and direction;
// and soft hyphens at which no line ends, which it writes as blanks, are taken out.
import { deflateSync } from 'node:zlib';
import type { BookFacts } from './book.ts';
import {
  isReference,
  PdfDocument,
  type PdfDictionary,
  type PdfGraph,
  type PdfPatch,
  type PdfValue,
} from '../pdf/graph.ts';
import { glyphWidth, withNumbers } from '../pdf/page-references.ts';
import type { PdfPage } from '../pdf/pages.ts';

export function finishBook(
  graph: PdfGraph,
  pages: readonly PdfPage[],
  streams: ReadonlyMap<string, Buffer>,
  facts: BookFacts,
): PdfPatch {
  const document = new PdfDocument(graph);
  const destinations = document.dictionary(document.catalog['/Dests']);
  const pageNumbers = new Map(pages.map(({ reference }, n) => [reference, n + 1]));
  const numberOf = (target: string) => {
    const page = document.array(destinations[`/${target}`])[0];
    return isReference(page) ? pageNumbers.get(page) : undefined;
  };

  const due = facts.toc.map(({ target }) => numberOf(target));
  for (const page of pages) {
    const content = page.dictionary['/Contents'];
    if (!isReference(content)) continue;
    const before = streams.get(content)?.toString('latin1') ?? '';
    let after = before.replace(unbrokenHyphen, '$1').replace(actualText, withoutHyphens);
    if (due.length > 0)
      after = withNumbers(after, due, {
        widthOf: (font, glyph) => glyphWidth(document, page, font, glyph),
        atStart: facts.direction === 'rtl',
      });
    if (after !== before)
      document.setStream(content, { '/Filter': '/FlateDecode' }, deflateSync(Buffer.from(after, 'latin1')));
  }

  const outline = addOutline(document, facts, (target) => destinations[`/${target}`]);
  const catalog: PdfDictionary = {
    ...document.catalog,
    '/ViewerPreferences': {
      '/DisplayDocTitle': true,
      ...(facts.direction === 'rtl' ? { '/Direction': '/R2L' } : {}),
    },
  };
  delete catalog['/Outlines'];
  if (outline !== undefined) Object.assign(catalog, { '/Outlines': outline, '/PageMode': '/UseOutlines' });
  document.set(document.root, catalog);
  const info = document.add({
    '/Title': `u:${facts.title}`,
    ...(facts.authors.length === 0 ? {} : { '/Author': `u:${facts.authors.join(', ')}` }),
    '/Creator': 'u:Platen',
  });
  document.setTrailer({ ...document.trailer, '/Info': info });
  return document.patch;
}

/** A soft hyphen, as Skia writes it: a blank glyph whose actual text is U+00AD. The operators for font and position stay. */
const unbrokenHyphen = /\/Span\s*<<\s*\/ActualText <feff00ad>\s*>>\s*BDC\s*([^<>]{0,300})<[0-9a-f]+> Tj\s*EMC\s*/gi;

/** Letters that are one glyph across a soft hyphen have it in their actual text, and a blank glyph behind them. */
const actualText = /(\/ActualText <feff)([0-9a-f]{8,400})(>\s*>>\s*BDC[^<>]{0,300}<)([0-9a-f]{4,400})(?=> Tj)/gi;

function withoutHyphens(_: string, before: string, text: string, between: string, glyphs: string): string {
  const codes = text.match(/.{4}/g) ?? [];
  const kept = codes.filter((code) => !/^00ad$/i.test(code));
  const blanks = Math.min((codes.length - kept.length) * 4, glyphs.length - 4);
  return before + kept.join('') + between + glyphs.slice(0, glyphs.length - blanks);
}

interface Node {
  title: string;
  destination: PdfValue;
  children: Node[];
}

function addOutline(
  document: PdfDocument,
  { toc }: BookFacts,
  destinationOf: (target: string) => PdfValue | undefined,
): string | undefined {
  const roots: Node[] = [];
  const open: { level: number; children: Node[] }[] = [{ level: -1, children: roots }];
  for (const { title, level, target } of toc) {
    const destination = destinationOf(target);
    if (destination === undefined) continue;
    while ((open.at(-1)?.level ?? -1) >= level) open.pop();
    const node: Node = { title, destination, children: [] };
    (open.at(-1)?.children ?? roots).push(node);
    open.push({ level, children: node.children });
  }
  if (roots.length === 0) return undefined;
  const root = document.reserve();
  document.set(root, { '/Type': '/Outlines', '/Count': roots.length, ...addItems(document, roots, root) });
  return root;
}

/** The entries of a parent that lead to its items; the items are closed. */
function addItems(document: PdfDocument, nodes: readonly Node[], parent: string): PdfDictionary {
  if (nodes.length === 0) return {};
  const references = nodes.map(() => document.reserve());
  for (const [n, node] of nodes.entries()) {
    const [own, before, after] = [references[n] ?? '', references[n - 1], references[n + 1]];
    document.set(own, {
      '/Title': `u:${node.title}`,
      '/Parent': parent,
      '/Dest': node.destination,
      ...(before === undefined ? {} : { '/Prev': before }),
      ...(after === undefined ? {} : { '/Next': after }),
      ...(node.children.length === 0 ? {} : { '/Count': -node.children.length }),
      ...addItems(document, node.children, own),
    });
  }
  return { '/First': references[0] ?? null, '/Last': references.at(-1) ?? null };
}
