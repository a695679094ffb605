// Pages that are larger than those of Word are made smaller, with all that is on them.
import type { Box } from '#conversion/layout/box.ts';
import type { PageContent } from '#conversion/layout/page-content.ts';

/** Points: 22 inches, the largest page that Word has. */
const largestPage = 1584;

/** The fields that are lengths in points; a picture's width and height are pixels. */
const lengths: ReadonlySet<string> = new Set('left top right bottom baseline size thickness spacing raise'.split(' '));

export function shrinkPages(pages: readonly PageContent[]): void {
  for (const page of pages) {
    const times = largestPage / Math.max(page.width, page.height);
    if (times < 1) shrinkPage(page, times);
  }
}

function shrinkPage(page: PageContent, times: number): void {
  const { fromUserSpace, render, renderBackdrop } = page;
  const asRead = (box: Box): Box => shrunk(box, 1 / times);
  page.fromUserSpace = (...corners) => shrunk(fromUserSpace(...corners), times);
  page.render = (box, dpi, isBare) => render(asRead(box), dpi * times, isBare);
  page.renderBackdrop = (box, families, under) => renderBackdrop(asRead(box), families, under.map(asRead));
  shrinkAll(page, times, new Set());
  page.width *= times;
  page.height *= times;
}

const shrunk = ({ left, top, right, bottom }: Box, times: number): Box => ({
  left: left * times,
  top: top * times,
  right: right * times,
  bottom: bottom * times,
});

/** Multiplies the lengths of an object, and of all that it has; letters share styles and links. */
function shrinkAll(object: object, times: number, done: Set<object>): void {
  if (done.has(object)) return;
  done.add(object);
  for (const [key, value] of Object.entries(object) as [string, unknown][])
    if (typeof value === 'number' && lengths.has(key)) Object.assign(object, { [key]: value * times });
    else if (typeof value === 'object' && value !== null) shrinkAll(value, times, done);
}
