// Whether columns are balanced: whether they end at one height before a change of columns.
import type { Region } from '#conversion/layout/layout-blocks.ts';

const thresholds = {
  /** Points by which a block may begin to the left of its column. */
  columnSlack: 4,
  /** Points: columns whose ends differ by less, three lines, are balanced. */
  sameHeight: 40,
};

/** Whether columns over a change of columns end at nearly one height. */
export function balancesColumns(regions: readonly Region[]): boolean {
  let [even, uneven] = [0, 0];
  for (const [n, region] of regions.entries()) {
    const next = regions[n + 1];
    if (region.columns.length < 2 || next === undefined || next.page !== region.page) continue;
    if (endsEvenly(region)) even += 1;
    else uneven += 1;
  }
  return even >= uneven;
}

/** Whether the columns of a region end at nearly one height; above `limit`, where that is given. */
export function endsEvenly(region: Region, limit = Infinity): boolean {
  const bottoms = region.columns.map(({ left, right }) =>
    Math.max(
      region.top,
      ...region.blocks
        .flatMap((block) =>
          block.kind === 'text' ? block.lines.filter((line) => line.page === region.page) : [block.box],
        )
        .filter((box) => box.left >= left - thresholds.columnSlack && box.left <= right)
        .map(({ bottom }) => bottom),
    ),
  );
  return (
    Math.max(...bottoms) - Math.min(...bottoms) < thresholds.sameHeight &&
    Math.max(...bottoms) < limit - thresholds.sameHeight
  );
}
