// One file of a book as a section of the printed document: nothing active, nothing from outside, ids and links of the whole.
import { printable } from '#core/markup.ts';
import { Element, isCDATA, isComment, isTag, isText, Text, type AnyNode, type Document } from 'domhandler';
import { parseMarkup } from './markup.ts';
import { resolvePath, type SpineItem } from './package.ts';
import { inlineStyle } from './style.ts';
import { attributeOf, elements, localName, textOf, walk } from './xml.ts';

export interface Chapter {
  item: SpineItem;
  /** The prefix of its ids. */
  key: string;
  body: Element;
  /** Its style sheets in order: paths of the archive, or text. */
  styles: ({ path: string } | { text: string })[];
  /** Pixels that a fixed page states. */
  size: { width: number; height: number } | undefined;
  language: string | undefined;
  direction: string | undefined;
  characters: number;
  hasDrawing: boolean;
}

export interface ChapterContext {
  /** Keys of the chapters by path. */
  keys: ReadonlyMap<string, string>;
  /** The address of a picture of the book, or undefined. */
  picture: (path: string) => string | undefined;
}

/** Go with all that is in them. */
const dropped = new Set([
  'script',
  'style',
  'title',
  'meta',
  'link',
  'base',
  'head',
  'template',
  'iframe',
  'frameset',
  'case',
  'animate',
  'animatemotion',
  'animatetransform',
  'set',
  'handler',
  'listener',
]);
/** Removed, but their content stays: the text that a book shows where its player or form cannot work. */
const unwrapped = new Set([
  'noscript',
  'form',
  'object',
  'embed',
  'applet',
  'audio',
  'video',
  'source',
  'track',
  'canvas',
  'portal',
  'slot',
  'input',
  'button',
  'select',
  'textarea',
  'dialog',
  'html',
  'body',
  'switch',
  'default',
]);
const voids = new Set(['br', 'hr', 'img', 'wbr', 'col', 'area', 'param']);
const xhtmlNamespace = 'http://www.w3.org/1999/xhtml';
const foreign = new Map([
  ['svg', 'http://www.w3.org/2000/svg'],
  ['math', 'http://www.w3.org/1998/Math/MathML'],
]);

export function readChapter(item: SpineItem, text: string, context: ChapterContext): Chapter {
  const key = context.keys.get(item.path) ?? 'c';
  const document = parseMarkup(text);
  const [html] = elements(document, 'html');
  const [found] = elements(document, 'body');
  const styles = stylesOf(document, item.path);
  const size = fixedSize(document);
  const body = new Element('div', { ...found?.attribs });
  // Content behind the body, or in its place, is text of the book too.
  body.children = [...(html ?? document).children];
  for (const child of body.children) child.parent = body;

  clean(body, item, key, context);
  body.attribs['class'] = `platen-body ${body.attribs['class'] ?? ''}`.trim();
  return {
    item,
    key,
    body,
    styles,
    size,
    language: attributeOf(html, 'lang') ?? attributeOf(found, 'lang'),
    direction: attributeOf(found, 'dir') ?? attributeOf(html, 'dir'),
    characters: textOf(body).length,
    hasDrawing: elements(body, 'svg').length > 0 || elements(body, 'math').length > 0,
  };
}

function stylesOf(document: Document, from: string): Chapter['styles'] {
  const styles: Chapter['styles'] = [];
  walk(document, (element) => {
    const name = localName(element);
    const media = element.attribs['media'] ?? 'all';
    if (!/\b(all|print)\b|^[^a-z]*$/i.test(media)) return;
    if (name === 'style') styles.push({ text: rawText(element) });
    const isSheet = name === 'link' && /(^|\s)stylesheet(\s|$)/i.test(element.attribs['rel'] ?? '');
    if (isSheet && !/alternate/i.test(element.attribs['rel'] ?? ''))
      styles.push({ path: resolvePath(from, element.attribs['href'] ?? '') });
  });
  return styles;
}

function rawText(element: Element): string {
  let text = '';
  const work: AnyNode[] = [...element.children];
  for (let node = work.shift(); node !== undefined; node = work.shift()) {
    if (isText(node) || isComment(node)) text += node.data;
    else if ('children' in node) work.unshift(...(node.children as AnyNode[]));
  }
  return text.replace(/^\s*<!--|-->\s*$/g, '');
}

/** The viewport of a fixed page, or the view box of its picture. */
function fixedSize(document: Document): Chapter['size'] {
  const viewport = elements(document, 'meta').find((meta) => attributeOf(meta, 'name') === 'viewport');
  const content = attributeOf(viewport, 'content') ?? '';
  const [width, height] = ['width', 'height'].map((name) =>
    Number(new RegExp(`${name}\\s*=\\s*([\\d.]+)`).exec(content)?.[1]),
  );
  if (isSize(width) && isSize(height)) return { width, height };
  const box = (attributeOf(elements(document, 'svg')[0], 'viewBox') ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  return isSize(box[2]) && isSize(box[3]) ? { width: box[2], height: box[3] } : undefined;
}

const isSize = (value: number | undefined): value is number => value !== undefined && value >= 1 && value <= 20_000;

/** Elements and attributes that may not stay are removed; ids, links and pictures get their names in the whole. */
function clean(body: Element, item: SpineItem, key: string, context: ChapterContext): void {
  const work: Element[] = [body];
  for (let element = work.pop(); element !== undefined; element = work.pop()) {
    element.children = admitted(element);
    for (const child of element.children) {
      child.parent = element;
      if (isTag(child)) work.push(child);
    }
    cleanElement(element, item, key, context);
  }
}

/** The children to keep, with unwrapped elements replaced by their children; text is limited to the characters of XML. */
function admitted(parent: Element): Element['children'] {
  const kept: Element['children'] = [];
  const work = parent.children.toReversed();
  for (let child = work.pop(); child !== undefined; child = work.pop()) {
    if (isText(child)) kept.push(new Text(printable(child.data)));
    else if (isCDATA(child)) work.push(...child.children.toReversed());
    else if (isTag(child)) {
      const name = localName(child);
      const picture =
        name === 'object' && (child.attribs['type'] ?? '').startsWith('image/') ? child.attribs['data'] : undefined;
      if (dropped.has(name)) continue;
      if (picture !== undefined) kept.push(new Element('img', { src: picture, alt: textOf(child) }));
      else if (unwrapped.has(name) || !isName(name)) work.push(...child.children.toReversed());
      else {
        kept.push(child);
        // An element that is never closed has swallowed the following ones.
        if (voids.has(name)) work.push(...child.children.splice(0).toReversed());
      }
    }
  }
  return kept;
}

const isName = (name: string) => /^[a-z][a-z0-9.-]*$/.test(name);

function cleanElement(element: Element, item: SpineItem, key: string, context: ChapterContext): void {
  const name = localName(element);
  const isInSvg = insideForeign(element, 'svg');
  const isForeign = isInSvg || insideForeign(element, 'math');
  // Prefixed names are made plain ones with their namespace, since the prefixes' declarations may be gone.
  element.name = isForeign ? element.name.slice(element.name.indexOf(':') + 1) : name;
  const kept: Record<string, string> = {};
  for (const [written, given] of Object.entries(element.attribs)) {
    const attribute = isForeign ? written : written.toLowerCase();
    const value = printable(given);
    const plain = attribute.slice(attribute.indexOf(':') + 1);
    if (!/^[A-Za-z][\w.-]*$/.test(plain) || /^on/i.test(plain)) continue;
    if (attribute.startsWith('xmlns')) continue;
    if (plain === 'id' || (name === 'a' && plain === 'name' && element.attribs['id'] === undefined)) {
      kept['id'] = targetId(key, value);
      kept['data-id'] = value;
    } else if (plain === 'href') keepLink(element, kept, value, item, key, context, isInSvg);
    else if (plain === 'src') {
      const address = /^data:image\//i.test(value) ? value : context.picture(resolvePath(item.path, value));
      if (name === 'img' && address !== undefined) kept['src'] = address;
    } else if (plain === 'style') {
      const picture = (href: string) => context.picture(resolvePath(item.path, href));
      kept['style'] = printable(inlineStyle(value, { scope: '', fixed: item.fixed, picture }));
    } else if (
      /^(srcset|sizes|poster|background|action|formaction|ping|target|download|loading|autofocus|contenteditable|tabindex|http-equiv|hidden)$/i.test(
        plain,
      )
    )
      continue;
    else if (!isForeign && plain === 'width' && name !== 'img' && Number.parseInt(value, 10) > widestPixels) continue;
    else if (attribute === 'xml:lang' || plain === 'lang') kept['lang'] = kept['xml:lang'] = value;
    else if (!attribute.includes(':')) kept[attribute] = isInSvg ? localReferences(value, key) : value;
    else if (attribute === 'xml:space') kept[attribute] = value;
  }
  const parent = element.parent !== null && isTag(element.parent) ? element.parent : null;
  const namespace = foreign.get(name);
  if (namespace !== undefined && !(name === 'svg' && parent !== null && insideForeign(parent, 'svg')))
    kept['xmlns'] = namespace;
  else if (parent !== null && /^(foreignobject|annotation-xml)$/.test(localName(parent)))
    kept['xmlns'] = xhtmlNamespace;
  if (name === 'img' && kept['alt'] === undefined) kept['alt'] = '';
  element.attribs = kept;
}

function keepLink(
  element: Element,
  kept: Record<string, string>,
  href: string,
  item: SpineItem,
  key: string,
  { keys, picture }: ChapterContext,
  isInSvg: boolean,
): void {
  const name = localName(element);
  const path = href.startsWith('#') ? item.path : resolvePath(item.path, href);
  const fragment = /#(.*)$/s.exec(href)?.[1] ?? '';
  if (isInSvg && name !== 'a') {
    const address = href.startsWith('#')
      ? `#${targetId(key, fragment)}`
      : /^data:image\//i.test(href)
        ? href
        : picture(path);
    if (address !== undefined) kept['href'] = address;
    return;
  }
  if (name !== 'a' && name !== 'area') return;
  if (/^(https?|mailto|tel):/i.test(href)) kept['href'] = href;
  const chapter = keys.get(path);
  if (chapter !== undefined) kept['href'] = `#${fragment === '' ? chapter : targetId(chapter, fragment)}`;
}

/** Wider than the text of a page. */
const widestPixels = 640;

/** An id of the whole document for an id of a chapter. */
export const targetId = (key: string, id: string) =>
  `${key}-${decodeId(id).replace(/[^\w.-]/g, (char) => `_${char.codePointAt(0)?.toString(16)}`)}`;

function decodeId(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}

const localReferences = (value: string, key: string) =>
  value.replace(/url\(\s*(["']?)(#?)([^)"']*)\1\s*\)/g, (_, quote: string, hash: string, id: string) =>
    hash === '#' ? `url(#${targetId(key, id)})` : 'none',
  );

function insideForeign(element: Element, name: string): boolean {
  for (let at: Element | null = element, n = 0; at !== null && n < 64; n++) {
    if (localName(at) === name) return true;
    const parent: AnyNode | null = at.parent;
    at = parent !== null && isTag(parent) ? parent : null;
  }
  return false;
}
