// The numberings of lists (w:num): a new one wherever the count begins again.
import type { TextBlock, TextRole } from '#conversion/layout/layout-blocks.ts';
import { numberPattern } from '#conversion/layout/text/heading-numbers.ts';
import { labelOf, lastNumberIn, patternOf, symbolText, type Label } from '#conversion/layout/text/labels.ts';
import { isLed } from '#conversion/layout/text/paragraphs.ts';
import type { ListFormat, ListItem } from '../docx-model.ts';
import type { Glyph } from '#conversion/layout/page-content.ts';
import { isSameLabel } from './printed-labels.ts';
import { WordNumbers } from './word-numbers.ts';

/** The most numberings of one list that an item may continue. */
const maxOpen = 8;

export class Numberings {
  readonly #items = new Map<TextBlock, ListItem>();
  readonly #numbers = new WordNumbers();
  /** The numberings of each list, the last one first. */
  readonly #ids = new Map<number, number[]>();
  #next = headingList + 1;

  constructor(blocks: readonly TextBlock[]) {
    for (const block of blocks) {
      const { item, heading, number } = block.role ?? {};
      if (number !== undefined) this.#add(block, headingItem(block, number));
      if (item !== undefined && heading === undefined) this.#add(block, this.#listItem(block, item));
    }
    shareGaps([...this.#items.values()]);
  }

  itemOf(block: TextBlock): ListItem | undefined {
    return this.#items.get(block);
  }

  #add(block: TextBlock, item: ListItem): void {
    this.#items.set(block, item);
    this.#numbers.count(item.list, item.level, item.format);
  }

  /** An item of the numbering of its list whose next label is the printed one, or of a new one. */
  #listItem(block: TextBlock, item: NonNullable<TextRole['item']>): ListItem {
    const level = Math.min(8, item.level);
    const style = item.labelStyle ?? block.lines[0]?.glyphs[0]?.style;
    const label = parsed(item.label, style?.font ?? '');
    const printed = [...item.label.trim()].length > 1 ? item.label : label.text;
    const formatIn = (id: number) =>
      formatOf(
        block,
        label,
        patternOf(label, level, (above) => this.#numbers.numberAt(id, above)),
      );
    const ids = this.#ids.get(item.list) ?? [];
    const known = ids.find((id) => isSameLabel(this.#numbers.labelOf(id, level, formatIn(id)), printed));
    const id = known ?? this.#next++;
    this.#ids.set(item.list, [id, ...ids.filter((other) => other !== id)].slice(0, maxOpen));
    return { list: id, level, format: formatIn(id), style, label: printed };
  }
}

/** Headings have one numbering; lists count from 1. */
const headingList = 0;

function headingItem(
  { lines, container, role }: TextBlock,
  { label: text, level }: NonNullable<TextRole['number']>,
): ListItem {
  const label = labelOf(lines[0]);
  const isNear = label?.isSetOff !== true || (role?.align ?? 'left') !== 'left';
  const labelIndent = isNear ? 0 : Math.max(0, label.left - container.left);
  const textIndent = isNear ? 0 : Math.max(0, label.textLeft - container.left);
  const format: ListFormat = {
    kind: 'decimal',
    text: numberPattern(text, level + 1),
    start: Math.max(0, label?.value ?? 1),
    labelIndent,
    textIndent,
    ...(isNear ? { isNear } : {}),
  };
  return { list: headingList, level, format, label: text };
}

/** A level of a numbering has one gap between label and text: the one that most of its items have. */
function shareGaps(items: readonly ListItem[]): void {
  for (const own of Map.groupBy(items, ({ list, level }) => `${list} ${level}`).values()) {
    const near = own.filter(({ format }) => format.isNear === true).length;
    for (const { format } of own)
      if (near * 2 >= own.length && near > 0) format.isNear = true;
      else delete format.isNear;
  }
}

function parsed(text: string, font: string): Label {
  const glyph = (character: string, n: number) => ({
    text: character,
    left: n,
    right: n + 1,
    style: { font, size: 1 },
  });
  const glyphs = [...text.trim(), '\t', 'x'].map(glyph) as unknown as Glyph[];
  const found = labelOf({ glyphs });
  if (found !== undefined) return found;
  const value = lastNumberIn(text);
  const base = { depth: 1, length: 0, left: 0, textLeft: 0, isSetOff: true };
  if (value !== undefined) return { ...base, text, kind: 'decimal', value };
  return { ...base, text: symbolText([...text][0] ?? '•', font) || '•', kind: 'bullet', value: 0 };
}

function formatOf({ lines, container, role }: TextBlock, label: Label, text: string): ListFormat {
  const [first, second] = lines;
  const isTaken = role?.item?.labelLeft !== undefined;
  const own = isTaken ? undefined : labelOf(first);
  const labelIndent = Math.max(0, (role?.item?.labelLeft ?? own?.left ?? first?.left ?? 0) - container.left);
  const bodyLeft =
    second?.page === first?.page && second !== undefined && second.left > container.left - 2
      ? second.left
      : (own?.textLeft ?? first?.left ?? 0);
  const textIndent = Math.max(0, bodyLeft - container.left);
  // No tab where text wraps below its label, or where a space follows a number: in a wider font, the tab would jump to the next stop.
  const isBelow = lines.length > 1 && textIndent <= labelIndent;
  const isParted = label.kind !== 'bullet' && (own?.isSetOff === false || lines.some(isLed));
  return {
    kind: label.kind,
    text,
    start: Math.max(0, label.value),
    labelIndent,
    textIndent,
    ...(own !== undefined && (isBelow || isParted) ? { isNear: true } : {}),
  };
}
