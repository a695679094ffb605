// Runs of text, pictures, fields and references as WordprocessingML.
import { escapeMarkup } from '#core/markup.ts';
import { boxSigns, emptyLetter, type Ruby, type TextStyle } from '#conversion/layout/page-content.ts';
import type { ListItem, Note, Run, ScriptLanguages } from '../docx-model.ts';
import { plainStyle, writtenFamily } from '#conversion/layout/text/style.ts';
import { formulaXml } from './math.ts';
import type { PartReferences } from './part-references.ts';
import { type DirectedText, directionsOf } from './run-directions.ts';
import { shapeXml, turnedTextXml } from './shapes.ts';
import { emu, sizeXml, twips } from './xml.ts';

/** Runs as XML; `typical` is the text style of the paragraph's style, whose properties are not repeated.
 * @param isReversed the paragraph is read from right to left */
export function runsXml(
  runs: readonly Run[],
  typical: TextStyle,
  references: PartReferences,
  isReversed = false,
): string {
  const directions = directionsOf(runs, isReversed);
  let xml = '';
  for (let n = 0; n < runs.length;) {
    const { link } = runs[n] ?? {};
    let end = n;
    let inner = '';
    while (end < runs.length && runs[end]?.link === link) {
      const run = runs[end];
      const [begin = '', close = ''] = (run && references.comments?.around(run)) ?? [];
      const [opened, closed] = run === undefined ? ['', ''] : references.bookmarksAround(run);
      if (run !== undefined)
        inner += begin + opened + runXml(run, directions.get(run), typical, references) + closed + close;
      end += 1;
    }
    xml += link === undefined ? inner : linkXml(link, inner, references);
    n = end;
  }
  return xml;
}

function linkXml(link: string, inner: string, references: PartReferences): string {
  if (link.startsWith('#')) return `<w:hyperlink w:anchor="${escapeMarkup(link.slice(1))}">${inner}</w:hyperlink>`;
  return `<w:hyperlink r:id="${references.link(link)}">${inner}</w:hyperlink>`;
}

/** Characters that WordprocessingML has elements for. */
const elements: Readonly<Record<string, string>> = { '\t': '<w:tab/>', '\n': '<w:br/>', '\u00ad': '<w:softHyphen/>' };

function runXml(
  run: Run,
  parts: readonly DirectedText[] | undefined,
  typical: TextStyle,
  references: PartReferences,
): string {
  const properties = propertiesXml(
    run,
    typical,
    parts?.some((part) => part.isRightToLeft),
  );
  if (run.note !== undefined) return noteReferenceXml(run.note, references);
  if (run.field !== undefined)
    return `<w:fldSimple w:instr=" ${escapeMarkup(run.field)} "><w:r>${properties}<w:t xml:space="preserve">${escapeMarkup(run.text)}</w:t></w:r></w:fldSimple>`;
  if (run.shape !== undefined) return shapeXml(run.shape, references);
  if (run.turned !== undefined) return turnedXml(run.turned, references);
  if (run.picture?.formula !== undefined) return formulaXml(run.picture.formula.formula, run.picture.formula.align);
  if (run.picture !== undefined) return `<w:r>${pictureXml(run.picture, references)}</w:r>`;
  if (run.ruby !== undefined) return rubyXml(run, run.ruby, typical);
  const xml =
    parts === undefined || parts.length < 2
      ? `<w:r>${properties}${textXml(run.control === undefined ? run.text : shownIn(run.text))}</w:r>`
      : parts
          .map((part) => `<w:r>${propertiesXml(run, typical, part.isRightToLeft)}${textXml(part.text)}</w:r>`)
          .join('');
  return run.control === undefined ? xml : controlXml(run.control, xml);
}

/** A mark that is not numbered is written in the reference (17.11.14). */
function noteReferenceXml(note: Note, references: PartReferences): string {
  const id = references.note(note);
  const own = note.mark === undefined ? '' : ' w:customMarkFollows="1"';
  return `<w:r>${raised}<w:footnoteReference${own} w:id="${id}"/>${textXml(note.mark ?? '')}</w:r>`;
}

/** The mark before the text of a note. */
export const noteMarkXml = ({ mark }: Note): string =>
  `<w:r>${raised}${mark === undefined ? '<w:footnoteRef/>' : textXml(mark)}</w:r><w:r>${textXml(' ')}</w:r>`;

const raised = '<w:rPr><w:vertAlign w:val="superscript"/></w:rPr>';

const textXml = (text: string): string =>
  text
    .split(/([\t\n\u00ad])/)
    .map((piece) => (piece === '' ? '' : (elements[piece] ?? `<w:t xml:space="preserve">${escapeMarkup(piece)}</w:t>`)))
    .join('');

/** Kana are Japanese in a document of any language. */
function rubyXml(run: Run, ruby: Ruby, typical: TextStyle): string {
  const { style } = run;
  const value = (name: string, points: number) => `<w:${name} w:val="${Math.round(points * 2)}"/>`;
  const measures = value('hps', ruby.size) + value('hpsRaise', ruby.raise) + value('hpsBaseText', style.size);
  const above = propertiesXml({ text: '', style: { ...style, size: ruby.size } }, typical);
  const base = propertiesXml(run, typical);
  return (
    `<w:r>${base}<w:ruby><w:rubyPr><w:rubyAlign w:val="distributeSpace"/>${measures}<w:lid w:val="ja-JP"/></w:rubyPr>` +
    `<w:rt><w:r>${above}${textXml(ruby.text)}</w:r></w:rt>` +
    `<w:rubyBase><w:r>${base}${textXml(run.text)}</w:r></w:rubyBase></w:ruby></w:r>`
  );
}

/** The text in a box states its whole format: the box has no style to inherit from. */
function turnedXml(turned: NonNullable<Run['turned']>, references: PartReferences): string {
  const { runs, lineSpacing } = turned.paragraph;
  const spacing = `<w:spacing w:before="0" w:after="0" w:line="${twips(lineSpacing?.height ?? 0)}" w:lineRule="exact"/>`;
  return turnedTextXml(turned, `<w:p><w:pPr>${spacing}</w:pPr>${runsXml(runs, nothing, references)}</w:p>`, references);
}

const nothing: TextStyle = { ...plainStyle(0), font: '', color: '' };

/** How a list's label looks; bullets are in the family of the text, which has the sign. */
export const labelXml = ({ style, format }: ListItem, typical: TextStyle): string => {
  if (style === undefined) return '';
  const shown = format.kind === 'bullet' ? { ...typical, size: style.size, color: style.color } : style;
  return propertiesXml({ text: '', style: shown }, typical);
};

function propertiesXml(
  { style, eastAsia, underline, strike, highlight, position, languages }: Run,
  typical: TextStyle,
  isRightToLeft = false,
): string {
  const properties = [
    eastAsia === undefined && writtenFamily(style) === writtenFamily(typical) ? '' : fontXml(style, eastAsia),
    style.bold === typical.bold ? '' : `<w:b w:val="${style.bold ? 1 : 0}"/><w:bCs w:val="${style.bold ? 1 : 0}"/>`,
    style.italic === typical.italic
      ? ''
      : `<w:i w:val="${style.italic ? 1 : 0}"/><w:iCs w:val="${style.italic ? 1 : 0}"/>`,
    isSmallCaps(style) === isSmallCaps(typical) ? '' : `<w:smallCaps w:val="${isSmallCaps(style) ? 1 : 0}"/>`,
    strike === true ? '<w:strike/>' : '',
    style.color === typical.color ? '' : `<w:color w:val="${style.color}"/>`,
    style.spacing === typical.spacing ? '' : `<w:spacing w:val="${twips(style.spacing ?? 0)}"/>`,
    style.scale === typical.scale ? '' : `<w:w w:val="${style.scale ?? 100}"/>`,
    Math.abs(style.size - typical.size) < 0.25 ? '' : sizeXml(style.size),
    underlineXml(underline),
    shadingXml(highlight),
    position === undefined ? '' : `<w:vertAlign w:val="${position}"/>`,
    isRightToLeft ? '<w:rtl/>' : '',
    languageXml(languages),
  ].join('');
  return properties === '' ? '' : `<w:rPr>${properties}</w:rPr>`;
}

function underlineXml(underline: Run['underline']): string {
  if (underline === undefined) return '';
  if (underline === true) return '<w:u w:val="single"/>';
  return `<w:u w:val="${underline.isWave ? 'wave' : 'single'}" w:color="${underline.color}"/>`;
}

function languageXml({ eastAsia, bidi }: ScriptLanguages = {}): string {
  if (eastAsia === undefined && bidi === undefined) return '';
  const attribute = (name: string, value: string | undefined) => (value === undefined ? '' : ` w:${name}="${value}"`);
  return `<w:lang${attribute('eastAsia', eastAsia)}${attribute('bidi', bidi)}/>`;
}

export const isSmallCaps = ({ smallCaps }: TextStyle): boolean => smallCaps !== undefined;

export const shadingXml = (fill: string | undefined): string =>
  fill === undefined ? '' : `<w:shd w:val="clear" w:color="auto" w:fill="${fill}"/>`;

export function fontXml(style: TextStyle, eastAsia?: Run['eastAsia']): string {
  const name = escapeMarkup(writtenFamily(style));
  const other = eastAsia === undefined ? name : escapeMarkup(writtenFamily(eastAsia.style));
  const hint = eastAsia?.takesSigns === true ? ' w:hint="eastAsia"' : '';
  return `<w:rFonts${hint} w:ascii="${name}" w:hAnsi="${name}" w:eastAsia="${other}" w:cs="${name}"/>`;
}

function pictureXml(
  { picture, width, height, anchor }: NonNullable<Run['picture']>,
  references: PartReferences,
): string {
  const { relation } = references.picture(picture);
  const id = references.drawing();
  const described = picture.altText === undefined ? '' : ` descr="${escapeMarkup(picture.altText.slice(0, 500))}"`;
  const [cx, cy] = [emu(width), emu(height)];
  const inner =
    `<wp:docPr id="${id}" name="Picture ${id}"${described}/>` +
    '<a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic>' +
    `<pic:nvPicPr><pic:cNvPr id="${id}" name="Picture ${id}"/><pic:cNvPicPr/></pic:nvPicPr>` +
    `<pic:blipFill><a:blip r:embed="${relation}"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill>` +
    `<pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="${cx}" cy="${cy}"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr>` +
    '</pic:pic></a:graphicData></a:graphic>';
  if (anchor === undefined)
    return `<w:drawing><wp:inline distT="0" distB="0" distL="0" distR="0"><wp:extent cx="${cx}" cy="${cy}"/>${inner}</wp:inline></w:drawing>`;
  const { left, top, isBehind } = anchor;
  return (
    `<w:drawing><wp:anchor distT="0" distB="0" distL="91440" distR="91440" simplePos="0" relativeHeight="${id}" behindDoc="${isBehind ? 1 : 0}" locked="0" layoutInCell="1" allowOverlap="1">` +
    `<wp:simplePos x="0" y="0"/><wp:positionH relativeFrom="page"><wp:posOffset>${emu(left)}</wp:posOffset></wp:positionH>` +
    `<wp:positionV relativeFrom="page"><wp:posOffset>${emu(top)}</wp:posOffset></wp:positionV><wp:extent cx="${cx}" cy="${cy}"/><wp:effectExtent l="0" t="0" r="0" b="0"/>` +
    `${isBehind ? '<wp:wrapNone/>' : '<wp:wrapSquare wrapText="bothSides"/>'}${inner}</wp:anchor></w:drawing>`
  );
}

/** A control that changes between two signs; Word has no control for radio buttons. */
function checkboxXml(isChecked: boolean, [on, off]: readonly [string, string]): string {
  const state = (name: string, sign: string) =>
    `<w14:${name}State w14:val="${sign.charCodeAt(0).toString(16).toUpperCase()}" w14:font="MS Gothic"/>`;
  return `<w14:checkbox><w14:checked w14:val="${isChecked ? 1 : 0}"/>${state('checked', on)}${state('unchecked', off)}</w14:checkbox>`;
}

/** An empty control has room to click on. */
const shownIn = (text: string): string => text.replaceAll(emptyLetter, '\u2002');

/** A form's field as a content control. */
function controlXml({ kind, name, isChecked, options }: NonNullable<Run['control']>, inner: string): string {
  const alias =
    name === ''
      ? ''
      : `<w:alias w:val="${escapeMarkup(name.slice(0, 64))}"/><w:tag w:val="${escapeMarkup(name.slice(0, 64))}"/>`;
  const items = [...new Set(options)]
    .filter((option) => option !== '')
    .map((option) => `<w:listItem w:displayText="${escapeMarkup(option)}" w:value="${escapeMarkup(option)}"/>`);
  const type = {
    text: '<w:text/>',
    choice: `<w:dropDownList>${items.join('')}</w:dropDownList>`,
    checkbox: checkboxXml(isChecked, boxSigns.checkbox),
    radio: checkboxXml(isChecked, boxSigns.radio),
  }[kind];
  return `<w:sdt><w:sdtPr>${alias}${type}</w:sdtPr><w:sdtContent>${inner}</w:sdtContent></w:sdt>`;
}
