// A paragraph's lines as runs: joined over line ends, letters of one style together, raised and lowered letters marked.
import type { Glyph, TextLine, Link, Remark, TextStyle } from '#conversion/layout/page-content.ts';
import { isBlank, textOfLine } from '#conversion/layout/lines/lines.ts';
import { joinedGlyphs, trimmed, type Vocabulary } from '#conversion/layout/text/joined-lines.ts';
import { hasLeaders, leaders } from '#conversion/layout/text/leaders.ts';
import { isPrime, positionIn, readText } from '#conversion/layout/text/letters.ts';
import type { Note, Run } from '../docx-model.ts';
import type { LineStart } from '#conversion/layout/text/typewriter.ts';
import { pictureRun } from './pictures.ts';

export interface Targets {
  /** The name of the bookmark for a place in the document. */
  bookmark: (target: NonNullable<Link['target']>) => string | undefined;
  /** The note that a raised label refers to. */
  note?: ((glyph: Glyph) => Note | undefined) | undefined;
  /** The comments on letters; letters with the same comments share a list. */
  remarks?: ReadonlyMap<Glyph, readonly Remark[]>;
}

/** Runs of one style. Tabs are "\t" in their text, breaks before lines of `breaks` "\n"; blanks at the ends go. */
export function runsOf(
  lines: readonly TextLine[],
  vocabulary: Vocabulary,
  targets: Targets,
  breaks?: ReadonlyMap<TextLine, LineStart>,
): Run[] {
  const sizes = new Map<Glyph, TextLine>();
  for (const line of lines) for (const glyph of line.glyphs) sizes.set(glyph, line);
  const runs: Run[] = [];
  for (const glyph of trimmed(joinedGlyphs(lines, vocabulary, breaks))) {
    const line = sizes.get(glyph);
    const note = targets.note?.(glyph);
    if (note !== undefined) {
      if (runs.at(-1)?.note !== note) runs.push({ text: '', style: glyph.style, note });
      continue;
    }
    if (glyph.picture !== undefined) {
      runs.push({ ...pictureRun(glyph.picture, glyph.style), remarks: targets.remarks?.get(glyph) });
      continue;
    }
    const run = runOf(glyph, line, targets);
    const last = runs.at(-1);
    // Blanks have no style of their own.
    const isInvisible =
      isBlank(glyph) &&
      last !== undefined &&
      last.link === run.link &&
      last.underline === run.underline &&
      last.strike === run.strike &&
      last.highlight === run.highlight &&
      last.ruby === run.ruby &&
      last.remarks === run.remarks;
    if (
      last !== undefined &&
      last.picture === undefined &&
      last.note === undefined &&
      (isInvisible || isAlike(last, run))
    )
      last.text += run.text;
    else runs.push(run);
  }
  return withTabs(runs);
}

const isAlike = (a: Run, b: Run): boolean =>
  isSameStyle(a.style, b.style) &&
  a.underline === b.underline &&
  a.strike === b.strike &&
  a.highlight === b.highlight &&
  a.position === b.position &&
  a.link === b.link &&
  a.ruby === b.ruby &&
  a.remarks === b.remarks &&
  a.control === b.control;

const isSameStyle = (a: TextStyle, b: TextStyle): boolean =>
  a === b ||
  (a.font === b.font &&
    a.size === b.size &&
    a.bold === b.bold &&
    a.italic === b.italic &&
    a.color === b.color &&
    a.smallCaps === b.smallCaps);

function runOf(glyph: Glyph, line: TextLine | undefined, targets: Targets): Run {
  const { style } = glyph;
  const position = line === undefined ? undefined : positionIn(line, glyph);
  return {
    text: readText(glyph),
    style: line === undefined || (position === undefined && !isPrime(glyph)) ? style : { ...style, size: line.size },
    underline: glyph.underline,
    strike: glyph.strike,
    highlight: glyph.highlight,
    position,
    link: linkOf(glyph.link, targets),
    ruby: glyph.ruby,
    remarks: targets.remarks?.get(glyph),
    control: glyph.formField,
  };
}

function linkOf(link: Link | undefined, { bookmark }: Targets): string | undefined {
  if (link?.uri !== undefined) return link.uri;
  const name = link?.target === undefined ? undefined : bookmark(link.target);
  return name === undefined ? undefined : `#${name}`;
}

/** Rows of dots are a tab that is filled with them. */
function withTabs(runs: Run[]): Run[] {
  return runs.map((run) => ({
    ...run,
    text: run.text.replace(leaders, '\t'),
  }));
}

export const hasLeader = (lines: readonly TextLine[]): boolean => lines.some((line) => hasLeaders(textOfLine(line)));
