// Items that occupy space on a page, for the search of its columns.
import type { Box } from '../box.ts';
import type { TextLine } from '../page-content.ts';

/** An item that occupies space on the page: a fragment of text, a table, a picture. */
export interface PageItem extends Box {
  line?: TextLine;
}

/** A fragment of text as an item; punctuation that hangs out of its column does not count. */
export function itemOf(line: TextLine): PageItem {
  const last = line.glyphs.at(-1);
  const hangs =
    last !== undefined && /[\u3001\u3002\uff0c\uff0e\uff1a\uff1b\uff01\uff1f\u300d\u300f\uff09]/.test(last.text);
  return { left: line.left, right: line.right - (hangs ? line.size : 0), top: line.top, bottom: line.bottom, line };
}
