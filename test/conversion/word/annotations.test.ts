// Annotations of a PDF: marks become formatting of the text, remarks become comments.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { docxProblems } from '../../support/docx-validator.ts';
import { workbench, type Workbench } from '../../support/convert.ts';
import { pdfOf, stream } from '../../support/pdf-builder.ts';
import { wordParagraphs, wordParts } from '../../support/word.ts';

let bench: Workbench;
before(async () => {
  bench = await workbench();
});
after(async () => {
  await bench.engines.stop();
  await bench[Symbol.asyncDispose]();
});

/** In Courier at ten points every letter is six points wide. */
const text = (left: number, baseline: number, words: string) => `BT /F 10 Tf ${left} ${baseline} Td (${words}) Tj ET`;

/** A page with such texts and annotations, each an object. */
function annotated(content: string, annotations: readonly string[]): Buffer {
  const references = annotations.map((_, n) => `${n + 10} 0 R`).join(' ');
  return pdfOf({
    1: '<< /Type /Catalog /Pages 2 0 R >>',
    2: '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    3: `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> /Annots [${references}] >>`,
    4: stream('', content),
    5: '<< /Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding >>',
    ...Object.fromEntries(annotations.map((annotation, n) => [n + 10, `<< /Type /Annot ${annotation} >>`])),
  });
}

async function toWord(file: Buffer): Promise<{ body: string; comments: string; runs: string[] }> {
  const path = await bench.run('pdf-to-word', [file]);
  assert.deepEqual(await docxProblems(path), []);
  const [body = '', comments = ''] = await wordParts(path, 'word/document.xml', 'word/comments.xml');
  return { body, comments, runs: body.split('<w:r>').slice(1) };
}

/** The corners of letters of a line, from one to another. */
const over = (from: number, to: number, baseline: number, left = 72) => {
  const [a, b] = [left + from * 6, left + to * 6];
  return `/Rect [${a} ${baseline - 2} ${b} ${baseline + 8}] /QuadPoints [${a} ${baseline + 8} ${b} ${baseline + 8} ${a} ${baseline - 2} ${b} ${baseline - 2}]`;
};

const harbour = [
  text(72, 700, 'The harbour was dredged in the year of the flood, and the board'),
  text(72, 688, 'paid for all of it with the money that the ships had brought in.'),
  text(72, 640, 'Nothing was left of it when the winter came, and the ice broke'),
  text(72, 628, 'the wall beside the northern basin once more, as it had before.'),
].join('\n');

/** The text between the marks of a comment. */
const between = (body: string, id: number) =>
  wordParagraphs(
    `<w:p>${body.split(`<w:commentRangeStart w:id="${id}"/>`)[1]?.split(`<w:commentRangeEnd w:id="${id}"/>`)[0] ?? ''}</w:p>`,
  )[0]?.text;

test('highlights, lines under and through the text are its formatting', async () => {
  const { body, comments, runs } = await toWord(
    annotated(harbour, [
      `/Subtype /Highlight /F 4 /C [1 1 0] ${over(4, 11, 700)}`,
      `/Subtype /Highlight /F 4 /C [0 1 0] /CA 0.5 ${over(16, 23, 700)}`,
      `/Subtype /Underline /F 4 /C [1 0 0] ${over(0, 4, 688)}`,
      `/Subtype /Squiggly /F 4 /C [0 0 1] ${over(5, 8, 688)}`,
      `/Subtype /StrikeOut /F 4 /C [1 0 0] ${over(0, 7, 640)}`,
      `/Subtype /StrikeOut /F 2 /C [1 0 0] ${over(8, 11, 640)}`,
    ]),
  );
  const run = (word: string) => runs.find((own) => own.includes(`>${word}<`)) ?? '';
  assert.match(run('harbour'), /<w:shd w:val="clear" w:color="auto" w:fill="ffff00"\/>/);
  assert.match(run('dredged'), /w:fill="80ff80"/);
  assert.match(run('paid'), /<w:u w:val="single" w:color="ff0000"\/>/);
  assert.match(run('for'), /<w:u w:val="wave" w:color="0000ff"\/>/);
  assert.match(run('Nothing'), /<w:strike\/>/);
  // A hidden one is not seen.
  assert.equal(body.split('<w:strike/>').length, 2);
  assert.doesNotMatch(body, /framePr/);
  assert.equal(comments, '');
});

test('remarks are comments with their author and date, at the text that they are of', async () => {
  const { body, comments } = await toWord(
    annotated(harbour, [
      `/Subtype /Highlight /F 4 /C [1 1 0] ${over(4, 23, 700)} /T (Ada Lovelace) /CreationDate (D:20240305101500+01'00') /Contents (Is that <so>?\\rReally?)`,
      `/Subtype /Text /F 4 /Rect [500 636 520 656] /T (Bo) /M (D:20240306) /Contents (Which winter?)`,
      `/Subtype /Popup /F 4 /Rect [500 500 560 560] /Parent 11 0 R`,
      // A reply is hidden on the page, as is the state of a review, which is no remark.
      `/Subtype /Text /F 30 /Rect [0 0 20 20] /IRT 10 0 R /T (Cy) /Contents (It is.)`,
      `/Subtype /Text /F 30 /Rect [0 0 20 20] /IRT 10 0 R /StateModel (Review) /State (Accepted) /Contents (Accepted by Cy)`,
      `/Subtype /Text /F 2 /Rect [500 616 520 626] /Contents (Hidden)`,
    ]),
  );
  assert.equal(comments.split('<w:comment ').length - 1, 3);
  assert.match(
    comments,
    /<w:comment w:id="0" w:author="Ada Lovelace" w:date="2024-03-05T10:15:00Z" w:initials="AL">.*?Is that &lt;so&gt;\?.*?<w:p>.*?Really\?.*?<\/w:comment>/,
  );
  assert.match(comments, /w:id="1" w:author="Cy".*?It is\..*w:id="2" w:author="Bo" w:date="2024-03-06T00:00:00Z"/);
  assert.doesNotMatch(comments, /Accepted|Hidden/);
  assert.deepEqual(
    [0, 1, 2].map((id) => between(body, id)),
    ['harbour was dredged', 'harbour was dredged', 'broke'],
  );
  for (const id of [0, 1, 2]) assert.match(body, new RegExp(`<w:commentReference w:id="${id}"/>`));
});

test('a remark over paragraphs is one comment, and one beside no text is not lost', async () => {
  const both = `/Subtype /Highlight /F 4 /Rect [72 600 460 720] /QuadPoints [72 696 460 696 72 684 460 684 72 650 460 650 72 638 460 638]`;
  const { body } = await toWord(annotated(harbour, [`${both} /Contents (Both)`]));
  assert.equal(body.split('<w:commentRangeStart').length - 1, 1);
  const [, inside = ''] = /<w:commentRangeStart w:id="0"\/>([\s\S]*)<w:commentRangeEnd w:id="0"\/>/.exec(body) ?? [];
  assert.match(inside, /paid for[\s\S]*<\/w:p>[\s\S]*Nothing was left/);
  const note = '/Subtype /Text /F 4 /Rect [10 10 20 20]';
  const pages = annotated(harbour, [`${note} /Contents (Far away)`]);
  assert.equal(between((await toWord(pages)).body, 0), 'the');
});

test('comments of hostile length and number are bounded', async () => {
  const long = `/Subtype /Text /F 4 /Rect [72 700 80 708] /Contents (${'x'.repeat(50_000)}) /T (${'A b '.repeat(1000)})`;
  const { comments } = await toWord(
    annotated(harbour, [
      long,
      ...Array.from({ length: 2500 }, () => '/Subtype /Text /F 4 /Rect [72 700 80 708] /Contents (x)'),
    ]),
  );
  assert.equal(comments.split('<w:comment ').length - 1, 1000);
  assert.ok(comments.length < 500_000);
  assert.match(comments, /w:initials="ABAB">/);
});

test('text that somebody has put on a page is text in a frame at its place, and the page flows', async () => {
  const prose = Array.from({ length: 12 }, (_, n) =>
    text(72, 700 - n * 12, 'The harbour was dredged in the year of the flood, and the board paid'),
  ).join('\n');
  const box = '/Subtype /FreeText /F 4 /Rect [300 400 400 440]';
  const { body, comments } = await toWord(
    annotated(`${prose}\n${text(72, 300, 'Below.')}`, [
      `${box} /Contents (To be looked at once more by everybody) /DA (/TiRo 9 Tf 1 0 0 rg) /Q 1 /C [1 1 0.5] /BS << /W 2 >>`,
      '/Subtype /FreeText /F 2 /Rect [300 300 400 340] /Contents (Hidden) /DA (/Helv 9 Tf)',
    ]),
  );
  const [, xml = ''] = /<w:txbxContent>(.*?)<\/w:txbxContent>/s.exec(body) ?? [];
  assert.deepEqual(
    wordParagraphs(xml).map((paragraph) => paragraph.text),
    ['To be looked at once moreby everybody'],
  );
  // Nothing goes around it.
  assert.match(
    body,
    /<wp:positionH relativeFrom="page"><wp:posOffset>3810000<[^]*?<wp:wrapNone\/>[^]*?<w:txbxContent>/,
  );
  assert.match(xml, /w:ascii="Times New Roman"[\s\S]*<w:color w:val="ff0000"\/>[\s\S]*<w:sz w:val="18"\/>/);
  assert.match(
    xml,
    /<w:pBdr><w:top w:val="single" w:sz="16"[\s\S]*<w:shd w:val="clear" w:color="auto" w:fill="ffff80"\/>/,
  );
  assert.match(xml, /<w:jc w:val="center"\/>/);
  assert.doesNotMatch(body, /Hidden/);
  assert.equal(comments, '');
});

test('text on a page without any other is that page', async () => {
  const file = annotated('', [
    '/Subtype /FreeText /F 4 /Rect [100 400 400 440] /Contents (Left blank on purpose) /DA (/Helv 9 Tf)',
  ]);
  const { body } = await toWord(file);
  const [, xml = ''] = /<w:txbxContent>(.*?)<\/w:txbxContent>/s.exec(body) ?? [];
  assert.equal(wordParagraphs(xml)[0]?.text, 'Left blank on purpose');
});

test('turned text and callouts stay in the picture of their page', async () => {
  const turned = '/Subtype /FreeText /F 4 /Rect [300 400 400 440] /Contents (Turned) /DA (/Helv 9 Tf)';
  for (const more of ['/Rotate 90', '/CL [100 100 200 200]']) {
    const { body } = await toWord(annotated(harbour, [`${turned} ${more}`]));
    assert.doesNotMatch(body, /Turned/);
    assert.match(body, /behindDoc="1"/);
  }
});
