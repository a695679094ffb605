// Captions have their style, their numbers are counted by Word, and references in the text lead to them; all read as printed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countCaptions } from '#conversion/word/compose/captions.ts';
import { plainParagraph, type Paragraph, textOf } from '#conversion/word/docx-model.ts';
import { writeDocx } from '#conversion/word/docx/write.ts';
import { pictureBlock } from '#conversion/layout/layout-blocks.ts';
import { findCaptions } from '#conversion/layout/blocks/captions.ts';
import { captionLabelOf, isCaptionText } from '#conversion/layout/text/captions.ts';
import { plainStyle } from '#conversion/layout/text/style.ts';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { docxProblems } from '../../support/docx-validator.ts';
import { documentOf, sectionOf } from '../../support/word-documents.ts';
import { block, column, line } from '../../support/word-pages.ts';
import { wordParts } from '../../support/word.ts';

const paragraph = (text: string, more: Partial<Paragraph> = {}): Paragraph => ({
  ...plainParagraph([{ text, style: plainStyle(11) }]),
  ...more,
});
const caption = (text: string) => paragraph(text, { isCaption: true });
const fieldsOf = ({ runs }: Paragraph) =>
  runs.flatMap(({ field, text }) => (field === undefined ? [] : [`${field}: ${text}`]));

test('words and numbers are told apart in several languages, and sentences are no captions', () => {
  assert.deepEqual(captionLabelOf('Abb. 12: Ein Kran'), { word: 'Abb.', number: '12', text: 'Abb. 12' });
  assert.deepEqual(captionLabelOf('Tableau 2.3 : Valeurs')?.number, '2.3');
  assert.equal(captionLabelOf('Figures 3 and 4'), undefined);
  for (const text of ['Figure 3', 'Figure 3: A crane', 'Table 2. Costs', 'Figura 1 – Mapa', 'Tabelle 4 Kosten'])
    assert.ok(isCaptionText(text), text);
  assert.ok(!isCaptionText('Figure 3 shows the crane'));
});

test('a paragraph beside a picture that begins so is its caption', () => {
  const box = { left: 72, top: 90, right: 300, bottom: 200 };
  const picture = { ...box, mcid: -1, isArtifact: false, width: 1, height: 1, data: () => Promise.resolve(null) };
  const own = block(line('Figure 1: A crane', { baseline: 212 }));
  own.role = { heading: 3 };
  const far = block(line('Figure 2: Another', { baseline: 400 }));
  const text = block(line('Text', { baseline: 300 }));
  const blocks = [pictureBlock(picture, 0, column), own, text, far];
  findCaptions({ regions: [{ page: 0, columns: [column], top: 0, bottom: 800, blocks }] });
  assert.deepEqual([own.role, far.role?.isCaption], [{ isPlain: true, isCaption: true }, undefined]);
});

test('numbers that count from one are fields, and references in the text lead to them', async () => {
  const blocks = [
    paragraph('As Figure 2 and Figure\u00a01 show, not Figure 12, Figure 2.1 or Table 1.'),
    caption('Figure 1: A crane'),
    caption('Figure 2: Two cranes'),
  ];
  countCaptions([sectionOf(blocks)]);
  assert.deepEqual(blocks.map(fieldsOf), [
    ['REF _Ref_caption2 \\h \\* MERGEFORMAT: Figure 2', 'REF _Ref_caption1 \\h \\* MERGEFORMAT: Figure\u00a01'],
    ['SEQ Figure \\* ARABIC: 1'],
    ['SEQ Figure \\* ARABIC: 2'],
  ]);
  assert.deepEqual(blocks.map(textOf), [
    'As Figure 2 and Figure\u00a01 show, not Figure 12, Figure 2.1 or Table 1.',
    'Figure 1: A crane',
    'Figure 2: Two cranes',
  ]);
  const folder = await mkdtemp(join(tmpdir(), 'captions-'));
  const path = join(folder, 'a.docx');
  await writeDocx(documentOf(blocks), createWriteStream(path));
  assert.deepEqual(await docxProblems(path), []);
  const [body = '', styles = ''] = await wordParts(path, 'word/document.xml', 'word/styles.xml');
  assert.match(
    body,
    /<w:pStyle w:val="Caption"\/>.*?<w:bookmarkStart w:id="(\d+)" w:name="_Ref_caption1"\/><w:r><w:t xml:space="preserve">Figure <\/w:t><\/w:r><w:fldSimple w:instr=" SEQ Figure \\\* ARABIC "><w:r><w:t xml:space="preserve">1<\/w:t><\/w:r><\/w:fldSimple><w:bookmarkEnd w:id="\1"\/><w:r><w:t xml:space="preserve">: A crane/,
  );
  assert.match(styles, /w:styleId="Caption"/);
  await rm(folder, { recursive: true });
});

test('numbers that Word would count differently stay as they are typed', () => {
  for (const texts of [
    ['Table 2: Costs', 'Table 3: More'],
    ['Table 1: Costs', 'Table 1: Costs (continued)'],
    ['Table 1.1: Costs', 'Table 1.2: More'],
  ]) {
    const blocks = texts.map(caption);
    const text = paragraph(`See ${texts[0]?.split(':')[0]} here.`);
    countCaptions([sectionOf([...blocks, text])]);
    assert.deepEqual([...blocks, text].flatMap(fieldsOf), []);
  }
});
