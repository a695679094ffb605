// The bullets of lists. Word's lines are as high as the font of their bullet asks for, and symbol fonts ask for more than letters
// do. LibreOffice draws all of them with one font of its own, so they are written as characters in fonts with the heights of the
// symbol fonts (src/conversion/metric-fonts).
import { withEdits, type Edit } from './edits.ts';

/** By the symbol font that a document names: the font in its place, and the characters of its bullets. */
const symbolFonts: readonly { name: string; font: string; characters: Readonly<Record<string, string>> }[] = [
  {
    name: 'Symbol',
    font: 'Platen Symbols 1',
    characters: { '\uf0b7': '•', '\uf0a8': '♦', '\uf0de': '⇒', '\uf0ae': '→' },
  },
  {
    name: 'Wingdings',
    font: 'Platen Symbols 2',
    characters: {
      '\uf06c': '●',
      '\uf06d': '❍',
      '\uf06e': '■',
      '\uf06f': '□',
      '\uf071': '❑',
      '\uf072': '❒',
      '\uf075': '◆',
      '\uf076': '❖',
      '\uf09f': '•',
      '\uf0a7': '▪',
      '\uf0a8': '◻',
      '\uf0d8': '➢',
      '\uf0e0': '→',
      '\uf0e8': '➔',
      '\uf0f0': '⇨',
      '\uf0fb': '✗',
      '\uf0fc': '✓',
    },
  },
];

/** Signs that no text font has: Word uses this font for them. */
const sign = /^[\u2600-\u2639\u263d-\u263f\u2641\u2643-\u265f\u2661\u2662\u2664\u2667-\u2669\u266c-\u27bf]$/;
const signFont = 'Segoe UI Symbol';

const level = /<w:lvl(?: [^<>]*)?>/g;
const endOfLevel = '</w:lvl>';

/** The part with the lists (17.9), with bullets of fonts that lines get their height from. */
export function withBulletFonts(numbering: string): string {
  const edits: Edit[] = [];
  let done = 0;
  for (const { index: start } of numbering.matchAll(level)) {
    if (start < done) continue;
    const end = numbering.indexOf(endOfLevel, start);
    if (end < 0) break;
    edits.push({ start, end, text: withFont(numbering.slice(start, end)) });
    done = end;
  }
  return withEdits(numbering, edits);
}

/** @param markup a level without its end tag */
function withFont(markup: string): string {
  const text = /<w:lvlText w:val="([^"<>]{1,8})"\s*\/>/.exec(markup)?.[1];
  if (text === undefined) return markup;
  const fonts = /<w:rFonts(?: [^<>]*)?\/>/.exec(markup)?.[0];
  const named = fonts === undefined ? undefined : /w:ascii="([^"]*)"/.exec(fonts)?.[1];
  const symbols = symbolFonts.find(({ name }) => name === named);
  const characters = symbols?.characters ?? {};
  const character = Object.hasOwn(characters, text) ? characters[text] : undefined;
  if (symbols !== undefined && character !== undefined)
    return inFont(markup, fonts, symbols.font).replace(`w:val="${text}"`, `w:val="${character}"`);
  return sign.test(text) && named === undefined ? inFont(markup, fonts, signFont) : markup;
}

/** The level with another font; its elements follow the order of the schema, so its properties are last. */
function inFont(markup: string, fonts: string | undefined, font: string): string {
  const newFonts = `<w:rFonts w:ascii="${font}" w:hAnsi="${font}" w:eastAsia="${font}" w:cs="${font}"/>`;
  if (fonts !== undefined) return markup.replace(fonts, newFonts);
  return markup.includes('<w:rPr>')
    ? markup.replace('<w:rPr>', `<w:rPr>${newFonts}`)
    : `${markup}<w:rPr>${newFonts}</w:rPr>`;
}
