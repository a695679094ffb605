// The style that most letters of some text have.
import type { TextBlock } from '../layout-blocks.ts';
import { isBlank, textOfLine } from '../lines/lines.ts';
import type { TextStyle } from '../page-content.ts';

/** Plain black Arial, where the document says nothing. */
export const plainStyle = (size: number): TextStyle => ({
  font: 'Arial',
  size,
  bold: false,
  italic: false,
  color: '000000',
});

/** The family that is written. */
export const writtenFamily = ({ font, shownAs }: Pick<TextStyle, 'font' | 'shownAs'>): string => shownAs ?? font;

/** The style of most letters; undefined of text without any. */
export function styleOf({ lines }: Pick<TextBlock, 'lines'>): TextStyle | undefined {
  // Letters of one text object share their style: counting objects first is quick.
  const styles = new Map<TextStyle, number>();
  for (const { glyphs } of lines)
    for (const { style, text } of glyphs) {
      if (isBlank({ text })) continue;
      styles.set(style, (styles.get(style) ?? 0) + 1);
    }
  const votes = new Map<string, { style: TextStyle; count: number }>();
  for (const [style, count] of styles) {
    const key = `${style.font} ${style.size} ${style.bold} ${style.italic} ${style.color} ${style.smallCaps}`;
    const entry = votes.get(key) ?? { style, count: 0 };
    entry.count += count;
    votes.set(key, entry);
  }
  return [...votes.values()].sort((a, b) => b.count - a.count)[0]?.style;
}

/** The lines' text, with a blank between lines. */
export const textOfBlock = ({ lines }: TextBlock): string => lines.map(textOfLine).join(' ').trim();
