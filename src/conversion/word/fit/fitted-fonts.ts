// Fonts that word processors show: a family that hardly anybody has is replaced by the similar one whose letters are most alike in
// width, and the remaining difference goes into the width or the distance of letters, so that lines keep their length.
import { type Glyph, type PageContent, type TextStyle, typicalSmallCaps } from '#conversion/layout/page-content.ts';
import { advancesOf, characters, indexOf, isSmallLetter } from '#conversion/layout/text/family-advances.ts';
import { isWidespread } from '#conversion/layout/text/widespread-families.ts';
import { tolerances } from '#conversion/layout/tolerances.ts';

const thresholds = {
  /** Letters of a style from which its widths are known. */
  minLetters: 12,
  /** Share of the letters of a family that have to be Latin for it to be replaced. */
  latin: 0.6,
  /** em between the letters of a word at most: there are documents without blanks. */
  maxGap: 0.12,
  /** Share of the mean advance within which those of all letters are of a typewriter. */
  fixed: 0.03,
  /** How much a family that has to be stretched or narrowed counts against one that does not. */
  stretching: 0.2,
  /** Relative: a smaller difference of widths is ignored. */
  difference: 0.006,
  /** Relative: letters are drawn wider or narrower by more. */
  stretch: 0.02,
  /** Relative: letters of another family are drawn narrower or wider by more; less goes between them. */
  scaled: 0.075,
  /** Percent that letters are narrowed or widened to. */
  minScale: 70,
  maxScale: 140,
  /** Points that letters are moved apart or together at most, of a size of 1. */
  maxSpacing: 0.5,
};

/** The letters of one style and their width. */
interface Measured {
  style: TextStyle;
  styles: Set<TextStyle>;
  letters: number;
  /** By character: how many, and their total width in em. */
  counts: Float64Array;
  ems: Float64Array;
  /** Their width according to their font. */
  widths: Float64Array;
}

/** Sets in the styles of all letters how they are shown. */
export function fitFonts(pages: readonly PageContent[]): void {
  const { measured, shares } = measure(pages);
  const faces = Map.groupBy(measured, ({ style }) => faceKey(style));
  for (const own of faces.values()) {
    const [first] = own;
    if (first === undefined) continue;
    const face = merged(own);
    const isReplaced =
      !isWidespread(first.style.font) &&
      (shares.get(first.style.font) ?? 0) > thresholds.latin &&
      face.letters >= thresholds.minLetters;
    const shown = isReplaced ? similarTo(face) : first.style.font;
    for (const group of own) fit(group, shown, face);
  }
}

/** Sets the shown family of the group's styles, and the scale or spacing of their letters. */
function fit(group: Measured, shown: string, face: Measured): void {
  const { style } = group;
  const known = group.letters >= thresholds.minLetters ? group : face;
  if (known.letters < thresholds.minLetters) return;
  const isSame = shown === style.font;
  const table = isSame ? undefined : advancesOf(shown, style);
  // Word processors have half points.
  const shownSize = Math.round(style.size * 2) / 2;
  const actual = (sum(known.ems) / known.letters) * style.size;
  const expected = (table === undefined ? sum(known.widths) / known.letters : meanAdvance(known, table)) * shownSize;
  const ratio = actual / expected;
  const off = Math.abs(ratio - 1);
  const isFitted = off >= thresholds.difference;
  const isDrawn = isSame ? isStretched(known) : off >= thresholds.scaled;
  const wanted = isFitted && isDrawn ? Math.round(ratio * 100) : 100;
  const isScaled = wanted >= thresholds.minScale && wanted <= thresholds.maxScale;
  const scale = isScaled ? wanted : 100;
  // The rest goes between the letters, in twentieths of a point.
  const left = isFitted ? Math.round((actual - expected * (scale / 100)) * 20) / 20 : 0;
  const spacing = Math.abs(left) < style.size * thresholds.maxSpacing ? left : 0;
  for (const own of group.styles) {
    if (!isSame) own.shownAs = shown;
    if (scale !== 100) own.scale = scale;
    if (spacing !== 0) own.spacing = spacing;
  }
}

/** Whether letters are wider by a share of their width each, not by one distance: then they are drawn wider. */
function isStretched({ counts, ems, widths, letters }: Measured): boolean {
  const [ratio, apart] = [sum(ems) / sum(widths), (sum(ems) - sum(widths)) / letters];
  let [stretched, spaced] = [0, 0];
  for (let n = 0; n < characters; n++) {
    const count = counts[n] ?? 0;
    if (count === 0) continue;
    const [advance, width] = [(ems[n] ?? 0) / count, (widths[n] ?? 0) / count];
    stretched += count * (advance - width * ratio) ** 2;
    spaced += count * (advance - width - apart) ** 2;
  }
  return Math.abs(ratio - 1) > thresholds.stretch && stretched < spaced;
}

/** The family whose letters are most alike in width, of the right kind. */
function similarTo(face: Measured): string {
  if (isFixed(face)) return 'Courier New';
  const { font, isSerif } = face.style;
  if (!sansNames.test(font) && (serifNames.test(font) || isSerif === true)) return serif;
  let best = { family: serif, distance: Infinity };
  for (const family of sansNames.test(font) ? sans : [serif, ...sans]) {
    const table = advancesOf(family, face.style);
    if (table === undefined) continue;
    const ratio = sum(face.ems) / face.letters / meanAdvance(face, table);
    let distance = 0;
    for (let n = 0; n < characters; n++) {
      const count = face.counts[n] ?? 0;
      if (count > 0) distance += count * ((face.ems[n] ?? 0) / count - ((table[n] ?? 0) / 1000) * ratio) ** 2;
    }
    distance = Math.sqrt(distance / face.letters) + Math.abs(ratio - 1) * thresholds.stretching;
    if (distance < best.distance) best = { family, distance };
  }
  return best.family;
}

const serif = 'Times New Roman';
const sans = ['Arial', 'Calibri', 'Arial Narrow'];
const sansNames =
  /sans|gothic|grotes|helvet|univers|frutiger|futura|myriad|avenir|gotham|swiss|humanist|officina|interstate|akkurat|meta\b|\bdin\b/i;
const serifNames = /serif|roman|times|garamond|minion|caslon|bodoni|century|schlbk|schoolbook|ionic|palat|utopia|slab/i;

/** Whether all letters of the font are equally wide, whatever their spacing. */
function isFixed({ widths, counts, letters }: Measured): boolean {
  const mean = sum(widths) / letters;
  for (let n = 0; n < characters; n++) {
    const count = counts[n] ?? 0;
    if (count > 0 && Math.abs((widths[n] ?? 0) / count - mean) > mean * thresholds.fixed) return false;
  }
  return true;
}

/** The average width of a letter in em, weighted by the letters of the text. */
function meanAdvance({ counts, letters }: Measured, table: readonly number[]): number {
  let total = 0;
  for (let n = 0; n < characters; n++) total += (counts[n] ?? 0) * (table[n] ?? 0);
  return total / 1000 / letters;
}

function sum(values: Float64Array): number {
  let total = 0;
  for (let n = 0; n < values.length; n++) total += values[n] ?? 0;
  return total;
}

const faceKey = ({ font, bold, italic, smallCaps }: TextStyle): string => `${font}|${bold}|${italic}|${smallCaps}`;

function merged(groups: readonly Measured[]): Measured {
  const [first] = groups;
  const all = emptyOf(first?.style as TextStyle);
  for (const { letters, widths, counts, ems } of groups) {
    all.letters += letters;
    for (let n = 0; n < characters; n++) {
      all.counts[n] = (all.counts[n] ?? 0) + (counts[n] ?? 0);
      all.ems[n] = (all.ems[n] ?? 0) + (ems[n] ?? 0);
      all.widths[n] = (all.widths[n] ?? 0) + (widths[n] ?? 0);
    }
  }
  return all;
}

const emptyOf = (style: TextStyle): Measured => ({
  style,
  styles: new Set(),
  letters: 0,
  counts: new Float64Array(characters),
  ems: new Float64Array(characters),
  widths: new Float64Array(characters),
});

/** How far letters are from the next ones of their word, by style; and the share of Latin letters, by family. */
function measure(pages: readonly PageContent[]): { measured: Measured[]; shares: Map<string, number> } {
  const groups = new Map<string, Measured>();
  const byStyle = new Map<TextStyle, Measured>();
  const families = new Map<string, { latin: number; all: number }>();
  for (const { glyphs } of pages)
    for (const [n, glyph] of glyphs.entries()) {
      const { style } = glyph;
      let group = byStyle.get(style);
      if (group === undefined) {
        const key = `${faceKey(style)}|${style.size}`;
        group = groups.get(key) ?? emptyOf(style);
        groups.set(key, group);
        group.styles.add(style);
        byStyle.set(style, group);
      }
      if (glyph.text === ' ' || glyph.angle !== 0 || style.isInk === true) continue;
      const family = families.get(style.font) ?? { latin: 0, all: 0 };
      families.set(style.font, family);
      family.all += 1;
      const character = indexOf(glyph.text);
      if (character === undefined) continue;
      family.latin += 1;
      const advance = advanceOf(glyph, glyphs[n + 1]);
      if (advance === undefined) continue;
      group.letters += 1;
      const width = (glyph.right - glyph.left) * (isSmallLetter(character) ? shownWider(style) : 1);
      group.widths[character] = (group.widths[character] ?? 0) + width / style.size;
      group.counts[character] = (group.counts[character] ?? 0) + 1;
      group.ems[character] = (group.ems[character] ?? 0) + advance / style.size;
    }
  return {
    measured: [...groups.values()],
    shares: new Map([...families].map(([font, { latin, all }]) => [font, latin / all])),
  };
}

/** Word processors draw small capitals in one size. */
const shownWider = ({ smallCaps = typicalSmallCaps }: TextStyle): number => typicalSmallCaps / smallCaps;

function advanceOf(glyph: Glyph, next: Glyph | undefined): number | undefined {
  if (next === undefined || next.text === ' ' || next.isGenerated || next.angle !== 0) return undefined;
  if (Math.abs(next.baseline - glyph.baseline) > tolerances.sameBaselinePoints || next.style.size !== glyph.style.size)
    return undefined;
  const [advance, gap] = [next.left - glyph.left, next.left - glyph.right];
  return advance > 0 && Math.abs(gap) < glyph.style.size * thresholds.maxGap ? advance : undefined;
}
