// How deeply the elements of an XML text are nested, in one pass and without a parser.

/** The deepest level, or `enough` as soon as that is reached. */
export function deepestNesting(xml: string, enough: number): number {
  let depth = 0;
  let deepest = 0;
  for (let at = xml.indexOf('<'); at >= 0 && deepest < enough; at = xml.indexOf('<', at + 1)) {
    const next = xml.charCodeAt(at + 1);
    if (next === 0x2f) depth -= 1;
    else if (next === 0x21 && xml.startsWith('<!--', at)) at = endOf(xml, '-->', at);
    else if (next === 0x21 && xml.startsWith('<![CDATA[', at)) at = endOf(xml, ']]>', at);
    else if (next !== 0x21 && next !== 0x3f) {
      const end = xml.indexOf('>', at);
      if (end < 0) return deepest;
      if (xml.charCodeAt(end - 1) !== 0x2f) deepest = Math.max(deepest, ++depth);
      at = end;
    }
  }
  return deepest;
}

function endOf(xml: string, mark: string, from: number): number {
  const end = xml.indexOf(mark, from);
  return end < 0 ? xml.length : end;
}
