// The inherited properties of the text in a slide's shape: from the placeholder of its layout, that of its master, the master's text styles, or
// the presentation (ECMA-376 part 1, 19.3.1.36, 19.3.1.51, 19.2.1.8).
import { attribute, elementsOf } from '#core/markup.ts';
import { relationsOf, type ReadPart } from '../relations.ts';

/** A level's properties: the element `a:lvl1pPr` for the first level. */
type Level = string | undefined;

/** The levels of a list style, from the first. */
export type ListStyle = readonly Level[];

const levelCount = 9;

/** The list styles that apply to a shape, the nearest first. */
export type StylesOfShape = (shape: string) => ListStyle[];

/** Returns a reader of the properties that slides inherit; each layout is read once for all of its slides. */
export function inheritance(read: ReadPart): (slide: string) => Promise<StylesOfShape> {
  const known = new Map<string, Promise<StylesOfShape>>();
  return async (slide) => {
    const layout = await relatedPart(read, slide, '/slideLayout');
    const found = known.get(layout) ?? stylesOfLayout(read, layout);
    known.set(layout, found);
    return await found;
  };
}

async function stylesOfLayout(read: ReadPart, layoutPart: string): Promise<StylesOfShape> {
  const layout = placeholdersIn((await read(layoutPart)) ?? '');
  const masterXml = (await read(await relatedPart(read, layoutPart, '/slideMaster'))) ?? '';
  const master = placeholdersIn(masterXml);
  const textStyle = (name: string) => listStyleOf(first(masterXml, name));
  const styles = {
    title: textStyle('p:titleStyle'),
    body: textStyle('p:bodyStyle'),
    other: textStyle('p:otherStyle'),
    free: listStyleOf(first((await read('ppt/presentation.xml')) ?? '', 'p:defaultTextStyle')),
  };
  return (shape) => {
    const own = listStyleOf(first(shape, 'a:lstStyle'));
    const wanted = placeholderOf(shape);
    if (wanted === undefined) return [own, styles.free];
    const inLayout =
      layout.find(({ index }) => index === wanted.index) ?? layout.find(({ role }) => role === wanted.role);
    const role = inLayout?.role ?? wanted.role;
    const inMaster = master.find((placeholder) => placeholder.role === role);
    const textStyles = styles[role === 'title' || role === 'body' ? role : 'other'];
    return [own, inLayout?.style ?? [], inMaster?.style ?? [], textStyles];
  };
}

/** The first value that the styles have for a level. */
export function inherited<Value>(
  styles: readonly ListStyle[],
  level: number,
  value: (properties: string) => Value | undefined,
): Value | undefined {
  for (const style of styles) {
    const properties = style[level];
    const found = properties === undefined ? undefined : value(properties);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The first element of a name, or an empty text. */
export const first = (xml: string, name: string): string => elementsOf(xml, name).next().value ?? '';

async function relatedPart(read: ReadPart, part: string, type: string): Promise<string> {
  if (part === '') return '';
  return (await relationsOf(read, part)).find((relation) => relation.type.endsWith(type))?.target ?? '';
}

interface Placeholder {
  role: string;
  index: string;
}

/** Where a placeholder's type inherits from that of another type. */
const roles: ReadonlyMap<string, string> = new Map([
  ['ctrTitle', 'title'],
  ['dt', 'dt'],
  ['ftr', 'ftr'],
  ['sldNum', 'sldNum'],
  ['title', 'title'],
]);

function placeholderOf(shape: string): Placeholder | undefined {
  const tag = /<p:ph(?=[\s/>])[^<>]*>/.exec(shape)?.[0];
  if (tag === undefined) return undefined;
  const role = roles.get(attribute(tag, 'type') ?? 'obj') ?? 'body';
  // Titles have no index, and are found by their role.
  return { role, index: attribute(tag, 'idx') ?? role };
}

const placeholdersIn = (xml: string): (Placeholder & { style: ListStyle })[] =>
  [...elementsOf(xml, 'p:sp')].flatMap((shape) => {
    const placeholder = placeholderOf(shape);
    return placeholder === undefined ? [] : [{ ...placeholder, style: listStyleOf(first(shape, 'a:lstStyle')) }];
  });

const listStyleOf = (xml: string): ListStyle =>
  Array.from({ length: levelCount }, (_, n) => first(xml, `a:lvl${n + 1}pPr`) || undefined);
