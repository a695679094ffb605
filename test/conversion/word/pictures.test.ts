// Pictures that cannot be decoded are blank; a fault of ours is not hidden.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { createWriteStream } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { plainParagraph, type WordDocument } from '#conversion/word/docx-model.ts';
import { writeDocx } from '#conversion/word/docx/write.ts';
import type { Picture } from '#conversion/layout/page-content.ts';
import { plainStyle } from '#conversion/layout/text/style.ts';
import { wordParts } from '../../support/word.ts';
import { documentOf } from '../../support/word-documents.ts';

const documentWith = (data: Picture['data']): WordDocument => {
  const box = { left: 72, top: 72, right: 172, bottom: 172 };
  const picture: Picture = { ...box, mcid: -1, isArtifact: false, width: 10, height: 10, data };
  return documentOf([
    plainParagraph([{ text: '', style: plainStyle(11), picture: { picture, width: 100, height: 100 } }]),
  ]);
};

async function inFolder(use: (path: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'word-pictures-'));
  try {
    await use(join(folder, 'out.docx'));
  } finally {
    await rm(folder, { recursive: true });
  }
}

test('an image that PDFium cannot decode is one white pixel in its place', () =>
  inFolder(async (path) => {
    await writeDocx(
      documentWith(() => Promise.resolve(null)),
      createWriteStream(path),
    );
    const [body = '', picture = ''] = await wordParts(path, 'word/document.xml', 'word/media/image1.png');
    assert.match(body, /<wp:extent cx="1270000" cy="1270000"\/>/);
    assert.equal(picture.slice(1, 4), 'PNG');
  }));

test('a mistake in the reading of a picture comes through, and no document is made', () =>
  inFolder(async (path) => {
    const mistake = new TypeError('mistake');
    const written = writeDocx(
      documentWith(() => Promise.reject(mistake)),
      createWriteStream(path),
    );
    await assert.rejects(written, mistake);
  }));
