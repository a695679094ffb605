// Pages that begin on purpose keep the room above their first line, and those that end so keep their last one.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { easeHoles, keepRoomAbovePages } from '#conversion/word/compose/page-starts.ts';
import { type Paragraph, plainParagraph } from '#conversion/word/docx-model.ts';
import { plainStyle } from '#conversion/layout/text/style.ts';
import { documentOf } from '../../support/word-documents.ts';

const lineOn = (page: number, more: Partial<Paragraph> = {}): Paragraph => ({
  ...plainParagraph([{ text: 'A line', style: plainStyle(10) }]),
  page,
  ...more,
});

test('a section begins where a chapter begins lower on its page', () => {
  const document = documentOf([
    lineOn(0),
    lineOn(1, { startsPage: true, spaceBefore: 30 }),
    lineOn(2, { startsPage: true, spaceBefore: 2 }),
  ]);
  const [first] = document.sections;
  if (first !== undefined) first.pageNumbers = { start: 3, format: 'lowerRoman' };
  keepRoomAbovePages(document);
  assert.deepEqual(
    document.sections.map(({ blocks }) => blocks.length),
    [1, 2],
  );
  const [, second] = document.sections;
  assert.ok(second?.isContinuous === false && second.headersFooters === undefined);
  assert.deepEqual(second.pageNumbers, { format: 'lowerRoman' }, 'page numbers continue');
  const [chapter, next] = second.blocks;
  assert.ok(chapter?.kind === 'paragraph' && chapter.startsPage === undefined && chapter.spaceBefore === 30);
  assert.ok(next?.kind === 'paragraph' && next.startsPage === true);
});

test('the room between a title and the foot of a full page shrinks a little, so that both stay on it', () => {
  const pageWith = (hole: number) => {
    const title = lineOn(0, { lineSpacing: { height: 30, isExact: true } });
    const foot = lineOn(0, { lineSpacing: { height: 12, isExact: true }, spaceBefore: hole });
    const document = documentOf([title, foot, lineOn(1, { startsPage: true })]);
    easeHoles(document, 2);
    return foot.spaceBefore;
  };
  // A page has 698 points.
  assert.equal(pageWith(650), 626);
  assert.equal(pageWith(400), 400, 'there is room enough');
});
