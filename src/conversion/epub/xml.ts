// Looking at parsed XML without minding its namespace prefixes.
import { isTag, isText, isCDATA, type AnyNode, type Element } from 'domhandler';

/** The name without its prefix, in lower case. */
export const localName = ({ name }: Element) => name.slice(name.indexOf(':') + 1).toLowerCase();

/** All elements of a name below a node, in document order. */
export function elements(node: AnyNode | undefined, name: string): Element[] {
  const found: Element[] = [];
  walk(node, (element) => {
    if (localName(element) === name) found.push(element);
  });
  return found;
}

export const children = (element: Element | undefined, name: string): Element[] =>
  (element?.children ?? []).filter((child): child is Element => isTag(child) && localName(child) === name);

/** Visits the elements below a node, in document order and without recursion: books nest as deep as they like. */
export function walk(node: AnyNode | undefined, visit: (element: Element) => void): void {
  const work: AnyNode[] = node === undefined ? [] : [node];
  for (let next = work.pop(); next !== undefined; next = work.pop()) {
    if (isTag(next)) visit(next);
    if ('children' in next) for (let n = next.children.length - 1; n >= 0; n--) work.push(next.children[n] as AnyNode);
  }
}

/** The text below a node, with its white space made single blanks. */
export function textOf(node: AnyNode | undefined): string {
  let text = '';
  const work: AnyNode[] = node === undefined ? [] : [node];
  for (let next = work.pop(); next !== undefined; next = work.pop()) {
    if (isText(next)) text += next.data;
    else if (isTag(next) || isCDATA(next))
      for (let n = next.children.length - 1; n >= 0; n--) work.push(next.children[n] as AnyNode);
  }
  return text.replace(/\s+/g, ' ').trim();
}

/** An attribute by its name, with or without a prefix. */
export function attributeOf(element: Element | undefined, name: string): string | undefined {
  if (element === undefined) return undefined;
  return element.attribs[name] ?? Object.entries(element.attribs).find(([key]) => key.endsWith(`:${name}`))?.[1];
}
