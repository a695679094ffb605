// Text that PowerPoint has shrunk to fit its shape: the file says by how much, and LibreOffice computes it anew, with another
// result. The sizes and line spacings are written as PowerPoint shows them (ECMA-376 part 1, 21.1.2.1.3).
import { attribute, replaceElements, withoutAttribute } from '#core/markup.ts';
import type { ZipArchive } from '#conversion/zip/reader.ts';
import { rewriteZip } from '#conversion/zip/rewriter.ts';
import { first, inheritance, inherited, type ListStyle, type StylesOfShape } from './layout.ts';

const maxPartBytes = 16 << 20;
/** Of all slides, layouts and masters together. */
const maxBytes = 128 << 20;

/** Leaves the presentation with its text at the saved sizes in `output`; false when there is nothing to change. */
export async function withSavedFit(archive: ZipArchive, output: string): Promise<boolean> {
  const read = async (name: string) => (await archive.readWhole(name, maxPartBytes))?.toString('utf8') ?? null;
  const stylesOfSlide = inheritance(read);
  let left = maxBytes;
  const changed = new Map<string, string>();
  for (const name of archive.names) {
    if (!/^ppt\/(slides|slideLayouts|slideMasters)\/[^/]+\.xml$/.test(name)) continue;
    const xml = (await read(name)) ?? '';
    left -= xml.length;
    if (left < 0) return false;
    if (!xml.includes('<a:normAutofit')) continue;
    const fitted = name.startsWith('ppt/slides/') ? fittedSlide(xml, await stylesOfSlide(name)) : withoutFit(xml);
    if (fitted !== xml) changed.set(name, fitted);
  }
  return changed.size > 0 && (await rewriteZip(archive, output, changed));
}

/** Shapes inherit that their text is fitted. PowerPoint fits it when it is edited, and then says so in the slide. */
const withoutFit = (xml: string) => xml.replaceAll(/<a:normAutofit\s*\/>/g, '<a:noAutofit/>');

const fittedSlide = (xml: string, styles: StylesOfShape): string =>
  replaceElements(xml, 'p:sp', (shape) => fittedShape(shape, styles));

/** Thousandths of a percent. */
interface Fit {
  scale: number;
  reduction: number;
}

const whole = 100_000;

function fittedShape(shape: string, stylesOf: StylesOfShape): string {
  const fitTag = first(first(shape, 'a:bodyPr'), 'a:normAutofit');
  if (fitTag === '') return shape;
  const fit = { scale: percent(fitTag, 'fontScale', whole), reduction: percent(fitTag, 'lnSpcReduction', 0) };
  const fixed = shape.replace(fitTag, '<a:noAutofit/>');
  if (fit.scale === whole && fit.reduction === 0) return fixed;
  const inheritedOf = inheritedByLevel(stylesOf(shape));
  let isFirst = true;
  return replaceElements(fixed, 'a:p', (paragraph) => {
    const fitted = fittedParagraph(paragraph, { inheritedOf, fit, isFirst });
    isFirst = false;
    return fitted;
  });
}

/** Older files have thousandths of a percent, strict ones may have `90%`. */
function percent(tag: string, name: string, typical: number): number {
  const [, value, sign] = /^(\d{1,6}(?:\.\d{1,4})?)(%?)$/.exec(attribute(tag, name) ?? '') ?? [];
  return value === undefined ? typical : Number(value) * (sign === '%' ? 1000 : 1);
}

interface Inherited {
  /** Hundredths of a point. */
  size: number;
  spacing: string;
}

/** Reads the inherited properties of a level once for all of its paragraphs. */
function inheritedByLevel(styles: readonly ListStyle[]): (level: number) => Inherited {
  const known = new Map<number, Inherited>();
  return (level) => {
    const found = known.get(level) ?? {
      size: inherited(styles, level, (properties) => sizeIn(first(properties, 'a:defRPr'))) ?? typicalSize,
      spacing: inherited(styles, level, lineSpacingIn) ?? `<a:spcPct val="${whole}"/>`,
    };
    known.set(level, found);
    return found;
  };
}

interface Place {
  inheritedOf: (level: number) => Inherited;
  fit: Fit;
  /** Of its shape. */
  isFirst: boolean;
}

function fittedParagraph(paragraph: string, { inheritedOf, fit, isFirst }: Place): string {
  const properties = first(paragraph, 'a:pPr');
  const level = Math.min(Number(attribute(properties.slice(0, properties.indexOf('>')), 'lvl') ?? 0), 8);
  const open = paragraph.endsWith('/>') ? '<a:p></a:p>' : paragraph;
  const typical = inheritedOf(Number.isNaN(level) ? 0 : level);
  const saved = reduced(lineSpacingIn(properties) ?? typical.spacing, fit);
  // LibreOffice does not reduce the line of a first paragraph without text: the size of its line is reduced instead.
  const isLine = isFirst && saved.startsWith('<a:spcPct') && !/<a:(?:r|br|fld)[\s/>]/.test(paragraph);
  const share = isLine ? percent(saved, 'val', whole) / whole : 1;
  const spacing = isLine ? `<a:spcPct val="${whole}"/>` : saved;
  const spaced = isLine || fit.reduction > 0 ? withSpacing(open, properties, spacing) : open;
  const fitted = (own: number | undefined) => Math.round(((own ?? typical.size) * fit.scale) / whole / 100) * 100;
  return withSizes(spaced, (own) => Math.max(100, Math.round(fitted(own) * share)));
}

/** Hundredths of a point. */
const typicalSize = 1800;

function sizeIn(element: string): number | undefined {
  const size = attribute(element.slice(0, element.indexOf('>') + 1), 'sz');
  return size !== undefined && /^\d{3,6}$/.test(size) ? Number(size) : undefined;
}

/** The paragraph with a size in all that has one; PowerPoint shows whole points. */
function withSizes(paragraph: string, sizeFor: (own: number | undefined) => number): string {
  const complete = paragraph
    .replaceAll(/<a:r>\s*(?=<a:t[\s/>])/g, '<a:r><a:rPr/>')
    .replaceAll(/<a:br\s*\/>/g, '<a:br><a:rPr/></a:br>');
  const sized = (element: string) => {
    const tagEnd = element.indexOf('>') + 1;
    const tag = withoutAttribute(element.slice(0, tagEnd), 'sz');
    return tag.replace(/[\s/>]/, (end) => ` sz="${sizeFor(sizeIn(element))}"${end}`) + element.slice(tagEnd);
  };
  const runs = replaceElements(replaceElements(complete, 'a:rPr', sized), 'a:endParaRPr', sized);
  return runs.includes('<a:endParaRPr')
    ? runs
    : runs.replace(/<\/a:p>$/, (close) => `<a:endParaRPr sz="${sizeFor(undefined)}"/>${close}`);
}

const lineSpacingIn = (properties: string): string | undefined =>
  /<a:spc(?:Pct|Pts)\s[^<>]*>/.exec(first(properties, 'a:lnSpc'))?.[0];

/** Proportional line spacing is reduced by percentage points, exact spacing in proportion. */
function reduced(spacing: string, { reduction }: Fit): string {
  if (spacing.startsWith('<a:spcPts'))
    return `<a:spcPts val="${Math.round((percent(spacing, 'val', 0) * (whole - reduction)) / whole)}"/>`;
  return `<a:spcPct val="${Math.max(percent(spacing, 'val', whole) - reduction, 1000)}"/>`;
}

/** 21.1.2.2.7: line spacing is the first of a paragraph's properties. */
function withSpacing(paragraph: string, properties: string, spacing: string): string {
  const element = `<a:lnSpc>${spacing}</a:lnSpc>`;
  if (properties === '') return paragraph.replace(/^<a:p(?:\s[^<>]*)?>/, (tag) => `${tag}<a:pPr>${element}</a:pPr>`);
  const tagEnd = properties.indexOf('>') + 1;
  const isEmpty = properties.endsWith('/>');
  const tag = isEmpty ? `${properties.slice(0, -2)}>` : properties.slice(0, tagEnd);
  const rest = isEmpty ? '</a:pPr>' : replaceElements(properties.slice(tagEnd), 'a:lnSpc', () => '');
  return paragraph.replace(properties, () => tag + element + rest);
}
