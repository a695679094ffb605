// The labels of footnotes: as they are printed where each has one of its own, otherwise their numbers.
import type { ReferencedNote } from '#conversion/layout/document-layout.ts';
import type { Glyph } from '#conversion/layout/page-content.ts';

export function noteLabels(notes: readonly ReferencedNote[]) {
  const printed = notes.map(({ label, reference }) =>
    (label ?? reference.map(({ text }) => text).join('')).replace(/[^\p{L}\p{N}]/gu, ''),
  );
  const areOwn = new Set(printed).size === printed.length && !printed.includes('');
  const byNote = new Map(notes.map((note, n) => [note, areOwn ? (printed[n] ?? '') : String(n + 1)]));
  const byGlyph = new Map<Glyph, string>(
    [...byNote].flatMap(([{ reference }, label]) => reference.map((glyph) => [glyph, label] as const)),
  );
  return { byNote, byGlyph };
}
