// The letters of a page as columns of numbers, which one thread hands over to another without copying them.
import type { Glyph, TextStyle } from '../page-content.ts';

/** One row a letter, in the order of the page. */
export interface GlyphColumns {
  /** left, right, top, bottom, baseline and angle of each, one after the other. */
  places: Float64Array<ArrayBuffer>;
  /** Index in `texts`, in `styles`, mcid and flags of each, one after the other. */
  facts: Int32Array<ArrayBuffer>;
  texts: string[];
  styles: TextStyle[];
}

const flags = { isArtifact: 1, isGenerated: 2, isHidden: 4 };
const placesEach = 6;
const factsEach = 4;

/** Of letters as they are read: nothing has been found out about them. */
export function columnsOf(glyphs: readonly Glyph[]): GlyphColumns {
  const places = new Float64Array(glyphs.length * placesEach);
  const facts = new Int32Array(glyphs.length * factsEach);
  const [texts, styles] = [new Map<string, number>(), new Map<TextStyle, number>()];
  let [place, fact] = [0, 0];
  for (const glyph of glyphs) {
    places[place++] = glyph.left;
    places[place++] = glyph.right;
    places[place++] = glyph.top;
    places[place++] = glyph.bottom;
    places[place++] = glyph.baseline;
    places[place++] = glyph.angle;
    facts[fact++] = indexIn(texts, glyph.text);
    facts[fact++] = indexIn(styles, glyph.style);
    facts[fact++] = glyph.mcid;
    facts[fact++] =
      (glyph.isArtifact ? flags.isArtifact : 0) |
      (glyph.isGenerated ? flags.isGenerated : 0) |
      (glyph.isHidden ? flags.isHidden : 0);
  }
  return { places, facts, texts: [...texts.keys()], styles: [...styles.keys()] };
}

function indexIn<Key>(indexes: Map<Key, number>, key: Key): number {
  const known = indexes.get(key);
  if (known !== undefined) return known;
  indexes.set(key, indexes.size);
  return indexes.size - 1;
}

/** The letters again; those of one style share it. */
export function glyphsOfColumns({ places, facts, texts, styles }: GlyphColumns): Glyph[] {
  const glyphs: Glyph[] = [];
  for (let place = 0, fact = 0; fact < facts.length; place += placesEach, fact += factsEach) {
    const flag = facts[fact + 3] as number;
    glyphs.push({
      left: places[place] as number,
      right: places[place + 1] as number,
      top: places[place + 2] as number,
      bottom: places[place + 3] as number,
      text: texts[facts[fact] as number] as string,
      baseline: places[place + 4] as number,
      style: styles[facts[fact + 1] as number] as TextStyle,
      mcid: facts[fact + 2] as number,
      isArtifact: (flag & flags.isArtifact) !== 0,
      angle: places[place + 5] as number,
      isGenerated: (flag & flags.isGenerated) !== 0,
      isHidden: (flag & flags.isHidden) !== 0,
    });
  }
  return glyphs;
}
