// Links and form fields of a page.
import { isReference, type PdfDictionary, type PdfDocument, type PdfValue } from '#conversion/pdf/graph.ts';
import { explicitDestination, type NamedDestinations } from '#conversion/pdf/destinations.ts';
import type { PdfPage } from '#conversion/pdf/pages.ts';
import type { Box } from '../box.ts';
import { type FormField, type Glyph, type Link, unmarked } from '../page-content.ts';
import { stringText } from '#conversion/pdf/strings.ts';
import { boxInViewport, type Viewport } from './viewport.ts';

export interface LinkTargets {
  document: PdfDocument;
  named: NamedDestinations;
  /** Indexes of pages by reference. */
  pages: ReadonlyMap<string, number>;
  viewports: readonly Viewport[];
}

const hidden = 0x02;

export function annotationsOf(
  page: PdfPage,
  viewport: Viewport,
  places: LinkTargets,
): { links: Link[]; glyphs: Glyph[] } {
  const { document } = places;
  const links: Link[] = [];
  const glyphs: Glyph[] = [];
  for (const item of document.array(page.dictionary['/Annots'])) {
    const annotation = document.dictionary(item);
    const [a, b, c, d] = document.array(annotation['/Rect']).map((value) => document.number(value));
    if (a === undefined || b === undefined || c === undefined || d === undefined) continue;
    const box = boxInViewport(viewport, Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d));
    const kind = document.name(annotation['/Subtype']);
    if (kind === '/Link') links.push({ ...box, ...leadsTo(annotation, places) });
    else if (kind === '/Widget' && ((document.number(annotation['/F']) ?? 0) & hidden) === 0)
      glyphs.push(...fieldGlyphs(annotation, box, document));
  }
  return { links: links.filter(({ uri, target }) => uri !== undefined || target !== undefined), glyphs };
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
  const flags = Number(inherited('/Ff') ?? 0);
  const value = inherited('/V');
  const name = stringText(inherited('/T'));
  const options = (Array.isArray(inherited('/Opt')) ? (inherited('/Opt') as PdfValue[]) : []).map((option) => {
    const item = document.get(option);
    return stringText(Array.isArray(item) ? document.get(item[1]) : item);
  });
  if (type === '/Btn') {
    if ((flags & pushButtonBit) !== 0) return [];
    const state = document.name(widget['/AS']) ?? '/Off';
    const isChecked = state !== '/Off';
    const field: FormField = { kind: 'checkbox', name, value: '', isChecked, options: [] };
    const size = Math.min(14, Math.max(6, (box.bottom - box.top) * 0.9));
    return spread(isChecked ? '☒' : '☐', box, size, field);
  }
  const text = Array.isArray(value)
    ? value.map((item) => stringText(document.get(item))).join(', ')
    : stringText(value);
  const size =
    Number(/([\d.]+)\s+Tf/.exec(stringText(inherited('/DA')))?.[1] ?? 0) ||
    Math.min(11, Math.max(6, (box.bottom - box.top) * 0.65));
  const kind = type === '/Ch' && (flags & comboBit) !== 0 ? 'choice' : 'text';
  if (type !== '/Tx' && type !== '/Ch') return [];
  const shown = text === '' ? '\u2002\u2002\u2002\u2002' : text;
  return spread(shown.replace(/[\r\n]+/g, ' '), box, size, { kind, name, value: text, isChecked: false, options });
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
      font: field.kind === 'checkbox' ? 'MS Gothic' : 'Arial',
      size: Math.round(size * 2) / 2,
      bold: false,
      italic: false,
      color: '000000',
    },
    ...unmarked,
    formField: field,
  }));
}
