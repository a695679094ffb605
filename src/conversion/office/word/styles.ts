// The styles of a Word document, as far as its layout asks for them (ECMA-376 part 1, 17.7).
import { attribute, elementsOf } from '#core/markup.ts';

export interface Styles {
  /** The style of paragraphs without a style name. */
  defaultParagraph: string;
  /** Whether a style, or one that it is based on, leaves out the space between paragraphs of one style. */
  contextualSpacing: (id: string) => boolean | undefined;
  /** Whether paragraphs of a style begin a page. */
  beginsPage: (id: string) => boolean | undefined;
  /** The space above a paragraph of a style, in twentieths of a point. */
  spaceAbove: (id: string) => number | undefined;
}

interface Style {
  basedOn: string | undefined;
  contextualSpacing: boolean | undefined;
  beginsPage: boolean | undefined;
  spaceAbove: number | undefined;
}

/** Styles based on each other in a ring end here. */
const maxAncestors = 12;

/** Reads `word/styles.xml`. */
export function readStyles(xml: string): Styles {
  const styles = new Map<string, Style>();
  let defaultParagraph = '';
  for (const element of elementsOf(xml, 'w:style')) {
    const head = element.slice(0, element.indexOf('>') + 1);
    const id = attribute(head, 'w:styleId') ?? '';
    if (attribute(head, 'w:type') === 'paragraph' && isOn(attribute(head, 'w:default') ?? '0')) defaultParagraph = id;
    styles.set(id, styleOf(element));
  }
  const inherited = <Key extends keyof Style>(id: string, key: Key): Style[Key] | undefined => {
    let style = styles.get(id);
    for (let n = 0; n < maxAncestors && style !== undefined; n++) {
      if (style[key] !== undefined) return style[key];
      style = styles.get(style.basedOn ?? '');
    }
    return undefined;
  };
  return {
    defaultParagraph,
    contextualSpacing: (id) => inherited(id, 'contextualSpacing'),
    beginsPage: (id) => inherited(id, 'beginsPage'),
    spaceAbove: (id) => inherited(id, 'spaceAbove'),
  };
}

function styleOf(element: string): Style {
  // The properties of a table style for some of its cells come last.
  const [general = ''] = element.split('<w:tblStylePr', 1);
  const basedOn = attribute(/<w:basedOn\s[^<>]*>/.exec(general)?.[0] ?? '', 'w:val');
  const [paragraph = ''] = general.slice(general.indexOf('<w:pPr>')).split('</w:pPr>', 1);
  return {
    basedOn,
    contextualSpacing: contextualSpacingIn(paragraph),
    beginsPage: beginsPageIn(paragraph),
    spaceAbove: spaceAboveIn(paragraph),
  };
}

/** The value that the properties of a paragraph set (17.3.1.9); undefined if they set no value. */
export function contextualSpacingIn(properties: string): boolean | undefined {
  return switchIn(properties, /<w:contextualSpacing\b[^<>]*>/);
}

/** Whether a paragraph begins a page by its properties (17.3.1.23); undefined when they say nothing. */
export const beginsPageIn = (properties: string): boolean | undefined =>
  switchIn(properties, /<w:pageBreakBefore\b[^<>]*>/);

function switchIn(properties: string, pattern: RegExp): boolean | undefined {
  const tag = pattern.exec(properties)?.[0];
  return tag === undefined ? undefined : isOn(attribute(tag, 'w:val') ?? '1');
}

/** The space above a paragraph that its properties ask for (17.3.1.33). */
export function spaceAboveIn(properties: string): number | undefined {
  const tag = /<w:spacing\s[^<>]*>/.exec(properties)?.[0] ?? '';
  const space = Number.parseInt(attribute(tag, 'w:before') ?? '', 10);
  return Number.isNaN(space) ? undefined : space;
}

const isOn = (value: string) => !['0', 'false', 'off'].includes(value);
