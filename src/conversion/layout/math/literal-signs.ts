// Signs without something on both sides. Word shows them as they are; LibreOffice reads formulas as a language, in which a "+" alone or a
// bracket without its other one is an error, and some words are signs: they are written as plain text.
import { closes, closing } from './brackets.ts';
import { type FormulaPart, withInnerParts } from './formula.ts';

const isOther = (text: string): boolean => /^[^\p{L}\p{N}\s,.;:!'"\u2032\u2003\u221e]+$/u.test(text);
/** Signs that may be prefix operators. */
const unary = /^[+\u2212\u00b1\u2213\u00ac\u2200\u2203\u2202\u2207]$/;
const inText = /^[\u00b7\u22c5\u22ef\u2026\u2016|%#&^_~"\\@$]$/;
const isWord = /^\p{L}{2,}$/u;

/** The formula with the signs marked that are written as plain text. */
export function withLiteralSigns(part: FormulaPart): FormulaPart {
  if (part.kind === 'row') return { ...part, parts: signsOf(part.parts) };
  if (part.kind !== 'text') return withInnerParts(part, withLiteralSigns);
  return isOther(part.text) || inText.test(part.text) || isWord.test(part.text) ? { ...part, isLiteral: true } : part;
}

function signsOf(parts: readonly FormulaPart[]): FormulaPart[] {
  const matched = matchedBrackets(parts);
  const textAt = (n: number) => {
    const part = parts[n];
    return part?.kind === 'text' ? part.text : part === undefined ? ',' : 'x';
  };
  const isOperand = (n: number) => /[\p{L}\p{N}\u2032\u221e]/u.test(textAt(n));
  return parts.map((part, n) => {
    if (part.kind !== 'text') return withLiteralSigns(part);
    const { text } = part;
    if (closing.has(text) || closes.has(text)) return matched.has(n) ? part : { ...part, isLiteral: true };
    if (inText.test(text) || isWord.test(text)) return { ...part, isLiteral: true };
    if (!isOther(text)) return part;
    const isAfter = isOperand(n - 1) || (closes.has(textAt(n - 1)) && matched.has(n - 1));
    const isBefore = isOperand(n + 1) || (closing.has(textAt(n + 1)) && matched.has(n + 1));
    return isBefore && (isAfter || unary.test(text)) ? part : { ...part, isLiteral: true };
  });
}

/** The places of brackets with their other one, and something between them. */
function matchedBrackets(parts: readonly FormulaPart[]): Set<number> {
  const matched = new Set<number>();
  const open: { at: number; text: string }[] = [];
  for (const [n, part] of parts.entries()) {
    if (part.kind !== 'text') continue;
    if (closing.has(part.text)) open.push({ at: n, text: part.text });
    if (!closes.has(part.text)) continue;
    const last = open.pop();
    if (last !== undefined && closing.get(last.text) === part.text && n > last.at + 1) matched.add(last.at).add(n);
  }
  return matched;
}
