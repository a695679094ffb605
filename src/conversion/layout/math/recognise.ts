// The parts of a formula from the places of its letters and lines: lines separate fractions, parts on the baseline are a row, smaller
// letters off it are scripts and limits. Nothing is guessed: where a letter has no certain place there is no formula.
import { type Box, bareBox, middleX, union } from '../box.ts';
import { isBlank } from '../lines/lines.ts';
import type { Glyph, Rule } from '../page-content.ts';
import { bracketed } from './brackets.ts';
import type { FormulaPart } from './formula.ts';
import { withLiteralSigns } from './literal-signs.ts';
import { type Group, groupsOf } from './scripts.ts';
import { isLargeSign, isOperatorName, withOperands } from './operators.ts';
import { tolerances } from '../tolerances.ts';

const thresholds = {
  /** Letters of a formula. */
  maxLetters: 400,
  /** Scripts of scripts, fractions in fractions. */
  maxDepth: 8,
  /** em by which letters may exceed the line above or below them, and neighbours overlap. */
  slack: 0.2,
  /** em from a line to the baseline of the part above it, and to the top of the part below it. */
  overBar: 0.9,
  /** em between the line of a fraction and the baseline of its neighbours. */
  axis: 0.25,
  /** em that letters on one baseline are off it. */
  baseline: 0.07,
  /** em that the line of a fraction may be off the axis. */
  axisOff: 0.14,
  /** em between neighbours, from which a blank is between words ... */
  blank: 0.22,
  /** ... and from which one is between parts of a formula. */
  wideBlank: 0.7,
};

/** Something on a baseline: a letter, or a part that is known already. */
export interface Atom extends Box {
  baseline: number;
  size: number;
  glyph?: Glyph;
  part?: FormulaPart;
  /** It may be anywhere around the axis. */
  isFree: boolean;
}

/** The parts of a formula, with each of its letters once; undefined where one has no certain place. */
export function recognised(letters: readonly Glyph[], bars: readonly Rule[]): FormulaPart | undefined {
  const own = letters.filter((glyph) => !isBlank(glyph));
  if (own.length === 0 || own.length > thresholds.maxLetters) return undefined;
  if (bars.some(({ direction }) => direction === 'vertical')) return undefined;
  if (own.some(({ text, angle }) => angle !== 0 || isPieceOfSign(text) || isUnknown(text))) return undefined;
  const atoms = own.map(atomOf);
  const parts = partOf(atoms, bars, 0) ?? rowsUnderEachOther(atoms, bars);
  return parts && withLiteralSigns(parts);
}

/** Rows with room between them, each a formula of its own. */
function rowsUnderEachOther(atoms: readonly Atom[], bars: readonly Rule[]): FormulaPart | undefined {
  const size = Math.max(...atoms.map((atom) => atom.size));
  const bands = bandsOf(atoms, bars);
  if (bands.length < 2) return undefined;
  const rows: FormulaPart[] = [];
  for (const band of bands) {
    if (!band.atoms.some((atom) => !atom.isFree && atom.size > size * tolerances.raisedSize)) return undefined;
    if (!band.atoms.some(isOfFormula)) return undefined;
    const part = partOf(band.atoms, band.bars, 0);
    if (part === undefined) return undefined;
    rows.push(part);
  }
  return { kind: 'rows', rows };
}

/** Features that plain labels under each other lack. */
const isOfFormula = ({ glyph }: Atom): boolean =>
  glyph !== undefined && (glyph.style.math !== undefined || /[=<>+\u2212\u2264\u2265]/.test(glyph.text));

/** Groups of parts without a clear height between them, from the top. */
function bandsOf(atoms: readonly Atom[], bars: readonly Rule[]): { atoms: Atom[]; bars: Rule[]; bottom: number }[] {
  const em = Math.max(...atoms.map(({ size }) => size));
  const pieces = [
    ...atoms.map((atom) => ({
      top: atom.baseline - atom.size * 0.7,
      bottom: atom.baseline + atom.size * (atom.isFree ? 1.4 : 0.2),
      atom,
      bar: undefined,
    })),
    ...bars.map((bar) => ({ top: bar.top - em * 0.6, bottom: bar.bottom + em * 0.6, atom: undefined, bar })),
  ].toSorted((a, b) => a.top - b.top);
  const bands: { atoms: Atom[]; bars: Rule[]; bottom: number }[] = [];
  for (const { top, bottom, atom, bar } of pieces) {
    let band = bands.at(-1);
    if (band === undefined || top > band.bottom) bands.push((band = { atoms: [], bars: [], bottom }));
    if (atom !== undefined) band.atoms.push(atom);
    if (bar !== undefined) band.bars.push(bar);
    band.bottom = Math.max(band.bottom, bottom);
  }
  return bands;
}

/** Pieces that large brackets are built of say nothing by themselves. */
const isPieceOfSign = (text: string): boolean => /[\u239b-\u23b3\u23b7\u2320\u2321]/.test(text);
const isUnknown = (text: string): boolean => /[\ufffd\ue000-\uf8ff\p{Cc}\p{M}]/u.test(text);

const atomOf = (glyph: Glyph): Atom => ({
  ...bareBox(glyph),
  baseline: glyph.baseline,
  size: glyph.style.size,
  glyph,
  isFree: glyph.style.math === 'extension',
});

function partOf(atoms: readonly Atom[], bars: readonly Rule[], depth: number): FormulaPart | undefined {
  if (atoms.length === 0 || depth > thresholds.maxDepth) return undefined;
  const [bar, ...others] = bars.toSorted((a, b) => b.right - b.left - (a.right - a.left));
  return bar === undefined ? rowOf(atoms, depth) : withBar(atoms, bar, others, depth);
}

/** The parts over and under a line become one part. */
function withBar(atoms: readonly Atom[], bar: Rule, others: readonly Rule[], depth: number): FormulaPart | undefined {
  const em = Math.max(...atoms.map(({ size }) => size));
  const slack = em * thresholds.slack;
  const isWithin = (box: Box) => middleX(box) > bar.left - slack && middleX(box) < bar.right + slack;
  const within = atoms.filter(isWithin);
  const over = within.filter(({ baseline }) => baseline <= bar.top + bar.thickness);
  const under = within.filter((atom) => !over.includes(atom));
  const barsOver = others.filter((other) => isWithin(other) && other.top < bar.top);
  const barsUnder = others.filter((other) => isWithin(other) && other.top >= bar.top);
  const rest = others.filter((other) => !isWithin(other));
  if (under.length === 0) return undefined;
  const lowest = Math.max(...over.map(({ baseline }) => baseline));
  const highest = Math.min(...under.map(({ baseline, size }) => baseline - size * 0.7));
  if (highest - bar.top > em * thresholds.overBar) return undefined;
  const below = partOf(under, barsUnder, depth + 1);
  if (below === undefined) return undefined;
  let part: FormulaPart;
  let baseline = bar.top;
  let taken = within;
  if (over.length === 0) {
    const root = atoms.find(
      ({ glyph, right }) => glyph?.text === '\u221a' && Math.abs(right - bar.left) < em * thresholds.slack,
    );
    if (root !== undefined) taken = [...within, root];
    part = { kind: root === undefined ? 'overline' : 'root', inside: below };
    baseline = mainOf(under).baseline;
  } else {
    if (bar.top - lowest > em * thresholds.overBar) return undefined;
    const above = partOf(over, barsOver, depth + 1);
    if (above === undefined) return undefined;
    part = { kind: 'fraction', over: above, under: below };
    const inner = Math.max(...within.map(({ size }) => size));
    baseline = bar.top + inner * thresholds.axis;
  }
  const box = union([...taken, bar]);
  const made: Atom = {
    ...box,
    baseline,
    size: Math.max(...taken.map(({ size }) => size)),
    part,
    isFree: over.length > 0,
  };
  return partOf([...atoms.filter((atom) => !taken.includes(atom)), made], rest, depth);
}

/** The baseline and size of the largest letters; without letters, those of its parts. */
function mainOf(atoms: readonly Atom[]): { baseline: number; size: number } {
  const fixed = atoms.filter(({ isFree }) => !isFree);
  const all = fixed.length === 0 ? atoms : fixed;
  const size = Math.max(...all.map((atom) => atom.size));
  const votes = new Map<number, number>();
  for (const atom of all)
    if (atom.size > size * tolerances.raisedSize) {
      const key = Math.round(atom.baseline * 4) / 4;
      votes.set(key, (votes.get(key) ?? 0) + 1);
    }
  const [baseline = 0] = [...votes].toSorted((a, b) => b[1] - a[1])[0] ?? [];
  return { baseline, size };
}

function rowOf(atoms: readonly Atom[], depth: number): FormulaPart | undefined {
  const { baseline, size } = mainOf(atoms);
  const isOn = (atom: Atom) => {
    const off = Math.abs(atom.baseline - baseline);
    if (atom.part?.kind === 'fraction') return off < size * thresholds.axisOff;
    // Large signs hang from their origin: only their presence is checked.
    if (atom.isFree) return off < size * 2;
    return atom.size > size * tolerances.raisedSize && off < size * thresholds.baseline;
  };
  const row = atoms.filter(isOn).toSorted((a, b) => a.left - b.left);
  const small = atoms.filter((atom) => !isOn(atom));
  // The sign of a root without its line.
  if (atoms.some(({ glyph }) => glyph?.text === '\u221a')) return undefined;
  if (small.some((atom) => atom.size > size * tolerances.raisedSize)) return undefined;
  for (const [n, atom] of row.entries()) {
    const next = row[n + 1];
    if (next !== undefined && next.left < atom.right - size * thresholds.slack) return undefined;
  }
  const words = wordsOf(row, size);
  const groups = groupsOf(
    words.map(({ box }) => box),
    small,
    baseline,
    size,
    (n) => words[n]?.takesLimits === true,
  );
  if (groups === undefined) return undefined;
  const parts: FormulaPart[] = [];
  for (const [n, word] of words.entries()) {
    const part = withScripts(word, groups[n], depth);
    if (part === undefined) return undefined;
    const before = words[n - 1];
    const end = Math.max(before?.box.right ?? 0, ...(groups[n - 1]?.all ?? []).map(({ right }) => right));
    const wide = before === undefined ? 0 : (word.box.left - end) / size;
    const isBetweenWords = before?.isWord === true && word.isWord && wide > thresholds.blank;
    if (isBetweenWords || wide > thresholds.wideBlank)
      parts.push({ kind: 'text', text: wide > thresholds.wideBlank ? '\u2003' : ' ', look: 'plain' });
    parts.push(part);
  }
  const whole = bracketed(withOperands(parts));
  return whole.length === 1 ? whole[0] : { kind: 'row', parts: whole };
}

interface Word {
  box: Atom;
  part: FormulaPart;
  /** Of upright letters. */
  isWord: boolean;
  takesLimits: boolean;
}

/** Upright letters close together are one word; all else is separate. */
function wordsOf(row: readonly Atom[], size: number): Word[] {
  const words: Word[] = [];
  for (const atom of row) {
    const last = words.at(-1);
    const text = atom.glyph?.text ?? '';
    const isWord = /^\p{L}+$/u.test(text) && lookOf(atom.glyph) === 'plain';
    const isNumber = /^[\d.]$/.test(text);
    const joins =
      (isWord && last?.isWord === true) ||
      (isNumber && last?.part.kind === 'text' && /^[\d.]*\d[\d.]*$/.test(last.part.text));
    if (joins && last?.part.kind === 'text' && atom.left - last.box.right < (size * thresholds.blank) / 2) {
      last.box = { ...last.box, ...union([last.box, atom]) };
      last.part.text += text;
    } else
      words.push({
        box: atom,
        part: atom.part ?? { kind: 'text', text, look: lookOf(atom.glyph) },
        isWord,
        takesLimits: false,
      });
  }
  for (const word of words)
    if (word.part.kind === 'text') word.takesLimits = isLargeSign(word.part.text) || isOperatorName(word.part.text);
  return words;
}

function lookOf(glyph: Glyph | undefined): 'plain' | 'italic' | 'bold' | 'boldItalic' {
  if (glyph === undefined || !/\p{L}/u.test(glyph.text)) return 'plain';
  const { style } = glyph;
  const isItalic = style.italic || (style.math === 'letters' && /^[a-zA-Z\u03b1-\u03f5]$/.test(glyph.text));
  return style.bold ? (isItalic ? 'boldItalic' : 'bold') : isItalic ? 'italic' : 'plain';
}

function withScripts({ part: base }: Word, group: Group<Atom> | undefined, depth: number): FormulaPart | undefined {
  if (group === undefined || group.all.length === 0) return base;
  const inner = (atoms: readonly Atom[]) => (atoms.length === 0 ? undefined : rowAt(atoms, depth + 1));
  const [low, high] = [inner(group.low), inner(group.high)];
  if ((low === undefined) !== (group.low.length === 0) || (high === undefined) !== (group.high.length === 0))
    return undefined;
  if (base.kind === 'text' && isLargeSign(base.text))
    return {
      kind: 'sum',
      sign: base.text,
      ...(low && { sub: low }),
      ...(high && { sup: high }),
      isStacked: group.isStacked,
      inside: { kind: 'row', parts: [] },
    };
  if (group.isStacked) return { kind: 'limits', base, ...(low && { below: low }), ...(high && { above: high }) };
  return { kind: 'scripts', base, ...(low && { sub: low }), ...(high && { sup: high }) };
}

const rowAt = (atoms: readonly Atom[], depth: number): FormulaPart | undefined =>
  depth > thresholds.maxDepth ? undefined : rowOf(atoms, depth);
