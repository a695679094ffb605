// The drawings of a cell: its borders and its shading.
import { type Box, middleX, middleY, union } from '../box.ts';
import { endOf, positionOf, startOf } from '../straight-lines.ts';
import type { PageContent, Rule } from '../page-content.ts';
import type { CellBlock } from '../layout-blocks.ts';
import type { PageBox } from '../page-boxes.ts';
import { tolerances } from '../tolerances.ts';

const thresholds = {
  /** Points around a table, and over the text of a cell, in which lines are theirs. */
  around: 16,
  /** Points over the text without such a line. */
  padding: 1,
};

/** On another page than the table's first: below the line that is drawn over it. */
export function placeOf(cell: CellBlock, extents: readonly PageBox[], page: PageContent): Box {
  const box = union(extents.map((extent) => extent.box));
  const over = page.rules
    .filter(
      (rule) =>
        rule.direction === 'horizontal' &&
        rule.top < box.top + tolerances.slackPoints &&
        rule.top > box.top - thresholds.around &&
        rule.left < box.right &&
        rule.right > box.left,
    )
    .map(middleY);
  const top = over.length > 0 ? Math.max(...over) : box.top - thresholds.padding;
  return {
    left: cell.box.left,
    right: cell.box.right,
    top,
    bottom: Math.max(box.bottom, top + cell.box.bottom - cell.box.top),
  };
}

/** Rules and edges of boxes in and around the table. */
export function rulesAround(page: PageContent, box: Box): { vertical: number[]; horizontal: number[] } {
  const within = (item: Box) =>
    item.left < box.right + thresholds.around &&
    item.right > box.left - thresholds.around &&
    item.top < box.bottom + thresholds.around &&
    item.bottom > box.top - thresholds.around;
  const rules = page.rules.filter(within);
  const fills = page.fills.filter(
    (fill) => within(fill) && fill.right - fill.left < page.width * tolerances.groundWidth,
  );
  return {
    vertical: [
      ...rules.filter(({ direction }) => direction === 'vertical').map(middleX),
      ...fills.flatMap(({ left, right }) => [left, right]),
    ],
    horizontal: [
      ...rules.filter(({ direction }) => direction === 'horizontal').map(middleY),
      ...fills.flatMap(({ top, bottom }) => [top, bottom]),
    ],
  };
}

/** The borders and the shade that are drawn at a cell's place. */
export function decorated(cell: CellBlock, place: Box, page: PageContent): void {
  const [x, y] = [middleX(place), middleY(place)];
  const find = (direction: Rule['direction'], at: number, across: number) =>
    page.rules.find(
      (rule) =>
        rule.direction === direction &&
        Math.abs(positionOf(rule) - at) < tolerances.sameRulePoints &&
        startOf(rule) < across &&
        endOf(rule) > across,
    );
  const sides = {
    top: find('horizontal', place.top, x),
    bottom: find('horizontal', place.bottom, x),
    left: find('vertical', place.left, y),
    right: find('vertical', place.right, y),
  };
  cell.borders = Object.fromEntries(
    Object.entries(sides).flatMap(([side, rule]) =>
      rule === undefined ? [] : [[side, { thickness: rule.thickness, color: rule.color }]],
    ),
  ) as CellBlock['borders'];
  const shading = page.fills.findLast(
    (fill) =>
      fill.left < x &&
      fill.right > x &&
      fill.top < y &&
      fill.bottom > y &&
      fill.right - fill.left < page.width * tolerances.groundWidth &&
      fill.bottom - fill.top > tolerances.shadingHeightPoints,
  );
  if (shading !== undefined && shading.color !== 'ffffff') cell.shading = shading.color;
}
