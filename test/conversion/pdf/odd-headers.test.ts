// PDFs with an invalid header or trailer that other programs open: the result is one that all programs open.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { workbench, type Workbench } from '../../support/convert.ts';

const execute = promisify(execFile);

let bench: Workbench;
before(async () => void (bench = await workbench()));
after(() => bench[Symbol.asyncDispose]());

const objects = [
  '1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj',
  '2 0 obj << /Type /Pages /Count 1 /Kids [3 0 R] >> endobj',
  '3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >> endobj',
  '4 0 obj << /Length 41 >> stream\nBT /F 20 Tf 20 100 Td (Hello there) Tj ET\nendstream endobj',
  '5 0 obj << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> endobj',
].join('\n');
const end = 'startxref\n0\n%%EOF\n';
const trailer = `trailer\n<< /Root 1 0 R /Size 6 >>\n${end}`;
const junk = 'not yet '.repeat(110);

const odd: Readonly<Record<string, string>> = {
  'a header without a version': `%PDF\n${objects}\n${trailer}`,
  'a header without a dash': `%PDF1.4\n${objects}\n${trailer}`,
  'the header of PostScript': `%!PS-Adobe-3.0 PDF-1.4\n${objects}\n${trailer}`,
  'a header behind something else': `${junk}\n%PDF-1.4\n${objects}\n${trailer}`,
  'a bare header behind something else': `${junk}\r\n%PDF\n${objects}\n${trailer}`,
  'no word "trailer"': `%PDF-1.4\n${objects}\n<< /Root 1 0 R /Size 6 >>\n${end}`,
  'a trailer without brackets': `%PDF-1.4\n${objects}\ntrailer\n/Root 1 0 R /Size 6\n${end}`,
  'no end at all': `%PDF-1.4\n${objects}`,
};

for (const [name, source] of Object.entries(odd))
  test(`a PDF with ${name} is read, drawn and changed`, async () => {
    const pdf = Buffer.from(source);
    assert.match(await readFile(await bench.run('pdf-to-markdown', [pdf]), 'utf8'), /Hello there/);
    await bench.run('pdf-to-image', [pdf]);
    for (const [tool, fields] of [
      ['rotate-pdf', { rotation: '90' }],
      ['compress-pdf', {}],
    ] as const) {
      const path = await bench.run(tool, [pdf], fields);
      assert.match((await readFile(path)).toString('latin1', 0, 8), /^%PDF-1\.\d/);
      assert.match((await execute('pdftotext', [path, '-'])).stdout, /Hello there/);
    }
    const locked = await bench.run('protect-pdf', [pdf], { password: 'correct horse' });
    assert.match((await execute('pdftotext', ['-upw', 'correct horse', locked, '-'])).stdout, /Hello there/);
  });

test('a text that speaks of %PDF is no PDF', async () => {
  await assert.rejects(bench.run('pdf-to-markdown', [Buffer.from('A file begins with %PDF and a version.')]));
});

test('a form that only a program can lay out is named in a warning, another form is not', async () => {
  const form = (more: string) =>
    Buffer.from(
      `%PDF-1.7\n${objects.replace('/Type /Catalog', `/Type /Catalog /AcroForm << /Fields [] /XFA [] >> ${more}`)}\n${trailer}`,
    );
  for (const tool of ['pdf-to-markdown', 'rotate-pdf']) {
    const fields = tool === 'rotate-pdf' ? { rotation: '90' } : {};
    const { report } = await bench.convert(tool, [form('/NeedsRendering true')], fields);
    assert.match(report.warnings?.join(' ') ?? '', /"file-1\.pdf" is a dynamic form \(XFA\)/);
    const other = await bench.convert(tool, [form('')], fields);
    assert.deepEqual(other.report.warnings ?? [], []);
  }
});
