// The languages of letters that are not Latin, and the properties of a Word document.
import assert from 'node:assert/strict';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { withZip } from '#conversion/zip/reader.ts';
import { graphOf, PdfDocument } from '#conversion/pdf/graph.ts';
import { composeDocument } from '#conversion/word/compose/document.ts';
import { writeDocx } from '#conversion/word/docx/write.ts';
import { paragraphsOfDocument } from '#conversion/word/docx-paragraphs.ts';
import { propertiesOf } from '#conversion/layout/read/properties.ts';
import { docxProblems } from '../../support/docx-validator.ts';
import { analyseForWord, bare, letters, page } from '../../support/word-pages.ts';

const composed = (texts: readonly string[], language: string) =>
  composeDocument(
    analyseForWord({
      pages: [
        page(
          0,
          texts.flatMap((text, n) => letters(text, { baseline: 100 + n * 40 })),
        ),
      ],
      ...bare,
      language,
    }),
  );

const languagesOf = (texts: readonly string[], language = 'en-US') => {
  const document = composed(texts, language);
  const runs = paragraphsOfDocument(document).flatMap(({ runs: own }) => own);
  return { main: document.scriptLanguages, runs: runs.flatMap(({ languages }) => languages ?? []) };
};

test('East Asian and Middle Eastern letters have their language, in documents of any language', () => {
  assert.deepEqual(languagesOf(['かなとカナ', 'Words']).main, { eastAsia: 'ja-JP' });
  assert.deepEqual(languagesOf(['한국어입니다']).main, { eastAsia: 'ko-KR' });
  assert.deepEqual(languagesOf(['漢字漢字']).main, { eastAsia: 'zh-CN' });
  assert.deepEqual(languagesOf(['漢字漢字'], 'ja').main, { eastAsia: 'ja' });
  assert.deepEqual(languagesOf(['漢字漢字'], 'zh-TW').main, { eastAsia: 'zh-TW' });
  assert.deepEqual(languagesOf(['שלום שלום']).main, { bidi: 'he-IL' });
  assert.deepEqual(languagesOf(['سلام سلام'], 'fa-IR').main, { bidi: 'fa-IR' });
  assert.deepEqual(languagesOf(['Words – only “these”']), { main: undefined, runs: [] });
});

test('a run in another language than most of its script says so', () => {
  assert.deepEqual(languagesOf(['かなとカナとかなとカナ', '한국어']), {
    main: { eastAsia: 'ja-JP' },
    runs: [{ eastAsia: 'ko-KR' }],
  });
});

test('subject, keywords and dates of the PDF are those of the Word document', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'properties-'));
  const path = join(directory, 'made.docx');
  const pdf = new PdfDocument(graphOf({ maxId: 0, objects: {} }, {}));
  const info = {
    '/Subject': 'u:Ships & more',
    '/Keywords': 'u:harbour, crane',
    '/CreationDate': "u:D:20240229101500+01'00'",
    '/ModDate': 'u:D:20241399',
  };
  const document = composed(['かなとカナとかなとカナ', '한국어'], 'en');
  document.properties = propertiesOf(pdf, info);
  assert.deepEqual(document.properties, {
    subject: 'Ships & more',
    keywords: 'harbour, crane',
    created: '2024-02-29T10:15:00+01:00',
    modified: '',
  });
  await writeDocx(document, createWriteStream(path), 'TEST');
  assert.deepEqual(await docxProblems(path), []);
  const [core, styles] =
    (await withZip(path, async (zip) => {
      const part = async (name: string) => (await zip.readWhole(name, 1 << 20))?.toString() ?? '';
      return [await part('docProps/core.xml'), await part('word/styles.xml')];
    })) ?? [];
  assert.match(core ?? '', /<dc:subject>Ships &amp; more<\/dc:subject>/);
  assert.match(core ?? '', /<cp:keywords>harbour, crane; TEST<\/cp:keywords>/);
  assert.match(core ?? '', /<dcterms:created xsi:type="dcterms:W3CDTF">2024-02-29T10:15:00\+01:00<\/dcterms:created>/);
  assert.doesNotMatch(core ?? '', /modified/);
  assert.match(styles ?? '', /<w:lang w:val="en" w:eastAsia="ja-JP" w:bidi="en"\/>/);
  await rm(directory, { recursive: true });
});
