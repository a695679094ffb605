// A book's style sheets on the printed pages, without rules that would fetch, move text off the page, or embed fonts.
import * as css from 'css-tree';

export interface StyleContext {
  /** The class of the elements that the sheet is for. */
  scope: string;
  /** Pages of a fixed layout keep their positions and overflow. */
  fixed: boolean;
  /** The URL of a picture, or undefined without one. */
  picture: (href: string) => string | undefined;
}

const droppedRules = /^(?:import|font-face|page|namespace|charset|viewport|layer|scope|container)$/i;
// A background that is fixed to the viewport, or left out to save ink, would not be printed.
const droppedEverywhere =
  /^(?:page|(?:-epub-|-webkit-)?writing-mode|-epub-.*|behavior|-moz-binding|background-attachment|(?:-webkit-)?print-color-adjust|(?:forced-)?color-adjust)$/;
// A page has no viewport to be fixed to, no scroll bars, and nothing may end outside its edges.
const droppedInFlow =
  /^(?:position|top|right|bottom|left|inset.*|overflow.*|clip|clip-path|transform|translate|z-index|column-width|(?:min-|max-)?height|min-width)$/;

function parsed(text: string, options: css.ParseOptions): css.CssNode {
  try {
    return css.parse(text, { ...options, onParseError: () => {} });
  } finally {
    // The parser keeps the text that it has read last.
    css.parse('');
  }
}

/** The sheet for elements of one class; empty when nothing of it can be read. */
export function bookStyle(text: string, context: StyleContext): string {
  const sheet = parsed(text, { parseValue: true, parseCustomProperty: false });
  css.walk(sheet, {
    enter: (node: css.CssNode, item: css.ListItem<css.CssNode>, list: Items) => {
      if (node.type === 'Atrule' && droppedRules.test(node.name)) list?.remove(item);
      else if (node.type === 'Rule' && node.prelude.type === 'Raw') list?.remove(item);
      else if (node.type === 'Declaration') adjustDeclaration(node, item, list, context);
      else if (node.type === 'TypeSelector') adjustType(node, item, list);
      else if (node.type === 'IdSelector') item.data = idAttribute(node.name);
    },
  });
  return `@scope (.${context.scope}) {\n${css.generate(sheet).replaceAll('</', '<\\/')}\n}`;
}

/** The declarations of a style attribute. */
export function inlineStyle(text: string, context: StyleContext): string {
  const list = parsed(text, { context: 'declarationList' });
  css.walk(list, {
    visit: 'Declaration',
    enter: (node, item, owner) => adjustDeclaration(node, item, owner, context),
  });
  return css.generate(list);
}

type Items = css.List<css.CssNode> | null | undefined;

function adjustDeclaration(
  node: css.Declaration,
  item: css.ListItem<css.CssNode>,
  list: Items,
  { fixed, picture }: StyleContext,
): void {
  if (!fixed && hasPicture(list)) keepRoomForPicture(node);
  const name = node.property.toLowerCase();
  const value = css.generate(node.value);
  const isDropped =
    droppedEverywhere.test(name) ||
    (!fixed && droppedInFlow.test(name)) ||
    (!fixed && /^(?:margin(?:-.*)?|text-indent)$/.test(name) && /-\d/.test(value)) ||
    (!fixed && name === 'display' && /^(?:flow-root|contents)$/.test(value)) ||
    (!fixed && name === 'width' && tooWide(value)) ||
    /expression\s*\(|-moz-element|image-set|\battr\(/i.test(value);
  if (isDropped) {
    list?.remove(item);
    return;
  }
  if (!fixed && name === 'white-space' && /^(?:pre|nowrap)$/.test(value))
    node.value = { type: 'Raw', value: value === 'pre' ? 'pre-wrap' : 'normal' };
  if (name === 'font-size') node.value = { type: 'Raw', value: wholePixels(value) };
  css.walk(node.value, (part, at, parts) => {
    if (name === 'background' && part.type === 'Identifier' && part.name.toLowerCase() === 'fixed') parts?.remove(at);
    if (part.type !== 'Url') return;
    part.value = (/^data:image\//i.test(part.value) ? part.value : picture(part.value)) ?? 'about:invalid';
  });
}

const isPicture = (node: css.CssNode) =>
  node.type === 'Declaration' &&
  /^background(?:-image)?$/i.test(node.property) &&
  css.find(node.value, ({ type }) => type === 'Url') !== null;

const hasPicture = (list: Items): boolean => list?.some(isPicture) === true;

/** An element with a background image and little or no text has its stated height: at most a page, and at least that of its text. */
function keepRoomForPicture(node: css.Declaration): void {
  if (!/^(?:min-)?height$/i.test(node.property)) return;
  const value = css.generate(node.value);
  const [, percent] = /^([\d.]+)(?:%|vh)$/.exec(value) ?? [];
  if (percent === undefined && !/^[\d.]+(?:px|pt|pc|cm|mm|in|em|rem|ex|ch)$/.test(value)) return;
  node.property = 'min-block-size';
  node.value = {
    type: 'Raw',
    value: `min(${percent === undefined ? value : `${Number(percent) * 2.5}mm`},250mm)`,
  };
}

/**
 * A size in whole pixels: Chromium paints fractions of a pixel at another size than it lays them out, and then writes
 * every letter with a position of its own (three times the file, twice the time).
 */
function wholePixels(size: string): string {
  const relative: Record<string, string> = { smaller: '0.8333em', larger: '1.2em' };
  const value = relative[size.trim().toLowerCase()] ?? size;
  return /^(?:[\d.]+(?:[a-z]+|%)|calc\(.*\))$/i.test(value.trim()) ? `round(${value},1px)` : value;
}

/** A width in absolute units that no page has room for. */
function tooWide(value: string): boolean {
  const [, number = '0', unit = ''] = /^([\d.]+)(px|pt|cm|mm|in|em|rem)$/.exec(value) ?? [];
  const pixels: Record<string, number> = { px: 1, pt: 1.33, cm: 37.8, mm: 3.78, in: 96, em: 16, rem: 16 };
  return Number(number) * (pixels[unit] ?? 0) > 640;
}

/** The book's html and body are elements of ours. */
function adjustType(node: css.TypeSelector, item: css.ListItem<css.CssNode>, list: Items): void {
  const name = node.name.toLowerCase();
  if (name === 'html' || name === 'body')
    list?.replace(item, list.createItem({ type: 'ClassSelector', name: `platen-${name}` }));
}

// Ids are made unique over the book; each element keeps its own in an attribute.
const idAttribute = (id: string): css.CssNode => ({
  type: 'AttributeSelector',
  name: { type: 'Identifier', name: 'data-id' },
  matcher: '=',
  value: { type: 'String', value: id },
  flags: null,
});
