// Headings of documents that do not name them: by the outline, else by size, weight and numbering against the body's look.
import type { Look } from '../content.ts';
import type { TextDraft } from '../drafts.ts';
import { isBlank, textOfLine } from '../lines/lines.ts';
import { labelOf } from './labels.ts';

export interface OutlineItem {
  title: string;
  page: number;
  depth: number;
}

const maxWords = 18;
const plain = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

export const draftText = ({ lines }: TextDraft): string => lines.map(textOfLine).join(' ').trim();

/** The look of most letters of the draft. */
export function lookOf({ lines }: TextDraft): Look | undefined {
  // Letters of one text object share their look.
  const looks = new Map<Look, number>();
  for (const { glyphs } of lines)
    for (const { look, text } of glyphs) {
      if (isBlank({ text })) continue;
      looks.set(look, (looks.get(look) ?? 0) + 1);
    }
  const votes = new Map<string, { look: Look; count: number }>();
  for (const [look, count] of looks) {
    const key = `${look.font} ${look.size} ${look.bold} ${look.italic} ${look.color}`;
    const entry = votes.get(key) ?? { look, count: 0 };
    entry.count += count;
    votes.set(key, entry);
  }
  return [...votes.values()].sort((a, b) => b.count - a.count)[0]?.look;
}

/** Sets the role of headings among a document's paragraphs (those of tables are not among them). */
export function findHeadings(drafts: readonly TextDraft[], body: Look, outline: readonly OutlineItem[]): void {
  const open = drafts.filter(
    ({ role }) => role?.heading === undefined && role?.item === undefined && role?.isPlain !== true,
  );
  if (outline.length > 1 && byOutline(open, outline) >= outline.length * 0.6) return;
  const candidates = open.flatMap((draft, n) => {
    const look = lookOf(draft);
    return look !== undefined && isCandidate(draft, look, body, open[n + 1]) ? [{ draft, look }] : [];
  });
  const keyOf = ({ look, draft }: { look: Look; draft: TextDraft }) =>
    `${look.size.toFixed(1)} ${look.bold} ${isCapitals(draft)} ${look.italic} ${look.color}`;
  const groups = new Map<string, { draft: TextDraft; look: Look }[]>();
  const letters = (all: readonly TextDraft[]) => all.reduce((sum, draft) => sum + draftText(draft).length, 0);
  const whole = letters(drafts);
  for (const candidate of candidates)
    groups.set(keyOf(candidate), [...(groups.get(keyOf(candidate)) ?? []), candidate]);
  for (const [key, group] of groups) {
    // What makes up much of the text is text, and what comes in rows is a list of lines.
    const isText = group.length > 2 && letters(group.map(({ draft }) => draft)) > whole * 0.2;
    const kept = isText ? [] : group.filter(({ draft }) => !inRow(draft, group, open));
    if (kept.length === 0) groups.delete(key);
    else groups.set(key, kept);
  }
  const ranked = [...groups.values()].toSorted((a, b) => rank(b) - rank(a));
  let level = 0;
  for (const group of ranked) {
    const isTitle =
      level === 0 &&
      group.length === 1 &&
      group[0]?.draft === drafts[0] &&
      ranked.length > 1 &&
      (group[0]?.look.size ?? 0) > body.size * 1.35;
    if (!isTitle) level = Math.min(level + 1, 6);
    for (const { draft } of group) draft.role = { ...draft.role, heading: isTitle ? 0 : numbered(draft, level) };
  }
}

/** Whether it is among three and more of its look one after the other. */
function inRow(draft: TextDraft, group: readonly { draft: TextDraft }[], all: readonly TextDraft[]): boolean {
  const at = all.indexOf(draft);
  const isAlike = (n: number) => group.some((other) => other.draft === all[n]);
  let [from, to] = [at, at];
  while (isAlike(from - 1)) from--;
  while (isAlike(to + 1)) to++;
  return to - from >= 2;
}

/** The depth of its number outranks the look. */
function numbered(draft: TextDraft, level: number): number {
  const label = draft.lines[0] === undefined ? null : labelOf(draft.lines[0]);
  return label !== null && label.depth > 1 ? Math.min(6, Math.max(level, label.depth)) : level;
}

const rank = (group: readonly { draft: TextDraft; look: Look }[]): number => {
  const first = group[0];
  if (first === undefined) return 0;
  return (
    first.look.size * 10 + (first.look.bold ? 3 : 0) + (isCapitals(first.draft) ? 2 : 0) - (first.look.italic ? 1 : 0)
  );
};

const isCapitals = (draft: TextDraft): boolean => {
  const text = draftText(draft);
  return /\p{Lu}{2}/u.test(text) && text === text.toUpperCase();
};

function isCandidate(draft: TextDraft, look: Look, body: Look, next: TextDraft | undefined): boolean {
  const text = draftText(draft);
  const words = text.split(/\s+/).length;
  if (words > maxWords || draft.lines.length > 3 || !/\p{L}{2}/u.test(text)) return false;
  if (/[.,;]$/.test(text) && !/^\d/.test(text)) return false;
  const isStrong = look.bold && !body.bold && isWhollyBold(draft);
  const isLarge = look.size > body.size * 1.18 || (isStrong && look.size > body.size * 1.06);
  if (!isLarge && !isStrong) return false;
  if (look.size < body.size * 0.92) return false;
  if (!/^[\p{Lu}\p{N}\p{Lo}("'\u201c\u00ab\u00bf\u00a1]/u.test(text)) return false;
  // Forms have labels with room behind them.
  const label = draft.lines[0] === undefined ? null : labelOf(draft.lines[0]);
  if ((text.includes('\t') && (label === null || text.slice(label.length).includes('\t'))) || /_{4,}/.test(text))
    return false;
  if (text.endsWith(':') && !(look.size > body.size * 1.18)) return false;
  // A heading has something under it.
  return isLarge || next !== undefined;
}

const isWhollyBold = ({ lines }: TextDraft): boolean =>
  lines.every(({ glyphs }) => glyphs.every(({ text, look }) => !/[\p{L}\p{N}]/u.test(text) || look.bold));

function byOutline(drafts: readonly TextDraft[], outline: readonly OutlineItem[]): number {
  let found = 0;
  const free = new Set(drafts);
  for (const item of outline) {
    const title = plain(item.title);
    const match = [...free].find((draft) => {
      const page = draft.lines[0]?.page;
      const text = plain(draftText(draft));
      return (
        page !== undefined &&
        (item.page < 0 || Math.abs(page - item.page) <= 1) &&
        title !== '' &&
        (text === title || (text.endsWith(title) && text.length < title.length + 8))
      );
    });
    if (match === undefined) continue;
    free.delete(match);
    match.role = { ...match.role, heading: Math.min(6, item.depth) };
    found += 1;
  }
  return found;
}
