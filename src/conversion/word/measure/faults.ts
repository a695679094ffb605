// Faults of the pages of a composed document, by measuring it: lost words, text without room, boxes over boxes.
import { type Box, sharedHeight, sharedWidth } from '#conversion/layout/box.ts';
import type { WordDocument } from '../docx-model.ts';
import { byFrame, frameBox, isFramed } from './text-frames.ts';

const thresholds = {
  /** Points of height and width that boxes share at least where one is over the other. */
  sharedHeight: 3,
  sharedWidth: 6,
  /** Boxes of a page: more are not compared. */
  boxes: 400,
  /** The weight of text without room, in lost words. */
  crowded: 60,
};

/** How much is wrong with each page, from 0; pages without faults have no entry. */
export function faultsOf(document: WordDocument, crowded: ReadonlySet<number>): Map<number, number> {
  const faults = new Map<number, number>();
  const add = (page: number, count: number) => {
    if (count > 0) faults.set(page, (faults.get(page) ?? 0) + count);
  };
  for (const { page, words } of document.lost ?? []) add(page, words.length);
  for (const page of crowded) add(page, thresholds.crowded);
  const framed = document.sections
    .flatMap(({ blocks }) => byFrame(blocks).map((group) => group.filter(isFramed)))
    .filter((group) => group.length > 0);
  for (const [page, own] of Map.groupBy(framed, ([first]) => first?.page ?? 0))
    add(page, overlapping(own.map(frameBox)));
  return faults;
}

/** How many boxes are over another one. */
function overlapping(boxes: readonly Box[]): number {
  if (boxes.length > thresholds.boxes) return 0;
  return boxes.filter((box, n) =>
    boxes
      .slice(n + 1)
      .some(
        (other) =>
          sharedHeight(box, other) > thresholds.sharedHeight && sharedWidth(box, other) > thresholds.sharedWidth,
      ),
  ).length;
}
