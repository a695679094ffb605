// The book's own table of contents: the navigation document of EPUB 3 (section 7), or the NCX of EPUB 2.
import type { Element } from 'domhandler';
import { isTag } from 'domhandler';
import { parseMarkup } from './markup.ts';
import { decodeText, resolvePath, type Package } from './package.ts';
import type { ZipArchive } from '#conversion/zip/reader.ts';
import { attributeOf, children, elements, localName, textOf } from './xml.ts';

export interface NavigationEntry {
  title: string;
  /** The file, and the id in it. */
  path: string;
  fragment: string;
  children: NavigationEntry[];
}

const maxBytes = 16 << 20;
const deepest = 8;
const maxEntries = 5000;

export async function readNavigation(zip: ZipArchive, { navigation }: Package): Promise<NavigationEntry[]> {
  const data = navigation === undefined ? null : await zip.read(navigation.path, maxBytes);
  if (navigation === undefined || data === null) return [];
  const document = parseMarkup(decodeText(data));
  const budget = { left: maxEntries };
  if (navigation.kind === 'ncx')
    return elements(document, 'navmap').flatMap((map) =>
      fromPoints(children(map, 'navpoint'), navigation.path, 0, budget),
    );
  const navs = elements(document, 'nav');
  const toc = navs.find((nav) => (attributeOf(nav, 'type') ?? '').split(/\s+/).includes('toc')) ?? navs[0];
  return toc === undefined ? [] : children(toc, 'ol').flatMap((list) => fromList(list, navigation.path, 0, budget));
}

interface Budget {
  left: number;
}

function fromList(list: Element, from: string, depth: number, budget: Budget): NavigationEntry[] {
  if (depth > deepest) return [];
  return children(list, 'li').flatMap((item) => {
    if (budget.left-- <= 0) return [];
    const label = item.children.find(
      (child): child is Element => isTag(child) && ['a', 'span'].includes(localName(child)),
    );
    const below = children(item, 'ol').flatMap((inner) => fromList(inner, from, depth + 1, budget));
    return entry(textOf(label), attributeOf(label, 'href'), from, below);
  });
}

const fromPoints = (points: readonly Element[], from: string, depth: number, budget: Budget): NavigationEntry[] =>
  points.flatMap((point) => {
    if (depth > deepest || budget.left-- <= 0) return [];
    const below = fromPoints(children(point, 'navpoint'), from, depth + 1, budget);
    return entry(
      textOf(children(point, 'navlabel')[0]),
      attributeOf(children(point, 'content')[0], 'src'),
      from,
      below,
    );
  });

/** An entry without a target gets that of its first child; without children it is left out. */
function entry(title: string, href: string | undefined, from: string, below: NavigationEntry[]): NavigationEntry[] {
  const target = href ?? undefined;
  const path =
    target === undefined ? below[0]?.path : resolvePath(from, target) || (target.startsWith('#') ? from : '');
  const fragment = target === undefined ? below[0]?.fragment : (/#(.*)$/s.exec(target)?.[1] ?? '');
  if (title === '' || path === undefined || path === '') return below;
  return [{ title, path, fragment: fragment ?? '', children: below }];
}
