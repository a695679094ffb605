// The meaning of the types of structure elements (ISO 32000-2, 14.8.4).
import { isName, type PdfValue } from '#conversion/pdf/graph.ts';
import type { Alignment, TextRole } from '../layout-blocks.ts';
import { type StructureElement, isMarkedContent } from './tree.ts';

export const groupingTypes = new Set(
  'Document DocumentFragment Part Sect Div Art NonStruct Index TOC BlockQuote Aside Private THead TBody TFoot'.split(
    ' ',
  ),
);

export const inlineTypes = new Set(
  'Span Quote Link Reference BibEntry Code Em Strong Sub Annot Ruby RB RT RP Warichu WT WP Lbl'.split(' '),
);

export const noteTypes = new Set(['Note', 'FENote']);

/** Parts of a paragraph: some by their type, any by standing in a paragraph. */
export const isInline = (kid: StructureElement, parent: StructureElement): boolean =>
  !hasBlocks(kid) &&
  kid.type !== 'Figure' &&
  (inlineTypes.has(kid.type) ||
    /^(?:P|H\d?|Title|Caption)$/.test(parent.type) ||
    (kid.type === 'NonStruct' && /^(?:LI|LBody|TD|TH)$/.test(parent.type)));

/** Word has a type of its own for text boxes, a group by its role. */
export const isTextBox = ({ raw }: StructureElement): boolean => /^text ?box$/i.test(raw);

const hasBlocks = (element: StructureElement): boolean =>
  element.kids.some(
    (kid) =>
      !isMarkedContent(kid) &&
      (/^(?:P|H\d?|L|Table|Figure)$/.test(kid.type) || (!noteTypes.has(kid.type) && hasBlocks(kid))),
  );

/** Bullets that are drawn, not written. */
export const bulletNames: Readonly<Record<string, string>> = {
  '/Disc': '•',
  '/Circle': '◦',
  '/Square': '▪',
  '/Unordered': '•',
};

const alignments: Readonly<Record<string, Alignment>> = {
  '/Start': 'left',
  '/End': 'right',
  '/Center': 'center',
  '/Justify': 'both',
};

/** Standard types identify headings; names of styles do if the type is a mere paragraph. */
export function roleOf({ type, raw, attributes }: StructureElement): TextRole {
  const align = alignments[nameOf(attributes['/TextAlign']) ?? ''];
  const level = /^H([1-9])$/.exec(type)?.[1] ?? /^heading[ _-]?([1-9])\b/i.exec(raw)?.[1];
  const heading =
    type === 'Title' || /^title$/i.test(raw)
      ? 0
      : type === 'H'
        ? 1
        : level === undefined
          ? undefined
          : Math.min(9, Number(level));
  if (type === 'Caption') return { ...(align === undefined ? {} : { align }), isPlain: true, isCaption: true };
  return { ...(heading === undefined ? {} : { heading }), ...(align === undefined ? {} : { align }), isPlain: true };
}

export const nameOf = (value: PdfValue | undefined): string | undefined => (isName(value) ? value : undefined);
