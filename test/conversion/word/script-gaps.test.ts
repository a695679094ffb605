// Where a page leaves no room between East Asian letters and Latin ones, Word does not either.
import assert from 'node:assert/strict';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { writeDocx } from '#conversion/word/docx/write.ts';
import { plainParagraph } from '#conversion/word/docx-model.ts';
import { areScriptsClose } from '#conversion/word/compose/script-gaps.ts';
import { plainStyle } from '#conversion/layout/text/style.ts';
import { docxProblems } from '../../support/docx-validator.ts';
import { documentOf } from '../../support/word-documents.ts';
import { wordParts } from '../../support/word.ts';
import { letters, line } from '../../support/word-pages.ts';

/** An ideograph, a Latin letter and an ideograph, so many points apart. */
const lineWith = (gap: number) => ({
  glyphs: ['日', 'A', '本'].map((text, n) => ({
    ...letters(text)[0]!,
    left: 72 + n * (10 + gap),
    right: 82 + n * (10 + gap),
  })),
});

test('letters of two scripts are close where there is no room between them', () => {
  assert.equal(areScriptsClose([lineWith(0)]), true);
  assert.equal(areScriptsClose([lineWith(2)]), false);
  assert.equal(areScriptsClose([lineWith(0), lineWith(2), lineWith(2)]), false);
});

test('nothing is said of text in one script', () => {
  assert.equal(areScriptsClose([line('Latin words'), line('日本語')]), false);
});

test('a paragraph whose scripts are close says so, and one from right to left that it is', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'scripts-'));
  const path = join(folder, 'a.docx');
  const runs = [{ text: '日A本', style: plainStyle(11) }];
  await writeDocx(
    documentOf([{ ...plainParagraph(runs), areScriptsClose: true, isRightToLeft: true }, plainParagraph(runs)]),
    createWriteStream(path),
  );
  assert.deepEqual(await docxProblems(path), []);
  const [body = ''] = await wordParts(path, 'word/document.xml');
  assert.match(body, /<w:autoSpaceDE w:val="0"\/><w:autoSpaceDN w:val="0"\/><w:bidi\/>/);
  assert.equal(body.match(/autoSpaceDE/g)?.length, 1);
  await rm(folder, { recursive: true });
});
