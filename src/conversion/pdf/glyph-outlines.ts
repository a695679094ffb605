// The outlines of a line of letters, of which Cairo's SVG has each glyph once, as operators of a content stream.

/** Moves, lines, curves and closed ends are written alike in both, with the operator before or after its numbers (ISO 32000-2, table 58). */
const operators: Readonly<Record<string, readonly [operator: string, numbers: number]>> = {
  M: ['m', 2],
  L: ['l', 2],
  C: ['c', 6],
  Z: ['h', 0],
};

/** Paths from the upper left corner of the line downwards, in points; nothing for an SVG of another kind. */
export function glyphOutlines(svg: string): string {
  const glyphs = new Map<string, string>();
  for (const [, id = '', path = ''] of svg.matchAll(/ id="(glyph[-\d]+)"[^<]*<path [^>]*?\bd="([^"]*)"/g))
    glyphs.set(id, pathOf(path));
  const places = svg.matchAll(/<use xlink:href="#(glyph[-\d]+)" x="(-?[\d.]+)" y="(-?[\d.]+)"/g);
  return [...places].map(([, id = '', x, y]) => `q 1 0 0 1 ${x} ${y} cm ${glyphs.get(id) ?? ''} S Q`).join('\n');
}

function pathOf(data: string): string {
  const words = data.trim().split(/\s+/);
  const parts: string[] = [];
  for (let at = 0; at < words.length;) {
    const [operator, count] = operators[words[at] ?? ''] ?? ['', 0];
    const numbers = words.slice(at + 1, at + 1 + count);
    if (operator === '' || numbers.length < count || !numbers.every((word) => /^-?[\d.]+$/.test(word))) return '';
    parts.push(...numbers, operator);
    at += count + 1;
  }
  return parts.join(' ');
}
