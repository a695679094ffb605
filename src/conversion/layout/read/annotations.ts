// Links, form fields and marks of a page.
import { isReference, type PdfDictionary, type PdfDocument, type PdfValue } from '#conversion/pdf/graph.ts';
import { explicitDestination, type NamedDestinations } from '#conversion/pdf/destinations.ts';
import type { PdfPage } from '#conversion/pdf/pages.ts';
import type { Box } from '../box.ts';
import {
  boxSigns,
  emptyLetter,
  type FormField,
  type FreeText,
  type Glyph,
  type Link,
  type PageContent,
  type Shape,
  type TextStyle,
  unmarked,
} from '../page-content.ts';
import { stringText } from '#conversion/pdf/strings.ts';
import { colorOf } from './annotation-colors.ts';
import { freeText } from './free-text.ts';
import type { MarkReader } from './markup.ts';
import { boxInViewport, type Viewport } from './viewport.ts';

export interface LinkTargets {
  document: PdfDocument;
  named: NamedDestinations;
  /** Indexes of pages by reference. */
  pages: ReadonlyMap<string, number>;
  viewports: readonly Viewport[];
  marks: MarkReader;
  /** How the text of an annotation is painted, by its place among those of its page. */
  styleOf: (page: number, annotation: number) => Partial<TextStyle>;
}

/** Hidden, or not on screens. */
const unseen = 0x22;
/** Times its width: text in a higher field stands on its side. */
const tallField = 3;
/** What people draw on a page, beside marks of its text. */
const drawn = new Set<string | undefined>(['/Stamp', '/Ink', '/Line', '/Square', '/Circle', '/Polygon', '/PolyLine']);

export function annotationsOf(
  page: PdfPage,
  pageIndex: number,
  places: LinkTargets,
): Pick<PageContent, 'links' | 'glyphs' | 'fields' | 'marks' | 'freeTexts' | 'isPainted' | 'isAnnotated'> {
  const { document, viewports } = places;
  const viewport = viewports[pageIndex]!;
  const links: Link[] = [];
  const glyphs: Glyph[] = [];
  const fields: PageContent['fields'] = [];
  const shown: PdfDictionary[] = [];
  const freeTexts: FreeText[] = [];
  let isPainted = false;
  let isAnnotated = false;
  for (const [index, item] of document.array(page.dictionary['/Annots']).entries()) {
    const annotation = document.dictionary(item);
    const isUnseen = ((document.number(annotation['/F']) ?? 0) & unseen) !== 0;
    // Replies are hidden on the page, and shown with what they reply to.
    if (!isUnseen || annotation['/IRT'] !== undefined) shown.push(annotation);
    const [a, b, c, d] = document.array(annotation['/Rect']).map((value) => document.number(value));
    if (a === undefined || b === undefined || c === undefined || d === undefined) continue;
    const box = boxInViewport(viewport, Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d));
    const kind = document.name(annotation['/Subtype']);
    if (kind === '/Link') links.push({ ...box, ...leadsTo(annotation, places) });
    else if (isUnseen) continue;
    else if (kind === '/Widget') {
      const own = fieldGlyphs(annotation, box, document);
      glyphs.push(...own);
      if (own.length > 0) fields.push({ index, ...frameOf(annotation, box, document) });
      else isPainted = true;
    } else if (kind === '/FreeText') {
      const own = freeText(annotation, box, { document, painted: places.styleOf(pageIndex, index) });
      if (own === undefined) [isPainted, isAnnotated] = [true, true];
      else {
        freeTexts.push(own);
        fields.push({ index, ...(own.shape === undefined ? {} : { shape: own.shape }) });
      }
    } else if (drawn.has(kind)) [isPainted, isAnnotated] = [true, true];
    else if (kind !== '/Popup' && kind !== '/Text') isPainted = true;
  }
  return {
    links: links.filter(({ uri, target }) => uri !== undefined || target !== undefined),
    glyphs,
    fields,
    freeTexts,
    marks: places.marks.marksOf(shown, (...corners) => boxInViewport(viewport, ...corners)),
    isPainted: isPainted || fields.length > 0,
    isAnnotated,
  };
}

/** The ground and the border of a field (ISO 32000-2, table 192). */
function frameOf(widget: PdfDictionary, box: Box, document: PdfDocument): { shape?: Shape } {
  const look = document.dictionary(widget['/MK']);
  const [fill, color] = [colorOf(document, look['/BG']), colorOf(document, look['/BC'])];
  const thickness = document.number(document.dictionary(widget['/BS'])['/W']) ?? 1;
  if (fill === undefined && color === undefined) return {};
  return {
    shape: {
      ...box,
      ...(fill === undefined ? {} : { fill }),
      ...(color === undefined || thickness <= 0 ? {} : { stroke: { thickness, color } }),
    },
  };
}

function leadsTo(
  annotation: PdfDictionary,
  { document, named, pages, viewports }: LinkTargets,
): Pick<Link, 'uri' | 'target'> {
  const action = document.dictionary(annotation['/A']);
  const kind = document.name(action['/S']);
  if (kind === '/URI') {
    const uri = addressOf(stringText(document.get(action['/URI'])));
    // Scripts and the like are no addresses.
    return uri === undefined ? {} : { uri };
  }
  const destination = annotation['/Dest'] ?? (kind === '/GoTo' ? action['/D'] : undefined);
  const explicit = explicitDestination(document, destination, named);
  const reference = explicit?.[0];
  const page = isReference(reference) ? pages.get(reference) : undefined;
  const viewport = page === undefined ? undefined : viewports[page];
  if (explicit === null || page === undefined || viewport === undefined) return {};
  const place =
    document.name(explicit[1]) === '/XYZ'
      ? explicit[3]
      : document.name(explicit[1]) === '/FitH'
        ? explicit[2]
        : undefined;
  const y = document.number(place);
  return { target: { page, top: y === undefined ? 0 : Math.max(0, viewport.top - y) } };
}

const longestAddress = 2000;

/** As a relationship may have it; undefined for what leads nowhere. */
function addressOf(text: string): string | undefined {
  // Some printers write the sign of a mail address as a code, which means the same (RFC 6068, section 2).
  const trimmed = text.trim().replace(/^(mailto:[^@?]*?)%40/i, '$1@');
  const isKnown = /^(?:https?|ftps?|mailto|tel|news|file):/i.test(trimmed) || /^[^:#][^:]*$/.test(trimmed);
  if (!isKnown || trimmed.length > longestAddress) return undefined;
  const encoded = trimmed
    .replace(/[\s\u0000-\u001f"<>\\^`{|}]/g, (character) => encodeURIComponent(character))
    .replace(/%(?![0-9a-f]{2})/gi, '%25');
  return /^[^:]+$/.test(encoded) || URL.canParse(encoded) ? encoded : undefined;
}

const comboBit = 1 << 17;
const radioBit = 1 << 15;
const pushButtonBit = 1 << 16;

function fieldGlyphs(widget: PdfDictionary, box: Box, document: PdfDocument): Glyph[] {
  const inherited = (key: `/${string}`): PdfValue | undefined => {
    let node: PdfDictionary = widget;
    for (let n = 0; n < 16; n++) {
      if (node[key] !== undefined) return document.get(node[key]);
      if (node['/Parent'] === undefined) return undefined;
      node = document.dictionary(node['/Parent']);
    }
    return undefined;
  };
  const type = inherited('/FT');
  // A value that stands on its side stays in the picture of its page.
  const turn = document.number(document.dictionary(widget['/MK'])['/R']) ?? 0;
  if (turn % 360 !== 0 || (inherited('/FT') === '/Tx' && box.bottom - box.top > (box.right - box.left) * tallField))
    return [];
  const flags = Number(inherited('/Ff') ?? 0);
  const value = inherited('/V');
  const name = stringText(inherited('/T'));
  const choices = choicesOf(inherited('/Opt'), document);
  const options = choices.map(({ shown }) => shown);
  if (type === '/Btn') {
    if ((flags & pushButtonBit) !== 0) return [];
    const state = document.name(widget['/AS']) ?? '/Off';
    const isChecked = state !== '/Off';
    const kind = (flags & radioBit) === 0 ? 'checkbox' : 'radio';
    const field: FormField = { kind, name, value: '', isChecked, options: [], box };
    const size = Math.min(14, Math.max(6, (box.bottom - box.top) * 0.9));
    return spread(boxSigns[kind][isChecked ? 0 : 1], box, size, field);
  }
  const text = (Array.isArray(value) ? value : [value])
    .map((item) => stringText(document.get(item)))
    .map((stored) => choices.find((choice) => choice.stored === stored)?.shown ?? stored)
    .join(', ');
  const size =
    Number(/([\d.]+)\s+Tf/.exec(stringText(inherited('/DA')))?.[1] ?? 0) ||
    Math.min(11, Math.max(6, (box.bottom - box.top) * 0.65));
  const kind = type === '/Ch' && (flags & comboBit) !== 0 ? 'choice' : 'text';
  if (type !== '/Tx' && type !== '/Ch') return [];
  const shown = text === '' ? emptyLetter.repeat(4) : text;
  return spread(shown.replace(/[\r\n]+/g, ' '), box, size, { kind, name, value: text, isChecked: false, options, box });
}

/** What a field offers: the text that the page shows of each value that is stored (ISO 32000-2, table 234). */
function choicesOf(options: PdfValue | undefined, document: PdfDocument): { stored: string; shown: string }[] {
  return (Array.isArray(options) ? options : []).map((option) => {
    const item = document.get(option);
    if (!Array.isArray(item)) return { stored: stringText(item), shown: stringText(item) };
    return { stored: stringText(document.get(item[0])), shown: stringText(document.get(item[1])) };
  });
}

/** The value as letters of even width within the field. */
function spread(text: string, box: Box, size: number, field: FormField): Glyph[] {
  const characters = [...text];
  const step = Math.min(size * 0.5, (box.right - box.left - 2) / characters.length);
  const height = box.bottom - box.top;
  const baseline = height > size * 2.2 ? box.top + size * 1.1 : box.bottom - Math.max(0, (height - size * 0.75) / 2);
  return characters.map((character, n) => ({
    text: character,
    left: box.left + 1 + n * step,
    right: box.left + 1 + (n + 1) * step,
    top: baseline - size * 0.9,
    bottom: baseline + size * 0.2,
    baseline,
    style: {
      font: field.kind === 'checkbox' || field.kind === 'radio' ? 'MS Gothic' : 'Arial',
      size: Math.round(size * 2) / 2,
      bold: false,
      italic: false,
      color: '000000',
    },
    ...unmarked,
    formField: field,
  }));
}
