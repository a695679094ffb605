// XML and HTML as text: escaped, and read tag by tag without a parser, in one pass, because hostile input must not make it slow.

/** Removes the characters that XML 1.0 does not allow: controls, and halves of surrogate pairs. */
export const printable = (text: string): string =>
  text.replace(
    // oxlint-disable-next-line no-control-regex -- these are the ones
    /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g,
    '',
  );

/** Escapes text for XML or HTML, between tags and in double-quoted attributes. */
export const escapeMarkup = (text: string): string =>
  printable(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const maxTagLength = 4096;

/** Yields each tag of a text, from its `<` on, cut at 4 KiB. */
export function* tagsOf(text: string): Generator<string> {
  let at = text.indexOf('<');
  while (at >= 0) {
    const next = text.indexOf('<', at + 1);
    yield text.slice(at, Math.min(next < 0 ? text.length : next, at + maxTagLength));
    at = next;
  }
}

/** Yields the complete elements of a name, with or without attributes. */
export function* elementsOf(text: string, name: string): Generator<string> {
  for (const { from, to } of placesOf(text, name)) yield text.slice(from, to);
}

/** Replaces each element of a name. */
export function replaceElements(text: string, name: string, replacement: (element: string) => string): string {
  const pieces: string[] = [];
  let written = 0;
  for (const { from, to } of placesOf(text, name)) {
    pieces.push(text.slice(written, from), replacement(text.slice(from, to)));
    written = to;
  }
  return written === 0 ? text : pieces.join('') + text.slice(written);
}

/** Yields where the elements of a name begin and end, assuming that they are not nested in each other. */
function* placesOf(text: string, name: string): Generator<{ from: number; to: number }> {
  const [open, close] = [`<${name}`, `</${name}>`];
  let from = text.indexOf(open);
  while (from >= 0) {
    let to = from + open.length;
    if (/[\s/>]/.test(text[to] ?? '')) {
      const tagEnd = text.indexOf('>', to);
      const isEmpty = text[tagEnd - 1] === '/';
      const end = isEmpty ? tagEnd : text.indexOf(close, tagEnd);
      if (tagEnd < 0 || end < 0) return;
      to = isEmpty ? end + 1 : end + close.length;
      yield { from, to };
    }
    from = text.indexOf(open, to);
  }
}

/** A cache by attribute name, of which our code uses few. */
const patterns = new Map<string, RegExp>();

function patternOf(name: string): RegExp {
  const known = patterns.get(name);
  if (known !== undefined) return known;
  const start = name.startsWith('*:') ? `[\\s:]${name.slice(2)}` : `\\s${name}`;
  const pattern = new RegExp(`${start}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`);
  patterns.set(name, pattern);
  return pattern;
}

/** Returns the raw value of a tag's attribute; `*:NAME` matches any prefix. Undefined if the tag does not have it. */
export function attribute(tag: string, name: string): string | undefined {
  const match = patternOf(name).exec(tag);
  return match?.[1] ?? match?.[2];
}

/** Removes an attribute from a tag. */
export const withoutAttribute = (tag: string, name: string): string => tag.replace(patternOf(name), '');

/** Returns the text from its first element on, without byte order mark, declarations, comments and document type. */
export function fromFirstElement(text: string): string {
  let at = 0;
  for (;;) {
    while (at < text.length && /[\s\uFEFF]/.test(text[at] ?? '')) at += 1;
    const [opening, closing] = text.startsWith('<!--', at)
      ? ['<!--', '-->']
      : text.startsWith('<?', at)
        ? ['<?', '?>']
        : text.startsWith('<!', at)
          ? ['<!', '>']
          : ['', ''];
    if (opening === '') return text.slice(at);
    const end = text.indexOf(closing, at + opening.length);
    if (end < 0) return '';
    at = end + closing.length;
  }
}
