// The lines of a paragraph as spans of one look.
import type { TextSpan } from '#core/document-blocks.ts';
import type { TextBlock } from '#conversion/layout/layout-blocks.ts';
import { isBlank } from '#conversion/layout/lines/lines.ts';
import { isRightToLeftText } from '#conversion/layout/lines/visual-order.ts';
import { textOfFormula } from '#conversion/layout/math/formula.ts';
import type { Glyph, Picture, TextLine } from '#conversion/layout/page-content.ts';
import { joinedGlyphs, trimmed, type Vocabulary } from '#conversion/layout/text/joined-lines.ts';
import { leaders } from '#conversion/layout/text/leaders.ts';
import { positionIn, readText } from '#conversion/layout/text/letters.ts';
import { hasRoom } from '#conversion/layout/text/paragraphs.ts';
import { isTypewriter, type LineStart } from '#conversion/layout/text/typewriter.ts';

/** em of room at the end of a line that was broken on purpose, beside that of the next word. */
const brokenRoom = 4;

export interface Inline {
  vocabulary: Vocabulary;
  /** The label of the note that a letter refers to. */
  noteAt: (glyph: Glyph) => string | undefined;
  /** The address of a letter's link. */
  linkAt: (glyph: Glyph) => string | undefined;
  /** The name of a picture's file; null where there are no files. */
  fileOf: (picture: Picture) => string | null;
  /** Whether most of the document's text has letters of one width: then they say nothing. */
  isTypewritten: boolean;
}

type Look = Omit<TextSpan, 'text'>;

/** The text of some lines of a paragraph. */
export function spansOf(
  lines: readonly TextLine[],
  { vocabulary, noteAt, linkAt, fileOf, isTypewritten }: Inline,
  breaks: ReadonlyMap<TextLine, LineStart> = new Map(),
): TextSpan[] {
  const lineOf = new Map(lines.flatMap((line) => line.glyphs.map((glyph) => [glyph, line] as const)));
  const spans: TextSpan[] = [];
  let pending = '';
  const add = (text: string, look: Look) => {
    const last = spans.at(-1);
    // Blanks have no look of their own.
    if (last !== undefined && look.note === undefined && look.picture === undefined && isAlike(last, look)) {
      last.text += pending + text;
    } else {
      if (last !== undefined && pending !== '') {
        if (last.link !== undefined && last.link === look.link) last.text += pending;
        else spans.push({ text: pending });
      }
      spans.push({ text, ...look });
    }
    pending = '';
  };
  for (const glyph of trimmed(joinedGlyphs(lines, vocabulary, breaks))) {
    const line = lineOf.get(glyph);
    const note = noteAt(glyph);
    if (note !== undefined) {
      if (spans.at(-1)?.note !== note || pending !== '') add('', { note });
    } else if (glyph.picture?.formula !== undefined) {
      add(textOfFormula(glyph.picture.formula.parts).replace(/\s+/g, ' ').trim(), {});
    } else if (glyph.picture !== undefined) {
      add(glyph.picture.altText ?? '', { picture: fileOf(glyph.picture) });
    } else if (isBlank(glyph)) {
      pending += glyph.text === '\n' ? '\n' : ' ';
    } else {
      const isCode = !isTypewritten && (glyph.style.letters === 'typewriter' || isTypewriter(glyph.style.font));
      add(readText(glyph), {
        ...(glyph.style.bold ? { bold: true as const } : {}),
        ...(glyph.style.italic ? { italic: true as const } : {}),
        ...(glyph.strike === true ? { strike: true as const } : {}),
        ...(isCode ? { code: true as const } : {}),
        ...optional('position', line && positionIn(line, glyph)),
        ...optional('link', linkAt(glyph)),
      });
    }
  }
  for (const span of spans)
    span.text = span.text
      .replaceAll('\u00ad', '')
      .replace(leaders, ' ')
      .replace(/[ \t\u00a0]{2,}/g, ' ')
      .replace(/ ?\n ?/g, '\n');
  return spans.filter(({ text, note, picture }) => text !== '' || note !== undefined || picture !== undefined);
}

const optional = <Name extends string, Value>(name: Name, value: Value | undefined) =>
  (value === undefined ? {} : { [name]: value }) as Partial<Record<Name, Value>>;

const isAlike = (a: TextSpan, b: Look): boolean =>
  a.note === undefined &&
  a.picture === undefined &&
  a.bold === b.bold &&
  a.italic === b.italic &&
  a.strike === b.strike &&
  a.code === b.code &&
  a.position === b.position &&
  a.link === b.link;

/** The lines before which their author has broken the paragraph: the one above had room for more. */
export function brokenLines({ container, isWhole, keepsLines, lines }: TextBlock): Map<TextLine, LineStart> {
  const broken = { lines: 1, blanks: 0 };
  if (keepsLines === true) return new Map(lines.slice(1).map((line) => [line, broken]));
  if (isWhole !== true || isRightToLeftText(lines)) return new Map();
  const widest = Math.max(...lines.map(({ right }) => right));
  return new Map(
    lines.flatMap((line, n) => {
      const above = lines[n - 1];
      if (above === undefined || above.page !== line.page || line.top < above.top) return [];
      const right = Math.min(widest, container.right + 2) - above.size * brokenRoom;
      return hasRoom(above, line, { left: container.left, right }) ? [[line, broken] as const] : [];
    }),
  );
}

/** The text of spans without their looks. */
export const textOf = (spans: readonly TextSpan[]): string =>
  spans
    .map(({ text, picture }) => (picture === undefined ? text : ''))
    .join('')
    .trim();
