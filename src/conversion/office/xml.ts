// XML with the positions of its elements, read by htmlparser2: parts of it are replaced in place, and the rest stays as it is.
import { Tokenizer } from 'htmlparser2';
import { attribute } from '#core/markup.ts';

/** The start of an element, of its content and of its end tag, and the end of the element. */
type XmlPosition = readonly [from: number, content: number, close: number, to: number];

/** An element at its position in a text. */
export class XmlElement {
  readonly #text: string;
  readonly at: XmlPosition;

  constructor(text: string, at: XmlPosition) {
    this.#text = text;
    this.at = at;
  }

  /** With its prefix. */
  get name(): string {
    return /^<([^\s/>]*)/.exec(this.tag)?.[1] ?? '';
  }

  /** The start tag, as it is written. */
  get tag(): string {
    return this.#text.slice(this.at[0], this.at[1]);
  }

  /** The text between the tags. */
  get content(): string {
    return this.#text.slice(this.at[1], this.at[2]);
  }

  /** The element with its tags. */
  get whole(): string {
    return this.#text.slice(this.at[0], this.at[3]);
  }
}

/** A replacement for the text from one position to before another. */
export type XmlEdit = readonly [from: number, to: number, text: string];

/** Elements are found by their names, without the prefix of the root element, in the order of their start tags. */
export class Xml {
  readonly text: string;
  #byName: ReadonlyMap<string, readonly number[]> | undefined;

  constructor(text: string) {
    this.text = text;
  }

  /** The elements of a name that are not in another of that name; only those within an element, if one is passed. */
  *all(name: string, within?: XmlElement): Generator<XmlElement> {
    this.#byName ??= positionsOf(this.text);
    const found = this.#byName.get(name) ?? [];
    const end = within?.at[3] ?? Number.POSITIVE_INFINITY;
    let free = 0;
    for (let n = within === undefined ? 0 : firstAfter(found, within.at[0]); n < found.length; n += 4) {
      const at: XmlPosition = [found[n] ?? 0, found[n + 1] ?? 0, found[n + 2] ?? 0, found[n + 3] ?? 0];
      if (at[0] >= end) return;
      if (at[0] < free) continue;
      free = at[3];
      yield new XmlElement(this.text, at);
    }
  }

  first(name: string, within?: XmlElement): XmlElement | undefined {
    return this.all(name, within).next().value ?? undefined;
  }

  /** The start tag of the first element of a name; empty without one. */
  tag(name: string, within?: XmlElement): string {
    return this.first(name, within)?.tag ?? '';
  }

  /** The prefix of an element's name, with its colon. */
  prefix(name: string): string {
    return (this.first(name)?.name ?? name).slice(0, -name.length);
  }

  /** The end of the last element of any of these names; -1 without one. */
  endOf(names: readonly string[]): number {
    return Math.max(-1, ...names.map((name) => [...this.all(name)].at(-1)?.at[3] ?? -1));
  }

  /** The XML with edits that do not overlap; itself if they change nothing. */
  with(edits: readonly XmlEdit[]): Xml {
    const pieces: string[] = [];
    let written = 0;
    for (const [from, to, text] of edits.toSorted((a, b) => a[0] - b[0])) {
      pieces.push(this.text.slice(written, from), text);
      written = to;
    }
    const text = pieces.join('') + this.text.slice(written);
    return text === this.text ? this : new Xml(text);
  }
}

/** The four positions of each element, by name; an element that is not closed is empty. */
function positionsOf(text: string): Map<string, number[]> {
  const byName = new Map<string, number[]>();
  const open: { positions: number[]; at: number }[] = [];
  let from = 0;
  let name = '';
  let prefix: string | undefined;
  const start = (end: number, isClosed: boolean) => {
    let positions = byName.get(name);
    if (positions === undefined) byName.set(name, (positions = []));
    if (!isClosed) open.push({ positions, at: positions.length });
    positions.push(from, end + 1, end + 1, end + 1);
  };
  const ignored = () => undefined;
  const tokenizer = new Tokenizer(
    { xmlMode: true, decodeEntities: false },
    {
      onopentagname(at, end) {
        from = at - 1;
        const written = text.slice(at, end);
        prefix ??= written.slice(0, written.indexOf(':') + 1);
        name = written.startsWith(prefix) ? written.slice(prefix.length) : written;
      },
      onopentagend: (end) => start(end, false),
      onselfclosingtag: (end) => start(end, true),
      onclosetag(at, end) {
        const last = open.pop();
        if (last === undefined) return;
        last.positions[last.at + 2] = at - 2;
        last.positions[last.at + 3] = text.indexOf('>', end) + 1;
      },
      onattribdata: ignored,
      onattribend: ignored,
      onattribentity: ignored,
      onattribname: ignored,
      oncdata: ignored,
      oncomment: ignored,
      ondeclaration: ignored,
      onend: ignored,
      onprocessinginstruction: ignored,
      ontext: ignored,
      ontextentity: ignored,
    },
  );
  tokenizer.write(text);
  tokenizer.end();
  return byName;
}

/** The index of the first element that starts after a position. */
function firstAfter(positions: readonly number[], from: number): number {
  let [low, high] = [0, positions.length / 4];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((positions[middle * 4] ?? 0) <= from) low = middle + 1;
    else high = middle;
  }
  return low * 4;
}

/** Whether a boolean attribute of a tag is true. */
export const isTrue = (tag: string, name: string): boolean => /^(1|true)$/.test(attribute(tag, name) ?? '');

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Text with its entities and character references resolved (XML 1.0, 4.1 and 4.6). */
export const unescapeMarkup = (text: string): string =>
  text.includes('&')
    ? text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos));/gi, (whole, decimal, hex, name: string) => {
        if (name !== undefined) return named[name.toLowerCase()] ?? whole;
        const code = decimal === undefined ? Number.parseInt(hex as string, 16) : Number(decimal);
        return code > 0x10ffff || (code >= 0xd800 && code < 0xe000) || code < 9 ? '' : String.fromCodePoint(code);
      })
    : text;
