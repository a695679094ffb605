// Text that stands beside other text without being its column: sidebars and boxes that text goes around.
import { type Box, type Line, type PageContent, union } from '../content.ts';
import { type Band, pageOf, type TextDraft } from '../drafts.ts';

/** Marks drafts that float, and gives them their own frame. */
export function findFloating(bands: readonly Band[]): void {
  for (const { drafts } of bands) {
    const texts = drafts.filter((draft): draft is TextDraft => draft.kind === 'text');
    for (const draft of texts) {
      const page = draft.lines[0]?.page;
      const box = union(draft.lines);
      const width = draft.frame.right - draft.frame.left;
      if (draft.lines.some((line) => line.page !== page) || box.right - box.left > width * 0.62) continue;
      const around = texts.filter(
        (other) =>
          other !== draft &&
          other.isFloating !== true &&
          other.lines.length > draft.lines.length * 0.5 &&
          goesAround(other, box, page),
      );
      if (around.length === 0) continue;
      draft.isFloating = true;
    }
    // Paragraphs of one box have one frame.
    const floating = texts.filter(({ isFloating }) => isFloating === true);
    for (const draft of floating) {
      const near = floating.filter((other) => Math.abs(middle(other) - middle(draft)) < 60);
      const box = union(near.flatMap(({ lines }) => lines));
      draft.frame = { ...draft.frame, left: box.left, right: box.right };
    }
  }
}

const middle = ({ lines }: TextDraft): number => {
  const { left, right } = union(lines);
  return (left + right) / 2;
};

/** Whether lines of a paragraph are beside the box, and shorter there than above or below it. */
function goesAround({ lines, frame }: TextDraft, box: Box, page: number | undefined): boolean {
  const own = lines.filter((line) => line.page === page);
  const beside = own.filter((line) => isBesideBox(line, box));
  if (beside.length === 0 || beside.some((line) => line.left < box.right && line.right > box.left)) return false;
  const others = own.filter((line) => !beside.includes(line));
  const isShorter = others.some((line) => line.left < box.right - 6 && line.right > box.left + 6);
  const fills = union(beside).right - union(beside).left > (frame.right - frame.left) * 0.35;
  return isShorter || (fills && beside.length >= 3);
}

const isBesideBox = (line: Box, box: Box): boolean =>
  Math.min(line.bottom, box.bottom) - Math.max(line.top, box.top) > (line.bottom - line.top) * 0.4;

/** Boxes have some room around their text. */
const grown = (box: Box): Box => ({ ...box, top: box.top - 12, bottom: box.bottom + 12 });

/** Tells lines that share their height with another thing in the column. */
export function besideFinder(bands: readonly Band[]): (line: Line) => boolean {
  const boxes = new Map<number, { owner: unknown; box: Box }[]>();
  for (const { drafts } of bands)
    for (const draft of drafts) {
      const own =
        draft.kind === 'text' && draft.isFloating !== true
          ? draft.lines.map((line) => ({ page: line.page, box: line as Box }))
          : [{ page: pageOf(draft), box: grown(draft.kind === 'text' ? union(draft.lines) : draft.box) }];
      for (const { page, box } of own) boxes.set(page, [...(boxes.get(page) ?? []), { owner: draft, box }]);
    }
  return (line) => {
    const all = boxes.get(line.page) ?? [];
    const owner = all.find(({ box }) => box === line)?.owner;
    return all.some(
      ({ owner: other, box }) =>
        other !== owner &&
        isBesideBox(line, box) &&
        (box.left >= line.right - 2 || box.right <= line.left + 2) &&
        box.left - line.right < 120,
    );
  };
}

/** The smallest painted box that holds all lines of a paragraph; pages' grounds and white are none. */
export function shadeFinder(pages: readonly PageContent[]): (draft: TextDraft) => string | undefined {
  return ({ lines }) => {
    const page = pages[lines[0]?.page ?? -1];
    if (page === undefined) return undefined;
    const own = lines.filter((line) => line.page === page.index);
    const box = union(own);
    const holds = page.fills.filter(
      (fill) =>
        fill.color !== 'ffffff' &&
        fill.left < box.left + 2 &&
        fill.right > box.right - 2 &&
        fill.top < box.top + (own[0]?.size ?? 10) * 0.4 &&
        fill.bottom > box.bottom - (own[0]?.size ?? 10) * 0.4 &&
        !(fill.right - fill.left > page.width * 0.97 && fill.bottom - fill.top > page.height * 0.5),
    );
    const area = (fill: Box) => (fill.right - fill.left) * (fill.bottom - fill.top);
    return holds.toSorted((a, b) => area(a) - area(b))[0]?.color;
  };
}
