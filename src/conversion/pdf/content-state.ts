// How a page's content leaves the graphics state: q and Q counted over its operators (ISO 32000-2, 8.4.2).

export interface Balance {
  /** How far below its start the stack would go: Qs without a q. */
  missing: number;
  /** How many states are still saved at the end. */
  open: number;
}

const isSpace = (byte: number) =>
  byte <= 32 && (byte === 0 || byte === 9 || byte === 10 || byte === 12 || byte === 13 || byte === 32);
const isDelimiter = (byte: number) =>
  byte === 40 ||
  byte === 41 ||
  byte === 60 ||
  byte === 62 ||
  byte === 91 ||
  byte === 93 ||
  byte === 123 ||
  byte === 125 ||
  byte === 47 ||
  byte === 37;

export function balanceOf(content: Buffer): Balance {
  let depth = 0;
  let lowest = 0;
  for (const operator of operators(content)) {
    if (operator === 'q') depth += 1;
    else if (operator === 'Q') depth -= 1;
    lowest = Math.min(lowest, depth);
  }
  return { missing: 0 - lowest, open: depth - lowest };
}

/** Words of a content stream that are not within strings, comments, names or inline images. */
function* operators(content: Buffer): Generator<string> {
  let at = 0;
  while (at < content.length) {
    const byte = content[at] ?? 0;
    if (isSpace(byte)) at += 1;
    else if (byte === 37) at = endOfLine(content, at);
    else if (byte === 40) at = endOfString(content, at);
    else if (byte === 60 && content[at + 1] !== 60) at = Math.max(at + 1, content.indexOf(62, at) + 1);
    else if (byte === 47) at = endOfWord(content, at + 1);
    else if (isDelimiter(byte)) at += 1;
    else {
      const end = endOfWord(content, at);
      const word = end - at <= 3 ? content.toString('latin1', at, end) : '';
      at = word === 'ID' ? endOfInlineImage(content, end) : end;
      if (word !== '') yield word;
    }
  }
}

function endOfWord(content: Buffer, from: number): number {
  let at = from;
  while (at < content.length && !isSpace(content[at] ?? 0) && !isDelimiter(content[at] ?? 0)) at += 1;
  return at;
}

function endOfLine(content: Buffer, from: number): number {
  let at = from;
  while (at < content.length && content[at] !== 10 && content[at] !== 13) at += 1;
  return at;
}

function endOfString(content: Buffer, from: number): number {
  let depth = 0;
  for (let at = from; at < content.length; at++) {
    const byte = content[at];
    if (byte === 92) at += 1;
    else if (byte === 40) depth += 1;
    else if (byte === 41 && --depth === 0) return at + 1;
  }
  return content.length;
}

/** Behind the EI that stands between white space and is followed by something that reads like content. */
function endOfInlineImage(content: Buffer, from: number): number {
  for (let at = content.indexOf('EI', from); at >= 0; at = content.indexOf('EI', at + 1)) {
    const after = content[at + 2];
    const before = content[at - 1] ?? 0;
    const next = content.subarray(at + 2, at + 12);
    if (
      isSpace(before) &&
      (after === undefined || isSpace(after)) &&
      next.every((byte) => byte < 128 && (byte >= 32 || isSpace(byte)))
    )
      return at + 2;
  }
  return content.length;
}
