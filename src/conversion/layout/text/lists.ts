// Lists among paragraphs: labels that follow each other at one indent.
import { bodyParagraphs, type DocumentLayout } from '../document-layout.ts';
import { textBlocks, type TextBlock } from '../layout-blocks.ts';
import { continues, isPartOf, isRareBullet, isWeakBullet, labelOf, type Label } from './labels.ts';
import { isLed } from './paragraphs.ts';
import { textOfBlock } from './style.ts';

const thresholds = {
  /** Points: labels whose indents differ by less are of one level. */
  sameIndent: 5,
  /** Points: a paragraph that begins less to the right than the label does ends the list. */
  insideItem: 3,
  /** Paragraphs after a label within which the next item may follow. */
  lookAhead: 11,
  /** Points: the next item's indent may differ by less. */
  nextIndent: 8,
  /** Letters: a shorter paragraph with a number of several parts is a heading unless others follow. */
  headingLength: 60,
  /** The deepest level that Word has (ECMA-376, 17.9.3). */
  maxLevel: 8,
};

interface Open {
  list: number;
  level: number;
  label: Label;
  left: number;
}

/** Finds the lists of the running text and those of each cell. */
export function findListsOf(layout: DocumentLayout): void {
  let next = findLists(bodyParagraphs(layout), 1);
  for (const { blocks } of layout.regions)
    for (const block of blocks)
      if (block.kind === 'table') for (const cell of block.cells) next = findLists(textBlocks(cell.blocks), next);
}

/** Sets the role of list items; `next` is the number of the first list. @returns the number of the next one */
export function findLists(blocks: readonly TextBlock[], next: number): number {
  const labels = blocks.map((block) => (isTaken(block) || isEntry(block) ? undefined : labelOf(block.lines[0])));
  let open: Open[] = [];
  /** The last items of lists that a paragraph has ended. */
  let ended: (Open & { at: number })[] = [];
  const end = (at: number) => {
    ended.push(...open.map((item) => ({ ...item, at })));
    open = [];
  };
  for (const [n, block] of blocks.entries()) {
    const label = labels[n];
    if (label === undefined) {
      // A paragraph within the list is aligned with its text.
      const inside = open.at(-1);
      if (
        inside !== undefined &&
        (block.lines[0]?.left ?? 0) - block.container.left < inside.left + thresholds.insideItem
      ) {
        end(n);
      }
      continue;
    }
    const left = label.left - block.container.left;
    ended = ended.filter(({ at }) => n - at < thresholds.lookAhead);
    const resumed = open.length > 0 ? undefined : ended.findLast((other) => goesOn(other, label, left));
    if (resumed !== undefined) {
      const { at } = resumed;
      open = ended.filter((other) => other.at === at && other.level <= resumed.level);
      ended = [];
    }
    while (open.length > 0 && (open.at(-1)?.left ?? 0) > left + thresholds.sameIndent) open.pop();
    const here = open.filter((other) => Math.abs(other.left - left) <= thresholds.sameIndent);
    const same = here.findLast((other) => continues(other.label, label));
    if (same !== undefined) {
      open = open.slice(0, open.indexOf(same) + 1);
      same.label = label;
      block.role = { ...block.role, item: { label: label.text, level: same.level, list: same.list } };
      continue;
    }
    const until = n + 1 + thresholds.lookAhead;
    // "2.1" is a part of "2", even with the same indent.
    const isPart = isPartOf((here.at(-1) ?? open.at(-1))?.label, label);
    if (!isPart && !begins(label, block, labels.slice(n + 1, until), blocks.slice(n + 1, until))) {
      end(n);
      continue;
    }
    if (!isPart) open = open.filter((other) => !here.includes(other));
    const outer = open.at(-1);
    const level = outer === undefined ? 0 : Math.min(thresholds.maxLevel, outer.level + 1);
    const list = outer?.list ?? next++;
    open.push({ list, level, label, left });
    block.role = { ...block.role, item: { label: label.text, level, list } };
  }
  return next;
}

/** Whether a number comes after that of a list which a paragraph has ended. */
const goesOn = (item: Open, label: Label, left: number): boolean =>
  /[.):\]]$/.test(label.text) && continues(item.label, label) && Math.abs(item.left - left) <= thresholds.sameIndent;

/** An entry of a table of contents, whose dots lead to the number of a page: its text is numbered elsewhere. */
const isEntry = (block: TextBlock): boolean =>
  block.lines.some(isLed) && /(?:^|\D)\d{1,3}$/.test(textOfBlock(block).trim());

const isTaken = ({ role }: TextBlock) =>
  role?.heading !== undefined || role?.item !== undefined || role?.isPlain === true;

/** Whether a label begins a list: a bullet does, a number does if the next one follows, and 1 does by itself. */
function begins(
  label: Label,
  block: TextBlock,
  after: readonly (Label | undefined)[],
  blocks: readonly TextBlock[],
): boolean {
  if (label.kind === 'bullet')
    return (
      (label.isSetOff && !isRareBullet(label.text)) ||
      !(isWeakBullet(label.text) || isRareBullet(label.text)) ||
      after.some((other) => other?.text === label.text)
    );
  if (
    label.depth > 1 &&
    textOfBlock(block).length < thresholds.headingLength &&
    !after.some((other) => other !== undefined && continues(label, other))
  )
    return false;
  const follows = after.some(
    (other, n) =>
      other !== undefined &&
      continues(label, other) &&
      Math.abs((blocks[n]?.lines[0]?.left ?? 0) - label.left) < thresholds.nextIndent,
  );
  return follows || (label.value === 1 && label.isSetOff && /[.)]$/.test(label.text));
}
