// Comments on places of the pages, attached to the letters that they refer to, or to the nearest ones.
import { areaOf, type Box, middleX, middleY } from '#conversion/layout/box.ts';
import type { Paragraph, Run, Section } from '../docx-model.ts';
import { paragraphsIn } from '../docx-paragraphs.ts';
import type { TextBlock } from '#conversion/layout/layout-blocks.ts';
import { isBlank } from '#conversion/layout/lines/lines.ts';
import { letterFinder } from '#conversion/layout/lines/marked-letters.ts';
import type { Glyph, Mark, PageContent, Remark, TextLine } from '#conversion/layout/page-content.ts';
import { plainStyle } from '#conversion/layout/text/style.ts';

/** The comments on the letters of paragraphs; letters with the same comments share a list. */
export function remarksOf(
  pages: readonly Pick<PageContent, 'index' | 'marks'>[],
  paragraphs: readonly TextBlock[],
): Map<Glyph, readonly Remark[]> {
  const said = new Map<Glyph, number[]>();
  const all: Remark[] = [];
  const commented = pages.filter(({ marks }) => marks.some(({ remark }) => remark !== undefined));
  if (commented.length === 0) return new Map();
  const byPage = Map.groupBy(
    paragraphs.flatMap(({ lines }) => lines),
    ({ page }) => page,
  );
  for (const { index, marks } of commented) {
    const lines = byPage.get(index) ?? [];
    const lettersOn = letterFinder(lines.flatMap(({ glyphs }) => glyphs));
    for (const mark of marks) {
      if (mark.remark === undefined) continue;
      const id = all.push(mark.remark) - 1;
      for (const glyph of lettersOf(mark, lines, lettersOn)) said.set(glyph, [...(said.get(glyph) ?? []), id]);
    }
  }
  const lists = new Map<string, readonly Remark[]>();
  return new Map(
    [...said].map(([glyph, ids]) => {
      const key = ids.join(' ');
      const list = lists.get(key) ?? ids.flatMap((id) => all[id] ?? []);
      lists.set(key, list);
      return [glyph, list];
    }),
  );
}

/** The letters on a mark; of a note beside the text the nearest word. */
function lettersOf(
  { areas, look }: Mark,
  lines: readonly TextLine[],
  lettersOn: (area: Box) => Glyph[],
): readonly Glyph[] {
  const covered = areas.flatMap(lettersOn);
  const [area] = areas;
  if ((look !== undefined && covered.length > 0) || area === undefined) return [...new Set(covered)];
  if (covered.length > 0 && areaOf(area) > largestIcon) return covered;
  return nearestWord(area, lines);
}

/** Square points: the sign of a note is smaller, and covers letters by chance. */
const largestIcon = 1000;

/** Times its width: letters above or below count as farther away than those beside it. */
const heightCounts = 3;

function nearestWord(area: Box, lines: readonly TextLine[]): Glyph[] {
  const [x, y] = [middleX(area), middleY(area)];
  const distance = (box: Box) =>
    Math.max(0, box.left - x, x - box.right) + Math.max(0, box.top - y, y - box.bottom) * heightCounts;
  const line = nearest(lines, distance);
  const letters = line?.glyphs ?? [];
  const letter = nearest(
    letters.filter((glyph) => !isBlank(glyph)),
    distance,
  );
  const at = letter === undefined ? -1 : letters.indexOf(letter);
  const begin = letters.findLastIndex((glyph, n) => n < at && isBlank(glyph)) + 1;
  const end = letters.findIndex((glyph, n) => n > at && isBlank(glyph));
  return at < 0 ? [] : letters.slice(begin, end < 0 ? letters.length : end);
}

function nearest<Item>(items: readonly Item[], distance: (item: Item) => number): Item | undefined {
  let found: { item: Item; away: number } | undefined;
  for (const item of items) {
    const away = distance(item);
    if (found === undefined || away < found.away) found = { item, away };
  }
  return found?.item;
}

/** Attaches comments without a run, as on pages without text, to the text of their page or of previous ones. */
export function keepRemarks(
  sections: readonly Section[],
  pages: readonly Pick<PageContent, 'index' | 'marks'>[],
): void {
  const said = pages.flatMap(({ index, marks }) => marks.flatMap(({ remark }) => (remark ? [{ remark, index }] : [])));
  if (said.length === 0) return;
  const blocks = sections.flatMap((section) => section.blocks);
  const paragraphs = blocks.flatMap((block) =>
    paragraphsIn(block).map((paragraph) => ({ paragraph, page: block.page ?? 0 })),
  );
  const kept = new Set(paragraphs.flatMap(({ paragraph }) => paragraph.runs.flatMap(({ remarks = [] }) => remarks)));
  for (const { remark, index } of said) {
    if (kept.has(remark)) continue;
    const place = paragraphs.findLast(({ page }) => page <= index) ?? paragraphs[0];
    if (place !== undefined) hang(remark, place.paragraph);
  }
}

function hang(remark: Remark, { runs }: Paragraph): void {
  const run: Run = runs.at(-1) ?? { text: '', style: plainStyle(1) };
  if (runs.length === 0) runs.push(run);
  run.remarks = [...(run.remarks ?? []), remark];
}
