// The letter that waiting document processes convert again and again, so that the code which a document needs has run before.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { graphOf, type PdfObjects } from '#conversion/pdf/graph.ts';
import { pdfium } from '#conversion/pdfium/library.ts';
import { bodyParagraphs } from '#conversion/layout/document-layout.ts';
import { readDocument } from '#conversion/layout/read/document.ts';
import { analyseForWord } from '../../support/word-pages.ts';

const samples = join(import.meta.dirname, '..', '..', '..', 'src', 'conversion', 'documents', 'samples');
before(() => pdfium.init());

for (const kind of ['with tags', 'without tags'] as const)
  test(`a waiting process has found headings, a list and a table ${kind} before its document comes`, async () => {
    const { qpdf } = JSON.parse(await readFile(join(samples, 'letter.json'), 'utf8')) as {
      qpdf: [{ maxobjectid: number }, PdfObjects['objects']];
    };
    const more: PdfObjects['objects'] = kind === 'with tags' ? {} : { 'obj:8 0 R': { value: null } };
    const graph = graphOf({ maxId: qpdf[0].maxobjectid, objects: qpdf[1] }, more);
    const layout = analyseForWord(readDocument(join(samples, 'letter.pdf'), graph));
    assert.equal(layout.isTagged, kind === 'with tags');
    const roles = bodyParagraphs(layout).map(({ role }) => role);
    assert.equal(roles.filter((role) => role?.heading !== undefined).length, 2);
    assert.equal(roles.filter((role) => role?.item !== undefined).length, 3);
    assert.equal(layout.regions.flatMap(({ blocks }) => blocks).filter(({ kind: own }) => own === 'table').length, 1);
  });
