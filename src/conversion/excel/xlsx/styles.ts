// The styles of a workbook: each look and number format once (ECMA-376, part 1, 18.8).
import { escapeMarkup } from '#core/markup.ts';
import type { CellLook, SheetCell } from '../sheet-model.ts';
import { declaration, main } from './xml.ts';

/** Formats that every program has under a number. */
const builtIn = new Map([
  ['0', 1],
  ['0.00', 2],
  ['#,##0', 3],
  ['#,##0.00', 4],
  ['0%', 9],
  ['0.00%', 10],
]);
/** The first number of a format of ours. */
const firstFormat = 164;
/** Text that a program does not take for a number when it is edited. */
const textFormat = 49;

const sides = ['left', 'right', 'top', 'bottom'] as const;

export class Styles {
  readonly #formats = new Map<string, number>();
  readonly #fonts = new Numbered([fontXml({})]);
  readonly #fills = new Numbered([
    '<fill><patternFill patternType="none"/></fill>',
    '<fill><patternFill patternType="gray125"/></fill>',
  ]);
  readonly #borders = new Numbered([borderXml({})]);
  readonly #cells = new Numbered(['<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>']);

  /** The number of a cell's style. */
  of({ value, look }: SheetCell): number {
    const format =
      value.kind === 'number' || value.kind === 'date'
        ? this.#formatOf(value.format)
        : value.kind === 'text' && /^[\s\d.,'()+=-]+$/.test(value.text)
          ? textFormat
          : 0;
    const alignment = alignmentXml(look);
    return this.#cells.of(
      `<xf numFmtId="${format}" fontId="${this.#fonts.of(fontXml(look))}" fillId="${look.fill === undefined ? 0 : this.#fills.of(fillXml(look.fill))}" borderId="${this.#borders.of(borderXml(look))}" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1" applyBorder="1"${alignment === '' ? '/>' : ` applyAlignment="1">${alignment}</xf>`}`,
    );
  }

  xml(): string {
    const formats = [...this.#formats].map(
      ([code, id]) => `<numFmt numFmtId="${id}" formatCode="${escapeMarkup(code)}"/>`,
    );
    return (
      `${declaration}<styleSheet ${main}>` +
      (formats.length === 0 ? '' : `<numFmts count="${formats.length}">${formats.join('')}</numFmts>`) +
      `${this.#fonts.xml('fonts')}${this.#fills.xml('fills')}${this.#borders.xml('borders')}` +
      '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
      `${this.#cells.xml('cellXfs')}<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`
    );
  }

  #formatOf(code: string): number {
    const known = builtIn.get(code) ?? this.#formats.get(code);
    if (known !== undefined) return known;
    const id = firstFormat + this.#formats.size;
    this.#formats.set(code, id);
    return id;
  }
}

/** Elements by the order in which they are first asked for. */
class Numbered {
  readonly #numbers: Map<string, number>;

  constructor(first: readonly string[]) {
    this.#numbers = new Map(first.map((xml, n) => [xml, n]));
  }

  of(xml: string): number {
    const known = this.#numbers.get(xml);
    if (known !== undefined) return known;
    this.#numbers.set(xml, this.#numbers.size);
    return this.#numbers.size - 1;
  }

  xml(name: string): string {
    return `<${name} count="${this.#numbers.size}">${[...this.#numbers.keys()].join('')}</${name}>`;
  }
}

function fontXml({ isBold, isItalic, color }: CellLook): string {
  const rgb = color === undefined ? '<color theme="1"/>' : `<color rgb="FF${color.toUpperCase()}"/>`;
  return `<font>${isBold === true ? '<b/>' : ''}${isItalic === true ? '<i/>' : ''}<sz val="11"/>${rgb}<name val="Calibri"/><family val="2"/></font>`;
}

const fillXml = (fill: string): string =>
  `<fill><patternFill patternType="solid"><fgColor rgb="FF${fill.toUpperCase()}"/><bgColor indexed="64"/></patternFill></fill>`;

function borderXml({ borders = {} }: CellLook): string {
  const drawn = sides.map((side) => {
    const border = borders[side];
    return border === undefined
      ? `<${side}/>`
      : `<${side} style="${border.isThick ? 'medium' : 'thin'}"><color rgb="FF${border.color.toUpperCase()}"/></${side}>`;
  });
  return `<border>${drawn.join('')}<diagonal/></border>`;
}

function alignmentXml({ align, isWrapped }: CellLook): string {
  const across = align === undefined ? '' : ` horizontal="${align}"`;
  return across === '' && isWrapped !== true
    ? ''
    : `<alignment${across}${isWrapped === true ? ' vertical="top" wrapText="1"' : ''}/>`;
}
