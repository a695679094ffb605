// Glyphs that readers do not see: outside of the page, doubled by an invisible layer, or covered by the same letter in another
// colour. (PDFium leaves out letters that are drawn twice in one colour.)
import { claim } from '../claims.ts';
import { boxOfPage, contains } from '../box.ts';
import type { Glyph, PageContent, TextLine } from '../page-content.ts';
import { scansOf } from '../read/scanned.ts';
import { fragmentsOf, textOfLine } from './lines.ts';

const thresholds = {
  /** Points by which a letter may be outside of the page. */
  offPage: 1,
  /** em that a line may be off the same one under it. */
  covering: 0.3,
  /** em that a letter is off its shadow: no two letters of a word are so close. */
  shadow: 0.12,
  /** Points: letters that are off each other by less are at one spot. */
  sameSpot: 0.1,
  /** The size in points of the squares that are searched for shadows, which are off by less; and the letters checked in each. */
  shadowCell: 6,
  lettersOfCell: 24,
  /** Points: letters of both layers in one square of this side are the same. */
  sameLetter: 8,
};

/** Claims them. Invisible text that is the only one, as on recognised scans, is kept, and the scan goes. */
export function removeHiddenText(page: PageContent): void {
  const box = boxOfPage(page);
  claim(
    page,
    page.glyphs.filter((glyph) => !contains(box, glyph, thresholds.offPage)),
    'off the page',
  );
  claim(page, coveredIn(page.glyphs), 'printed twice');
  const inside = page.glyphs;
  if (!inside.some(({ isHidden }) => isHidden)) return;
  const shown = new Set(
    inside.flatMap((glyph) => (glyph.isHidden || glyph.text.trim() === '' ? [] : [placeOf(glyph)])),
  );
  let recognised = 0;
  // The text of a recognised scan is all there is; over real text it is a copy.
  const copies = inside.filter((glyph) => glyph.isHidden && shown.has(placeOf(glyph)));
  claim(page, copies, 'invisible');
  for (const glyph of page.glyphs) {
    if (!glyph.isHidden) continue;
    glyph.isHidden = false;
    if (glyph.text.trim() !== '') recognised += 1;
  }
  if (recognised <= shown.size) return;
  const [scans, art] = [scansOf(page, page.pictures), scansOf(page, page.art)];
  page.pictures = page.pictures.filter((picture) => !scans.has(picture));
  page.art = page.art.filter((box) => !art.has(box));
}

/** The letters that are drawn again at their place, as over a shadow. */
function coveredIn(all: readonly Glyph[]): Set<Glyph> {
  const isSeen = ({ isHidden, text }: Glyph) => !isHidden && text.trim() !== '';
  const shadows = new Set(shadowsOf(all.filter(isSeen)));
  const glyphs = all.filter((glyph) => !shadows.has(glyph));
  const seen = glyphs.filter(isSeen);
  const last = new Map(seen.map((glyph) => [spotOf(glyph), glyph]));
  if (last.size === seen.length) return shadows;
  const covered = new Set(seen).difference(new Set(last.values()));
  // Where letters are set a little wider the second time, they meet at the beginning of their line alone.
  for (const own of Map.groupBy(fragmentsOf(glyphs, 0), textOfLine).values())
    for (const [n, line] of own.entries())
      if (own.slice(n + 1).some((other) => isOver(line, other))) for (const glyph of line.glyphs) covered.add(glyph);
  return covered.union(shadows);
}

/** Letters a hair below and to the right of the same ones in another colour: which was painted first is not known. */
function shadowsOf(glyphs: readonly Glyph[]): Glyph[] {
  const [first] = glyphs;
  if (glyphs.every(({ style }) => style.color === first?.style.color)) return [];
  const cells = Map.groupBy(glyphs, (glyph) => cellOf(glyph, 0, 0));
  const isCovered = (glyph: Glyph) => {
    const most = glyph.style.size * thresholds.shadow;
    return around.some(([across, down]) =>
      cells
        .get(cellOf(glyph, across, down))
        ?.slice(0, thresholds.lettersOfCell)
        .some(
          (other) =>
            other.text === glyph.text &&
            other.style.color !== glyph.style.color &&
            isWithin(glyph.left - other.left, most) &&
            isWithin(glyph.baseline - other.baseline, most) &&
            glyph.left - other.left + glyph.baseline - other.baseline > thresholds.sameSpot,
        ),
    );
  };
  return glyphs.filter(isCovered);
}

const isWithin = (distance: number, most: number): boolean => distance > -thresholds.sameSpot && distance < most;

const around = [-1, 0, 1].flatMap((across) => [-1, 0, 1].map((down) => [across, down] as const));

/** A number for the square that a letter begins in, or one beside it. */
const cellOf = ({ left, baseline }: Glyph, across: number, down: number): number =>
  (Math.round(left / thresholds.shadowCell) + across) * 100_000 + Math.round(baseline / thresholds.shadowCell) + down;

const isOver = (line: TextLine, other: TextLine): boolean =>
  Math.abs(line.baseline - other.baseline) < line.size * thresholds.covering &&
  Math.abs(line.left - other.left) < line.size * thresholds.covering;

const spotOf = ({ text, left, right, baseline }: Glyph): string =>
  `${text} ${Math.round(left * 10)} ${Math.round(right * 10)} ${Math.round(baseline * 10)}`;

/** The square that contains a letter. */
const placeOf = ({ left, right, baseline }: Glyph): string =>
  `${Math.round((left + right) / 2 / thresholds.sameLetter)} ${Math.round(baseline / thresholds.sameLetter)}`;
