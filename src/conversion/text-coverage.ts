// Which characters of a text no installed font can show.
import type { Engines } from './engines/index.ts';

// Emoji have colour fonts only, which are no text in a PDF; private and unassigned characters mean nothing to others.
const neverText = /[\p{Emoji_Presentation}\p{Co}\p{Cn}\p{Cs}\p{Cc}\uFE0F]/u;

/** The characters, each once; `scratch` is a path that may be written. */
export async function charactersWithoutFont(
  text: string,
  scratch: string,
  pango: Engines['pango'],
  signal: AbortSignal,
): Promise<string[]> {
  const characters = [...new Set(text)];
  const refused = characters.filter((character) => neverText.test(character));
  if (refused.length > 0) return refused;
  const font = { font: 'Noto Sans', sizePoints: 20, signal };
  if ((await pango.line(text, scratch, font)) === 0) return [];
  const missing: string[] = [];
  for (const character of characters)
    if (character.trim() !== '' && (await pango.line(character, scratch, font)) > 0) missing.push(character);
  return missing;
}
