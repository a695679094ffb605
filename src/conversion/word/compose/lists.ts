// The numberings of lists (w:num): a new one wherever the count begins again.
import type { TextBlock, TextRole } from '../layout-blocks.ts';
import { numberPattern } from '../text/heading-numbers.ts';
import { labelOf, patternOf, symbolText, type Label } from '../text/labels.ts';
import { isLed } from '../text/paragraphs.ts';
import type { ListFormat, ListItem } from '../docx-model.ts';
import type { Glyph } from '../page-content.ts';

export class Numberings {
  readonly #items = new Map<TextBlock, ListItem>();

  constructor(blocks: readonly TextBlock[]) {
    const last = new Map<string, { value: number; id: number; kind: string; pattern: string }>();
    let next = 1;
    const ids = new Map<number, number>();
    for (const block of blocks) {
      const { item, heading, number } = block.role ?? {};
      if (number !== undefined) this.#items.set(block, headingItem(block, number));
      if (item === undefined || heading !== undefined) continue;
      const level = Math.min(8, item.level);
      const style = item.labelStyle ?? block.lines[0]?.glyphs[0]?.style;
      const label = parsed(item.label, style?.font ?? '');
      const pattern = patternOf(label, level);
      const key = `${item.list} ${level}`;
      const before = last.get(key);
      const isNext =
        before !== undefined &&
        before.pattern === pattern &&
        before.kind === label.kind &&
        (label.kind === 'bullet' || label.value === before.value + 1);
      let id = isNext ? before.id : (ids.get(item.list) ?? 0);
      if (!isNext && (id === 0 || before !== undefined)) {
        id = next++;
        ids.set(item.list, id);
      }
      last.set(key, { value: label.value, id, kind: label.kind, pattern });
      for (const deeper of last.keys()) {
        const [list, depth] = deeper.split(' ').map(Number);
        if (list === item.list && (depth ?? 0) > level) last.delete(deeper);
      }
      this.#items.set(block, { list: id, level, format: formatOf(block, label, pattern), style });
    }
  }

  itemOf(block: TextBlock): ListItem | undefined {
    return this.#items.get(block);
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
  return { list: headingList, level, format };
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
  const number = /\d+/.exec(text)?.[0];
  const base = { depth: 1, length: 0, left: 0, textLeft: 0, isSetOff: true };
  if (number !== undefined) return { ...base, text, kind: 'decimal', value: Number(number) };
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
  return {
    kind: label.kind,
    text,
    start: Math.max(0, label.value),
    labelIndent,
    textIndent: Math.max(0, bodyLeft - container.left),
    // A number that a blank parts from its text may be wider in another font: a tab would leap to the next stop.
    ...(own !== undefined && label.kind !== 'bullet' && (!own.isSetOff || lines.some(isLed)) ? { isNear: true } : {}),
  };
}
