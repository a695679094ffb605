// The parts of a formula, as Office Math has them (ECMA-376, 22.1).

export type FormulaPart =
  | { kind: 'text'; text: string; look: 'plain' | 'italic' | 'bold' | 'boldItalic'; isLiteral?: boolean }
  | { kind: 'row'; parts: FormulaPart[] }
  | { kind: 'rows'; rows: FormulaPart[] }
  | { kind: 'fraction'; over: FormulaPart; under: FormulaPart }
  | { kind: 'root'; inside: FormulaPart }
  | { kind: 'overline'; inside: FormulaPart }
  | { kind: 'scripts'; base: FormulaPart; sub?: FormulaPart; sup?: FormulaPart }
  | { kind: 'limits'; base: FormulaPart; below?: FormulaPart; above?: FormulaPart }
  | { kind: 'sum'; sign: string; sub?: FormulaPart; sup?: FormulaPart; isStacked: boolean; inside: FormulaPart }
  | { kind: 'brackets'; open: string; close: string; inside: FormulaPart };

/** A part with each of those within it replaced. */
export const withInnerParts = (part: FormulaPart, replace: (inner: FormulaPart) => FormulaPart): FormulaPart =>
  Object.fromEntries(
    Object.entries(part).map(([key, value]: [string, string | boolean | FormulaPart | FormulaPart[]]) => [
      key,
      Array.isArray(value) ? value.map(replace) : typeof value === 'object' ? replace(value) : value,
    ]),
  ) as FormulaPart;

/** The letters of a formula in reading order, with blanks between separate parts. */
export function textOfFormula(part: FormulaPart | undefined): string {
  if (part === undefined) return '';
  switch (part.kind) {
    case 'text':
      return part.text;
    case 'row':
      return part.parts.map(textOfFormula).join('');
    case 'rows':
      return part.rows.map(textOfFormula).join(' ');
    case 'fraction':
      return ` ${textOfFormula(part.over)} / ${textOfFormula(part.under)} `;
    case 'root':
      return `\u221a ${textOfFormula(part.inside)} `;
    case 'overline':
      return textOfFormula(part.inside);
    case 'scripts':
      return `${textOfFormula(part.base)} ${textOfFormula(part.sub)} ${textOfFormula(part.sup)} `;
    case 'limits':
      return `${textOfFormula(part.base)} ${textOfFormula(part.below)} ${textOfFormula(part.above)} `;
    case 'sum':
      return `${part.sign} ${textOfFormula(part.sub)} ${textOfFormula(part.sup)} ${textOfFormula(part.inside)}`;
    default:
      return `${part.open}${textOfFormula(part.inside)}${part.close}`;
  }
}
