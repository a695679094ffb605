// Signs and names with limits, and the operands of large signs.
import { closes, closing } from './brackets.ts';
import type { FormulaPart } from './formula.ts';

const largeSigns = /^[\u220f-\u2211\u222b-\u2230\u22c0-\u22c3\u2a00-\u2a06]$/;
const names = /^(?:arg)?(?:max|min)$|^(?:lim|limsup|liminf|sup|inf|det|gcd|Pr)$/;
/** Ends the operand of a sum. */
const ends = /^[=<>+\u2212,;:.)\]}\u2264\u2265\u2260\u2248\u2261\u223c\u2192\u21d2\u2208\u2003]$/;

export const isLargeSign = (text: string): boolean => largeSigns.test(text);
export const isOperatorName = (text: string): boolean => names.test(text);

/** Sums with their operands: all up to the next sign of the row that ends it, outside of brackets. */
export function withOperands(parts: readonly FormulaPart[]): FormulaPart[] {
  const result: FormulaPart[] = [];
  for (const part of parts.toReversed()) {
    if (part.kind !== 'sum') {
      result.unshift(part);
      continue;
    }
    let [end, open] = [0, 0];
    for (const next of result) {
      const text = next.kind === 'text' ? next.text : '';
      if (open === 0 && ends.test(text)) break;
      if (closing.has(text)) open += 1;
      if (closes.has(text)) open -= 1;
      end += 1;
    }
    const inside = result.splice(0, end);
    // A sign over nothing is a letter with scripts: an empty operand is shown as a box.
    const { sub, sup, isStacked, sign } = part;
    const base: FormulaPart = { kind: 'text', text: sign, look: 'plain' };
    if (inside.length > 0) result.unshift({ ...part, inside: { kind: 'row', parts: inside } });
    else if (isStacked)
      result.unshift({ kind: 'limits', base, ...(sub && { below: sub }), ...(sup && { above: sup }) });
    else result.unshift({ kind: 'scripts', base, ...(sub && { sub }), ...(sup && { sup }) });
  }
  return result;
}
