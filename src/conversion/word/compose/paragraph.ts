// A block of lines as a paragraph of Word: runs, alignment, indents, spacing, tabs.
import type { Fill, Glyph, Rule, TextLine } from '#conversion/layout/page-content.ts';
import type { Alignment, TextBlock } from '#conversion/layout/layout-blocks.ts';
import { withoutLabel } from '#conversion/layout/text/without-label.ts';
import { type ListItem, type Note, type Paragraph, plainParagraph, type Run } from '../docx-model.ts';
import { alignmentOf } from '../fit/alignment.ts';
import { fittingSpace } from '../fit/line-fitting.ts';
import type { LineStart } from '#conversion/layout/text/typewriter.ts';
import type { Vocabulary } from '#conversion/layout/text/joined-lines.ts';
import { runsOf, type Targets } from './runs.ts';
import { bordersOf, edgesIn, indentsInBox } from './boxes.ts';
import { indents, indentsOnGround } from './indents.ts';
import { areScriptsClose } from './script-gaps.ts';
import { isRightToLeftText } from '#conversion/layout/lines/visual-order.ts';
import type { Missing } from '#conversion/layout/account.ts';
import { wordsLostIn } from './lost-words.ts';
import { lineTop, verticalBounds } from './line-boxes.ts';
import { breaksOf } from './line-breaks.ts';
import { tabsOf } from './tab-stops.ts';

export interface Composition {
  vocabulary: Vocabulary;
  typical: Alignment;
  targets: Targets;
  /** By the glyphs that represent them in the text. */
  notes: ReadonlyMap<Glyph, Note>;
  listItem: (block: TextBlock) => ListItem | undefined;
  /** The bookmark of the paragraph whose first line this is. */
  bookmarkAt: (line: TextLine) => string | undefined;
  /** Whether something else is beside the line in its column. */
  isBeside: (line: TextLine) => boolean;
  /** In a table, whose cells have grounds of their own. */
  isInCell?: boolean;
  /** The ground that is painted behind the lines of a paragraph. */
  shadingOf: (block: TextBlock) => Fill | undefined;
  /** Whether lines were broken where they look best: then letters are set so that they are broken there again. */
  isTypeset: boolean;
  /** Words of blocks that their paragraphs do not show: composing adds to them. */
  lost: Missing[];
  /** The line that is drawn under a paragraph. */
  ruleUnder: (block: TextBlock) => Rule | undefined;
}

const thresholds = {
  /** Points: a line that begins further left is of another column. */
  outside: 3,
};

export function paragraphOf(whole: TextBlock, composition: Composition): Paragraph {
  const { container, boxed } = whole;
  // Its text ends before the border, wherever the column does.
  const block = boxed === undefined ? whole : { ...whole, container: { ...container, ...edgesIn(boxed) } };
  const { lines, role } = block;
  const { vocabulary, targets, notes } = composition;
  const list = composition.listItem(whole);
  const label = role?.number?.label ?? role?.item?.label ?? '';
  const body = list === undefined ? lines : withoutLabel(lines, label, role?.item?.labelLeft !== undefined);
  const align =
    role?.align ??
    alignmentOf(
      { ...block, lines: list === undefined || role?.number !== undefined ? lines : body },
      composition.typical,
    );
  const first = lines[0];
  const withNotes: Targets = { ...targets, note: (glyph) => notes.get(glyph) };
  const tabs = tabsOf(body, container, role?.contents?.isDotted);
  const rule = boxed === undefined ? composition.ruleUnder(whole) : undefined;
  const below = verticalBounds(lines).bottom;
  const ground = composition.shadingOf(whole);
  const plain = indents(block, align);
  const placed =
    boxed !== undefined
      ? indentsInBox(plain, align, container, boxed)
      : indentsOnGround(plain, block, align, list === undefined && composition.isInCell !== true ? ground : undefined);
  const breaks = whole.keepsLines === true ? everyLine(body) : breaksOf(block, body, align, composition.isBeside);
  const runs = runsOf(body, vocabulary, withNotes, breaks);
  // Lines in other columns have other edges.
  const own = body.filter(({ left }) => left > container.left - thresholds.outside && left < container.right);
  const isFitted = composition.isTypeset && align === 'both' && tabs.length === 0 && !isRightToLeftText(lines);
  const space = isFitted
    ? fittingSpace(own, boxed === undefined ? container.right - placed.indentRight : boxed.right)
    : 0;
  composition.lost.push(...wordsLostIn(withoutNotes(lines, notes), { runs, list }));
  return {
    kind: 'paragraph',
    runs: [
      ...shapeRuns(whole),
      ...turnedRuns(whole, composition),
      ...(space === 0 ? runs : runs.map((run) => spaced(run, space))),
    ],
    align,
    ...placed,
    spaceBefore: 0,
    isRightToLeft: isRightToLeftText(lines),
    ...(areScriptsClose(body) ? { areScriptsClose: true } : {}),
    heading: role?.heading,
    contents: role?.contents,
    isCaption: role?.isCaption,
    list,
    bookmark: first && composition.bookmarkAt(first),
    shading: boxed?.box.fill ?? ground?.color,
    tabs,
    box: boxed && bordersOf(boxed),
    borderBelow: rule && { thickness: rule.thickness, color: rule.color, space: rule.top - below },
  };
}

/** Lines without the marks of notes, which Word numbers. */
const withoutNotes = (lines: readonly TextLine[], notes: Composition['notes']): TextLine[] =>
  lines.map((line) => ({ ...line, glyphs: line.glyphs.filter((glyph) => !notes.has(glyph)) }));

const everyLine = (lines: readonly TextLine[]): Map<TextLine, LineStart> =>
  new Map(lines.slice(1).map((line) => [line, { lines: 1, blanks: 0 }]));

const spaced = (run: Run, space: number): Run => ({
  ...run,
  style: { ...run.style, spacing: (run.style.spacing ?? 0) + space },
});

/** Shapes on the page are anchored to the paragraph. */
const shapeRuns = ({ shapes = [], lines, container }: TextBlock): Run[] => {
  const style = lines[0]?.glyphs[0]?.style;
  const top = lines[0] === undefined ? 0 : lineTop(lines, lines[0]);
  return style === undefined
    ? []
    : shapes.map((shape) => ({
        text: '',
        style,
        shape: { shape, across: shape.left - container.left, below: shape.top - top },
      }));
};

/** The turned text of the page hangs on the paragraph, too. */
const turnedRuns = (block: TextBlock, { vocabulary, targets }: Composition): Run[] => {
  const { turned = [], lines, container } = block;
  const top = lines[0] === undefined ? 0 : lineTop(lines, lines[0]);
  return turned.flatMap(({ line, angle, box }) => {
    const paragraph = plainParagraph(runsOf([line], vocabulary, targets));
    const [first] = paragraph.runs;
    const lineSpacing = { height: box.bottom - box.top, isExact: true };
    const place = { across: box.left - container.left, below: box.top - top };
    return first === undefined
      ? []
      : [{ text: '', style: first.style, turned: { angle, box, ...place, paragraph: { ...paragraph, lineSpacing } } }];
  });
};
