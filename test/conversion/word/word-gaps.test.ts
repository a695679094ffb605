// Words part where their line says so, whether its blanks are typed, narrow, or missing and its letters spaced.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readingLines } from '#conversion/layout/tagged/reading-lines.ts';
import { linesOf, piecesOf, textOfLine } from '#conversion/layout/lines/lines.ts';
import type { Glyph } from '#conversion/layout/page-content.ts';
import { letters } from '../../support/word-pages.ts';

/** Letters of 10 points; "_" is a typed blank, and a number in brackets the gap before the next letter in hundredths of an em. */
function placed(text: string, between = 0): Glyph[] {
  const glyphs: Glyph[] = [];
  let [left, wide] = [72, 0];
  for (const [token, gap] of text.matchAll(/\[(-?\d+)\]|./g)) {
    if (gap !== undefined) wide = Number(gap) / 10;
    else if (token === '_') glyphs.push(...letters(' ', { left: left + wide }));
    else {
      const [glyph] = letters(token, { left: left + (glyphs.length === 0 ? 0 : wide || between / 10) });
      if (glyph === undefined) continue;
      glyphs.push(glyph);
      [left, wide] = [glyph.right, 0];
    }
  }
  return glyphs;
}

const read = (glyphs: readonly Glyph[]) => linesOf(piecesOf(glyphs, 0)).map(textOfLine).join('\n');
const readTagged = (glyphs: readonly Glyph[]) =>
  readingLines(
    glyphs,
    glyphs.map(() => 0),
  )
    .map(textOfLine)
    .join('\n');

for (const [way, words] of [
  ['by themselves', read],
  ['by their tags', readTagged],
] as const) {
  test(`narrow gaps part words where those of letters are narrower, read ${way}`, () => {
    assert.equal(
      words(placed('under[13]the[12]Federal[13]Tort[14]Claims[12]Act', 1)),
      'under the Federal Tort Claims Act',
    );
  });

  test(`a gap that is not typed parts words as the typed ones of its line do, read ${way}`, () => {
    assert.equal(words(placed('took[18]care[16]that_[20]the_[19]governors')), 'took care that the governors');
    assert.equal(words(placed('an_[60]over[12]hanging_[60]word')), 'an overhanging word');
  });

  test(`letters that are spaced are one word, read ${way}`, () => {
    assert.equal(words(placed('CONTENTS[60]OF[60]THIS', 22)), 'CONTENTS OF THIS');
    assert.equal(words(placed('CONTENTS', 24)), 'CONTENTS');
    assert.equal(words(placed('NOTE_[45]that_[45]this_[45]is_[45]so', 15)), 'NOTE that this is so');
  });

  test(`uneven gaps of kerned letters are no blanks, read ${way}`, () => {
    assert.equal(words(placed('A[4]W[6]a[2]t[7]e[1]r[3]f[5]a[6]l[8]l')), 'AWaterfall');
  });

  test(`raised letters stay with their word, read ${way}`, () => {
    const before = letters('Babylon.^1', { left: 72 });
    const after = letters(')and on', { left: 72 + 45 + 0.57 });
    assert.match(words([...before, ...after]), /1\)and/);
  });
}
