// The styles of the document: Normal has the text style of the body, but for the width of its letters and the distance between them,
// which text that is typed anew shall not have; each heading level has that of most of its headings.
import { escapeMarkup } from '#core/markup.ts';
import type { TextStyle } from '#conversion/layout/page-content.ts';
import { textOf, type Paragraph, type Run, type WordDocument } from '../docx-model.ts';
import { paragraphsIn } from '../docx-paragraphs.ts';
import { contentsStyleOf } from './contents.ts';
import { fontXml } from './runs.ts';
import { sizeXml, declaration, namespaces, twips } from './xml.ts';

export interface Styles {
  /** Of Normal. */
  bodyStyle: TextStyle;
  /** Of Body Text, where the letters of the text are wider, narrower, or further apart than those of its font. */
  fittedStyle?: TextStyle;
  /** Of List Paragraph, where that of most items is fitted. */
  listStyle?: TextStyle;
  /** By level; 0 is the title. */
  headings: Map<number, TextStyle>;
  /** The levels written for those of headings: no level is skipped below the highest one. */
  levels: ReadonlyMap<number, number>;
  hasCaptions?: boolean;
}

export function stylesOf(document: WordDocument): Styles {
  const votes = new Map<number, Map<string, { style: TextStyle; letters: number }>>();
  const paragraphs = document.sections.flatMap(({ blocks }) => blocks.flatMap(paragraphsIn));
  const levels = withoutGaps(paragraphs.flatMap(({ heading }) => heading ?? []));
  for (const { heading: stated, runs } of paragraphs) {
    const heading = levels.get(stated ?? -1);
    if (heading === undefined) continue;
    const level = votes.get(heading) ?? new Map<string, { style: TextStyle; letters: number }>();
    votes.set(heading, level);
    for (const { style, text } of runs) {
      const key = JSON.stringify(style);
      level.set(key, { style, letters: (level.get(key)?.letters ?? 0) + text.length });
    }
  }
  const mostFrequent = (level: Map<string, { style: TextStyle; letters: number }>) =>
    [...level.values()].sort((a, b) => b.letters - a.letters)[0]?.style ?? document.bodyStyle;
  const { spacing, scale, ...unfitted } = document.bodyStyle;
  // New text is upright and not bold, though most of the existing text may be.
  const bodyStyle = { ...unfitted, bold: false, italic: false };
  const fitting = { ...(spacing === undefined ? {} : { spacing }), ...(scale === undefined ? {} : { scale }) };
  const fittedStyle = spacing === undefined && scale === undefined ? undefined : { ...bodyStyle, ...fitting };
  const inLists = paragraphs.flatMap(({ list, runs }) => (list === undefined ? [] : runs));
  return {
    bodyStyle,
    ...(fittedStyle === undefined ? {} : { fittedStyle }),
    ...(fittedStyle !== undefined && isFitted(inLists, fittedStyle) ? { listStyle: fittedStyle } : {}),
    headings: new Map([...votes].map(([level, all]) => [level, mostFrequent(all)])),
    levels,
    hasCaptions: paragraphs.some(({ isCaption }) => isCaption === true),
  };
}

/** A title, the highest level of headings, and the next one for each that follows. */
function withoutGaps(stated: readonly number[]): Map<number, number> {
  const used = [...new Set(stated)].filter((level) => level > 0).sort((a, b) => a - b);
  return new Map([[0, 0], ...used.map((level, n) => [level, (used[0] ?? 1) + n] as const)]);
}

export function paragraphStyleOf(paragraph: Paragraph, styles: Styles): { style: string; typical: TextStyle } {
  const { list, contents, isCaption } = paragraph;
  const heading = styles.levels.get(paragraph.heading ?? -1);
  if (isCaption === true) return { style: 'Caption', typical: styles.bodyStyle };
  if (contents !== undefined) return { style: contentsStyleOf(contents), typical: styles.bodyStyle };
  if (heading !== undefined)
    return {
      style: heading === 0 ? 'Title' : `Heading${heading}`,
      typical: styles.headings.get(heading) ?? styles.bodyStyle,
    };
  const { bodyStyle, fittedStyle } = styles;
  const isBody = fittedStyle !== undefined && isFitted(paragraph.runs, fittedStyle);
  if (list !== undefined && isBody === (styles.listStyle !== undefined) && textOf(paragraph) !== '')
    return { style: 'ListParagraph', typical: styles.listStyle ?? bodyStyle };
  return isBody ? { style: 'BodyText', typical: fittedStyle } : { style: 'Normal', typical: bodyStyle };
}

/** Whether most letters are as far apart and as wide as those of a style. */
function isFitted(runs: readonly Run[], { spacing, scale }: TextStyle): boolean {
  let letters = 0;
  for (const { text, style } of runs)
    letters += style.spacing === spacing && style.scale === scale ? text.length : -text.length;
  return letters > 0;
}

export function stylesXml(
  styles: Styles,
  { language, scriptLanguages = {}, isKerned }: Pick<WordDocument, 'language' | 'scriptLanguages' | 'isKerned'>,
  more = '',
): string {
  const { eastAsia = language, bidi = language } = scriptLanguages;
  const headings = Array.from({ length: 10 }, (_, level) => headingXml(level, styles));
  return (
    `${declaration}<w:styles ${namespaces}><w:docDefaults><w:rPrDefault><w:rPr>${textStyleXml(styles.bodyStyle, { isKerned })}` +
    `<w:lang w:val="${escapeMarkup(language)}" w:eastAsia="${escapeMarkup(eastAsia)}" w:bidi="${escapeMarkup(bidi)}"/></w:rPr></w:rPrDefault><w:pPrDefault/></w:docDefaults>` +
    '<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/><w:qFormat/></w:style>' +
    '<w:style w:type="character" w:default="1" w:styleId="DefaultParagraphFont"><w:name w:val="Default Paragraph Font"/></w:style>' +
    '<w:style w:type="table" w:default="1" w:styleId="TableNormal"><w:name w:val="Normal Table"/><w:tblPr><w:tblInd w:w="0" w:type="dxa"/></w:tblPr></w:style>' +
    fittedXml(styles) +
    `<w:style w:type="paragraph" w:styleId="ListParagraph"><w:name w:val="List Paragraph"/><w:basedOn w:val="${styles.listStyle === undefined ? 'Normal' : 'BodyText'}"/><w:qFormat/></w:style>` +
    '<w:style w:type="paragraph" w:styleId="Header"><w:name w:val="header"/><w:basedOn w:val="Normal"/></w:style>' +
    '<w:style w:type="paragraph" w:styleId="Footer"><w:name w:val="footer"/><w:basedOn w:val="Normal"/></w:style>' +
    '<w:style w:type="paragraph" w:styleId="FootnoteText"><w:name w:val="footnote text"/><w:basedOn w:val="Normal"/></w:style>' +
    `${headings.join('')}${styles.hasCaptions === true ? captionStyle : ''}${more}</w:styles>`
  );
}

const fittedXml = ({ fittedStyle }: Styles): string =>
  fittedStyle === undefined
    ? ''
    : `<w:style w:type="paragraph" w:styleId="BodyText"><w:name w:val="Body Text"/><w:basedOn w:val="Normal"/><w:qFormat/><w:rPr>${fittingXml(fittedStyle)}</w:rPr></w:style>`;

const captionStyle =
  '<w:style w:type="paragraph" w:styleId="Caption"><w:name w:val="caption"/><w:basedOn w:val="Normal"/><w:next w:val="Normal"/><w:qFormat/></w:style>';

function headingXml(level: number, { headings, bodyStyle }: Styles): string {
  const style = headings.get(level) ?? { ...bodyStyle, bold: true };
  const [id, name] = level === 0 ? ['Title', 'Title'] : [`Heading${level}`, `heading ${level}`];
  const outline = level === 0 ? '' : `<w:outlineLvl w:val="${level - 1}"/>`;
  return (
    `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/><w:basedOn w:val="Normal"/><w:next w:val="Normal"/><w:qFormat/>` +
    `<w:pPr><w:keepNext/>${outline}</w:pPr><w:rPr>${textStyleXml(style, { basis: bodyStyle })}</w:rPr></w:style>`
  );
}

/** The defaults of a new document, which need not be stated. */
const unstyled: Partial<TextStyle> = { bold: false, italic: false, color: '000000' };

/** A text style in full; properties that only its base style has are switched off. */
function textStyleXml(
  style: TextStyle,
  { basis = unstyled, isKerned = false }: { basis?: Partial<TextStyle>; isKerned?: boolean } = {},
): string {
  const { bold, italic, color, size, smallCaps } = style;
  const toggle = (name: string, isOn: boolean, wasOn: boolean | undefined) =>
    isOn ? `<w:${name}/>` : wasOn === true ? `<w:${name} w:val="0"/>` : '';
  return (
    fontXml(style) +
    toggle('b', bold, basis.bold) +
    toggle('bCs', bold, basis.bold) +
    toggle('i', italic, basis.italic) +
    toggle('iCs', italic, basis.italic) +
    toggle('smallCaps', smallCaps !== undefined, basis.smallCaps !== undefined) +
    (color === '000000' && color === basis.color ? '' : `<w:color w:val="${color}"/>`) +
    fittingXml(style) +
    (isKerned ? '<w:kern w:val="2"/>' : '') +
    sizeXml(size)
  );
}

const fittingXml = ({ spacing = 0, scale = 100 }: TextStyle): string =>
  (spacing === 0 ? '' : `<w:spacing w:val="${twips(spacing)}"/>`) + (scale === 100 ? '' : `<w:w w:val="${scale}"/>`);
