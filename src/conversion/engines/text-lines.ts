// Lines of text as PDFs for marking pages. The same few lines are requested repeatedly, so they are cached.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { watermarkLook } from '#core/page-marks.ts';
import type { pango } from './pango.ts';

type Pango = ReturnType<(typeof pango)['operations']>;

export interface SetLine {
  /** A page as large as the line. */
  pdf: Buffer;
  /** The letters of the line as paths. */
  svg: Buffer;
  /** The distinct characters that no installed font can show; if there are any, the line is not drawn. */
  missing: string[];
}

export interface TextLines {
  /** Sets a line, by default in the grey of watermarks. */
  line(text: string, signal: AbortSignal, color?: string): Promise<SetLine>;
}

const font = 'Noto Sans';
const sizePoints = 48;
const maxKept = 200;

/** Matches characters that are never text: emoji have only colour fonts, and private and unassigned characters have no meaning. */
const neverText = /[\p{Emoji_Presentation}\p{Co}\p{Cn}\p{Cs}\p{Cc}\uFE0F]/u;

/** Creates the cache of lines; `scratch` is our folder. */
export function createTextLines(line: Pango['line'], scratch: string): TextLines {
  const kept = new Map<string, SetLine>();

  async function set(text: string, color: string, signal: AbortSignal): Promise<SetLine> {
    const characters = [...new Set(text)];
    const refused = characters.filter((character) => neverText.test(character));
    if (refused.length > 0) return { pdf: Buffer.alloc(0), svg: Buffer.alloc(0), missing: refused };
    const options = { font, sizePoints, color, signal };
    const folder = await mkdtemp(join(scratch, 'text-'));
    try {
      const [output, drawing] = [join(folder, 'line.pdf'), join(folder, 'line.svg')];
      if ((await line(text, output, options)) === 0) {
        await line(text, drawing, options);
        return { pdf: await readFile(output), svg: await readFile(drawing), missing: [] };
      }
      const missing: string[] = [];
      for (const character of characters) {
        if (character.trim() === '') continue;
        if ((await line(character, output, options)) > 0) missing.push(character);
      }
      return { pdf: await readFile(output), svg: Buffer.alloc(0), missing };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  return {
    async line(text, signal, color = watermarkLook.color) {
      const key = `${color} ${text}`;
      const known = kept.get(key);
      const found = known ?? (await set(text, color, signal));
      // Moves the line to the end, so that the least recently used one is evicted first.
      kept.delete(key);
      kept.set(key, found);
      const oldest = kept.keys().next().value;
      if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest);
      return found;
    },
  };
}
