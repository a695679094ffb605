// Latin letters of one family among East Asian ones of another.
import assert from 'node:assert/strict';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { withZip } from '#conversion/zip/reader.ts';
import { composeDocument } from '#conversion/word/compose/document.ts';
import { writeDocx } from '#conversion/word/docx/write.ts';
import { docxProblems } from '../../support/docx-validator.ts';
import { analyseForWord, bare, letters, page } from '../../support/word-pages.ts';

/** A line of pieces, each in its family, in square letters where they are not Latin. */
const lineOf = (pieces: readonly (readonly [text: string, font: string])[], bold = false) => {
  let left = 72;
  return pieces.flatMap(([text, font]) => {
    const right = left + text.length * (/[a-z]/i.test(text) ? 5 : 10);
    const glyphs = letters(text, { left, right, bold }).map((glyph) => ({ ...glyph, style: { ...glyph.style, font } }));
    left = right;
    return glyphs;
  });
};

/** The runs of a document: their families, and their text. */
async function runsOf(glyphs: ReturnType<typeof lineOf>): Promise<{ runs: string[][]; table: string }> {
  const directory = await mkdtemp(join(tmpdir(), 'two-families-'));
  const path = join(directory, 'out.docx');
  await writeDocx(composeDocument(analyseForWord({ pages: [page(0, glyphs)], ...bare })), createWriteStream(path));
  assert.deepEqual(await docxProblems(path), []);
  const part = async (name: string) =>
    String(await withZip(path, async (zip) => await zip.readWhole(`word/${name}.xml`, 1 << 20)));
  const [document, table] = [await part('document'), await part('fontTable')];
  await rm(directory, { recursive: true });
  const runs = [...document.matchAll(/<w:r>(.*?)<\/w:r>/g)].map(([, run = '']) => [
    /w:ascii="([^"]*)"/.exec(run)?.[1] ?? '',
    /w:eastAsia="([^"]*)"/.exec(run)?.[1] ?? '',
    /w:hint="([^"]*)"/.exec(run)?.[1] ?? '',
    [...run.matchAll(/<w:t[^>]*>([^<]*)/g)].map(([, text]) => text).join(''),
  ]);
  return { runs, table };
}

test('Latin words among Japanese ones are one run with them, in two families', async () => {
  const { runs, table } = await runsOf(
    lineOf([
      ['\u65e5\u672c\u8a9e\u306e', 'MS Mincho'],
      ['Word', 'Century'],
      ['\u6587\u66f8\u3068', 'MS Mincho'],
      ['PDF', 'Century'],
    ]),
  );
  assert.deepEqual(runs, [['Century', 'MS Mincho', '', '\u65e5\u672c\u8a9e\u306eWord\u6587\u66f8\u3068PDF']]);
  assert.match(table, /<w:font w:name="MS Mincho">/);
});

test('quotation marks that are of the East Asian family stay in it', async () => {
  const { runs } = await runsOf(
    lineOf([
      ['\u6587\u66f8\u201c\u6587\u201d\u2026\u3068', 'SimSun'],
      ['Word', 'Century'],
    ]),
  );
  assert.deepEqual(
    runs.map(([latin, eastAsian, hint]) => [latin, eastAsian, hint]),
    [['Century', 'SimSun', 'eastAsia']],
  );
});

test('two families of one script stay two runs', async () => {
  const { runs } = await runsOf(
    lineOf([
      ['\u65e5\u672cabc', 'MS Mincho'],
      ['\u6587\u66f8Word', 'MS Gothic'],
    ]),
  );
  assert.equal(runs.length, 2);
  assert.ok(runs.every(([latin, eastAsian]) => latin === eastAsian));
});
