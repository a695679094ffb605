// Bookmarks at the paragraphs that links within the document lead to.
import type { Box } from '#conversion/layout/box.ts';
import { pageOf, type TextBlock, topOf } from '#conversion/layout/layout-blocks.ts';
import type { Link, PageContent } from '#conversion/layout/page-content.ts';

type Target = NonNullable<Link['target']>;

export interface Bookmarks {
  nameOf: (target: Target) => string | undefined;
  /** The bookmark of the paragraph whose first line this is. */
  at: (line: Box) => string | undefined;
}

/** How far above the target a paragraph may begin and still match, in points: viewers leave some room above the target. */
const slackAbove = 6;

const keyOf = ({ page, top }: Target): string => `${page} ${Math.round(top)}`;

/** Names the first paragraph at or below each target; on a page without one below, its last. */
export function bookmarksOf(pages: readonly PageContent[], paragraphs: readonly TextBlock[]): Bookmarks {
  const names = new Map<string, string>();
  const places = new Map<Box, string>();
  for (const page of pages)
    for (const { target } of page.links) {
      if (target === undefined || (target.line === undefined && names.has(keyOf(target)))) continue;
      const onPage = paragraphs.filter((block) => pageOf(block) === target.page);
      const found = onPage.find((block) => topOf(block) > target.top - slackAbove) ?? onPage.at(-1);
      const line = target.line ?? found?.lines[0];
      if (line === undefined) continue;
      const name = places.get(line) ?? `_Ref${places.size + 1}`;
      places.set(line, name);
      if (target.line === undefined) names.set(keyOf(target), name);
    }
  const nameOf = (target: Target) => (target.line === undefined ? names.get(keyOf(target)) : places.get(target.line));
  return { nameOf, at: (line) => places.get(line) };
}
