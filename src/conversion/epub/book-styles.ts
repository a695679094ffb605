// The style sheets of a book, each for the chapters that have it.
import type { ZipArchive } from '#conversion/zip/reader.ts';
import type { Chapter, ChapterContext } from './chapter.ts';
import { escapeMarkup } from '#core/markup.ts';
import { decodeText, resolvePath } from './package.ts';
import { bookStyle } from './style.ts';

type ScopeOf = (chapter: Chapter) => string;

/** One class for all chapters of a book with the same style sheets. */
export function styleScopes(): ScopeOf {
  const scopes = new Map<string, string>();
  return ({ styles, item }) => {
    const key = JSON.stringify([styles, item.fixed]);
    const known = scopes.get(key) ?? `platen-s${scopes.size}`;
    scopes.set(key, known);
    return known;
  };
}

/** The sheets as elements of the document. */
export async function readStyles(
  zip: ZipArchive,
  chapters: readonly Chapter[],
  { picture, scopeOf }: Pick<ChapterContext, 'picture'> & { scopeOf: ScopeOf },
): Promise<string> {
  const written = new Map<string, string>();
  for (const chapter of chapters) {
    const scope = scopeOf(chapter);
    if (written.has(scope)) continue;
    const parts: string[] = [];
    for (const style of chapter.styles) {
      const from = 'path' in style ? style.path : chapter.item.path;
      const text = 'path' in style ? await sheet(zip, style.path, 0) : style.text;
      const context = { scope, fixed: chapter.item.fixed, picture: (href: string) => picture(resolvePath(from, href)) };
      if (text !== '') parts.push(bookStyle(text, context));
    }
    written.set(scope, parts.join('\n'));
  }
  return [...written.values()].map((text) => `<style>${escapeMarkup(text)}</style>`).join('\n');
}

/** A style sheet, after the sheets that it imports. */
async function sheet(zip: ZipArchive, path: string, depth: number): Promise<string> {
  const data = path === '' || depth > 4 ? null : await zip.read(path, 4 << 20);
  if (data === null) return '';
  const text = decodeText(data);
  const imported = [...text.slice(0, 20_000).matchAll(/@import\s+(?:url\()?\s*["']?([^"')\s;]+)/g)].slice(0, 16);
  const before = await Promise.all(imported.map(([, href]) => sheet(zip, resolvePath(path, href ?? ''), depth + 1)));
  return [...before, text].join('\n');
}
