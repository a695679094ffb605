// One file of a book as a section of the printed document: nothing active, nothing from outside, ids and links of the whole.
import { Element, isComment, isDirective, isTag, isText, type AnyNode, type Document } from 'domhandler';
import { parseDocument } from 'htmlparser2';
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
}

export interface ChapterContext {
  /** Keys of the chapters by path. */
  keys: ReadonlyMap<string, string>;
  /** The address of a picture of the book, or undefined. */
  picture: (path: string) => string | undefined;
}

const dropped = new Set([
  ...[
    'script',
    'noscript',
    'iframe',
    'frame',
    'frameset',
    'object',
    'embed',
    'applet',
    'link',
    'style',
    'meta',
    'base',
    'title',
  ],
  ...[
    'audio',
    'video',
    'source',
    'track',
    'canvas',
    'form',
    'input',
    'button',
    'select',
    'textarea',
    'template',
    'portal',
    'dialog',
  ],
  ...['foreignobject', 'animate', 'animatemotion', 'animatetransform', 'set', 'handler', 'listener', 'slot', 'case'],
]);
const foreign: Record<string, string> = {
  svg: 'http://www.w3.org/2000/svg',
  math: 'http://www.w3.org/1998/Math/MathML',
};

export function readChapter(item: SpineItem, text: string, context: ChapterContext): Chapter {
  const key = context.keys.get(item.path) ?? 'c';
  const document = parseDocument(text, { xmlMode: true, decodeEntities: true });
  const [html] = elements(document, 'html');
  const found = elements(document, 'body')[0] ?? elements(document, 'svg')[0];
  const styles = stylesOf(document, item.path);
  const size = fixedSize(document);
  const body = new Element('div', {}, [], undefined);
  if (found !== undefined) {
    if (localName(found) === 'svg') body.children = [found];
    else {
      body.children = found.children;
      body.attribs = { ...found.attribs };
    }
  } else if (html === undefined) body.children = document.children.filter((node) => isTag(node) || isText(node));
  for (const child of body.children) child.parent = body;

  clean(body, item, key, context);
  body.attribs['class'] = `book-body ${body.attribs['class'] ?? ''}`.trim();
  return {
    item,
    key,
    body,
    styles,
    size,
    language: attributeOf(html, 'lang') ?? attributeOf(found, 'lang'),
    direction: attributeOf(found, 'dir') ?? attributeOf(html, 'dir'),
    characters: textOf(body).length,
  };
}

function stylesOf(document: Document, from: string): Chapter['styles'] {
  const styles: Chapter['styles'] = [];
  walk(document, (element) => {
    const name = localName(element);
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
    element.children = element.children.filter(
      (child) =>
        !isComment(child) &&
        !isDirective(child) &&
        !(isTag(child) && (dropped.has(localName(child)) || !isName(localName(child)))),
    );
    for (const child of element.children) {
      if (isText(child)) child.data = printable(child.data);
      if (isTag(child)) work.push(child);
    }
    cleanElement(element, item, key, context, element === body);
  }
}

const isName = (name: string) => /^[a-z][a-z0-9.-]*$/.test(name);
// eslint-disable-next-line no-control-regex -- XML knows no other control characters
const printable = (text: string) =>
  text.replace(
    /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff\ud800-\udfff](?![\udc00-\udfff])|[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g,
    (found) => (/[\ud800-\udbff]/.test(found) ? found : ''),
  );

function cleanElement(element: Element, item: SpineItem, key: string, context: ChapterContext, isBody: boolean): void {
  const name = localName(element);
  const isInSvg = insideForeign(element, 'svg');
  // Prefixed names are made plain ones with their namespace, since the prefixes' declarations may be gone.
  element.name = isInSvg || insideForeign(element, 'math') ? element.name.slice(element.name.indexOf(':') + 1) : name;
  const kept: Record<string, string> = {};
  for (const [attribute, given] of Object.entries(element.attribs)) {
    const value = printable(given);
    const plain = attribute.slice(attribute.indexOf(':') + 1);
    if (!/^[A-Za-z][\w.-]*$/.test(plain) || /^on/i.test(plain)) continue;
    if (attribute.startsWith('xmlns')) continue;
    if (plain === 'id' || (name === 'a' && plain === 'name' && element.attribs['id'] === undefined)) {
      if (isBody) continue;
      kept['id'] = targetId(key, value);
      kept['data-id'] = value;
    } else if (plain === 'href') keepLink(element, kept, value, item, key, context, isInSvg);
    else if (plain === 'src') {
      const address = /^data:image\//i.test(value) ? value : context.picture(resolvePath(item.path, value));
      if (name === 'img' && address !== undefined) kept['src'] = address;
    } else if (plain === 'style') {
      const picture = (href: string) => context.picture(resolvePath(item.path, href));
      kept['style'] = inlineStyle(value, { scope: '', fixed: item.fixed, picture });
    } else if (
      /^(srcset|sizes|poster|background|action|formaction|ping|target|download|loading|autofocus|contenteditable|tabindex|http-equiv)$/i.test(
        plain,
      )
    )
      continue;
    else if (attribute === 'xml:lang' || plain === 'lang') kept['lang'] = kept['xml:lang'] = value;
    else if (!attribute.includes(':')) kept[attribute] = isInSvg ? localReferences(value, key) : value;
    else if (attribute === 'xml:space') kept[attribute] = value;
  }
  const namespace = foreign[name];
  if (
    namespace !== undefined &&
    !(isInSvg && name === 'svg' && isTag(element.parent as AnyNode) && insideForeign(element.parent as Element, 'svg'))
  )
    kept['xmlns'] = namespace;
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
