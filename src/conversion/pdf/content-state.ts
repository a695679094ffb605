// How a page's content leaves the graphics state: q and Q counted over its operators (ISO 32000-2, 8.4.2).
import { skipInlineImage } from './content.ts';

export interface Balance {
  /** How far below its start the stack would go: Qs without a q. */
  missing: number;
  /** How many states are still saved at the end. */
  open: number;
}

/** Content streams by their references; those with unknown content are absent. */
export type Balances = ReadonlyMap<string, Balance>;

/** Looks for nothing but these two operators: content can be hundreds of megabytes. */
export function balanceOf(content: Buffer): Balance {
  const end = content.length;
  let depth = 0;
  let lowest = 0;
  for (let at = 0; at < end;) {
    const kind = kinds[content[at] ?? 0] ?? regular;
    if (kind === blank) at += 1;
    else if (kind === string) at = endOfString(content, at);
    else if (kind === comment) at = endOfLine(content, at);
    else if (kind === angle) at = content[at + 1] === 0x3c ? at + 2 : endOfHex(content, at);
    else {
      const start = at;
      for (at += 1; at < end && kinds[content[at] ?? 0] === regular;) at += 1;
      const first = content[start];
      if (at - start === 1) {
        if (first === 0x71) depth += 1;
        else if (first === 0x51 && --depth < lowest) lowest = depth;
      } else if (at - start === 2 && first === 0x42 && content[start + 1] === 0x49) at = skipInlineImage(content, at);
    }
  }
  return { missing: 0 - lowest, open: depth - lowest };
}

const [regular, blank, string, comment, angle, name] = [0, 1, 2, 3, 4, 5];
/** Of each byte (ISO 32000-2, 7.2.3); brackets are as good as blanks here. */
const kinds = new Uint8Array(256);
for (const byte of [0, 9, 10, 12, 13, 32]) kinds[byte] = blank;
for (const byte of Buffer.from(')>[]{}')) kinds[byte] = blank;
kinds[0x28] = string;
kinds[0x25] = comment;
kinds[0x3c] = angle;
kinds[0x2f] = name;

function endOfString(content: Buffer, from: number): number {
  let depth = 1;
  let at = from + 1;
  for (; at < content.length && depth > 0; at++) {
    const byte = content[at];
    if (byte === 0x5c) at += 1;
    else if (byte === 0x28) depth += 1;
    else if (byte === 0x29) depth -= 1;
  }
  return at;
}

function endOfLine(content: Buffer, from: number): number {
  let at = from;
  while (at < content.length && content[at] !== 10 && content[at] !== 13) at += 1;
  return at;
}

function endOfHex(content: Buffer, from: number): number {
  const end = content.indexOf(0x3e, from);
  return end < 0 ? content.length : end + 1;
}

/** Of streams one after the other: the pieces of a page's content are cut between operators (7.8.2). */
export function joinedBalance(references: readonly string[], balances: Balances): Balance {
  let missing = 0;
  let open = 0;
  for (const reference of references) {
    const next = balances.get(reference);
    if (next === undefined) continue;
    missing += Math.max(0, next.missing - open);
    open = Math.max(0, open - next.missing) + next.open;
  }
  return { missing, open };
}
