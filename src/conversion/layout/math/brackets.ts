// Brackets that grow with their content.
import type { FormulaPart } from './formula.ts';

/** The other bracket of each one. */
export const closing: ReadonlyMap<string, string> = new Map(
  ['()', '[]', '{}', '\u27e8\u27e9', '\u2308\u2309', '\u230a\u230b'].map(([open = '', close = '']) => [open, close]),
);
export const closes: ReadonlySet<string> = new Set(closing.values());

/** A row with matching brackets around high parts as one part each; others stay letters. */
export function bracketed(parts: readonly FormulaPart[]): FormulaPart[] {
  const levels: { open: string; parts: FormulaPart[] }[] = [{ open: '', parts: [] }];
  const add = (...own: FormulaPart[]) => levels.at(-1)?.parts.push(...own);
  for (const part of parts) {
    const text = part.kind === 'text' ? part.text : '';
    const last = levels.at(-1);
    if (closing.has(text) && levels.length < 8) levels.push({ open: text, parts: [] });
    else if (last !== undefined && last.open !== '' && closing.get(last.open) === text) {
      levels.pop();
      if (last.parts.some(isHigh))
        add({ kind: 'brackets', open: last.open, close: text, inside: { kind: 'row', parts: last.parts } });
      else add(letter(last.open), ...last.parts, part);
    } else add(part);
  }
  while (levels.length > 1) {
    const last = levels.pop();
    if (last !== undefined) add(letter(last.open), ...last.parts);
  }
  return levels[0]?.parts ?? [];
}

const letter = (text: string): FormulaPart => ({ kind: 'text', text, look: 'plain' });

const isHigh = (part: FormulaPart): boolean =>
  ['fraction', 'sum', 'limits', 'brackets'].includes(part.kind) || (part.kind === 'row' && part.parts.some(isHigh));
