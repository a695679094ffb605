// ps-to-pdf: pages, boxes and text as the program says; wrappers of printers and of DOS; programs that misbehave.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { breakdownBehind } from '#core/breakdown.ts';
import { isFailure } from '#core/failure.ts';
import { workbench, type Workbench } from '../support/convert.ts';

const execute = promisify(execFile);
let bench: Workbench;
before(async () => {
  bench = await workbench();
});
after(() => bench[Symbol.asyncDispose]());

const page = (word: string) => `/Times-Roman findfont 24 scalefont setfont 72 700 moveto (${word}) show showpage\n`;
const program = (...words: string[]) => `%!PS-Adobe-3.0\n${words.map(page).join('')}%%EOF\n`;
const eps = (box: string, more = '') =>
  `%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: ${box}\n${more}%%EndComments\n1 0 0 setrgbcolor 110 220 40 30 rectfill\n`;

const toPdf = (data: string | Buffer) => bench.run('ps-to-pdf', [Buffer.from(data as string, 'latin1')]);
const info = async (path: string) => (await execute('pdfinfo', [path])).stdout;
const textOf = async (path: string) => (await execute('pdftotext', [path, '-'])).stdout;

test('text stays text, pages stay pages, and the default size is A4', async () => {
  const path = await toPdf(program('first', 'second'));
  assert.match(await textOf(path), /first[\s\S]*second/);
  assert.match(await info(path), /Pages:\s+2[\s\S]*Page size:\s+595 x 842 pts \(A4\)/);
});

test('a declared size, the title and bookmarks are kept', async () => {
  const source = `%!PS-Adobe-3.0\n%%Title: (A title)\n<< /PageSize [300 400] >> setpagedevice\n[ /Title (A bookmark) /Page 1 /OUT pdfmark\n${page('sized').replace('700', '300')}`;
  const path = await toPdf(source);
  assert.match(await info(path), /Title:\s+A title[\s\S]*Page size:\s+300 x 400/);
  assert.match((await execute('qpdf', ['--json', '--json-key=outlines', path])).stdout, /A bookmark/);
});

test('an EPS becomes one page as large as its drawing, with or without showpage, by the finer box if it has one', async () => {
  for (const [source, size] of [
    [eps('100 200 160 260'), '60 x 60'],
    [`${eps('100 200 160 260')}showpage\n`, '60 x 60'],
    [eps('100 200 160 260', '%%HiResBoundingBox: 100.0 200.0 155.5 258.25\n'), '55.5 x 58.25'],
  ] as const) {
    const path = await toPdf(source);
    assert.match(await info(path), new RegExp(`Pages:\\s+1\\n[\\s\\S]*Page size:\\s+${size}`));
    const { stdout } = await execute('pdftoppm', ['-r', '72', '-png', path], { encoding: 'buffer' });
    assert.ok(stdout.length > 100);
  }
});

test('a box at the end of an EPS is its box', async () => {
  const atEnd = '%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: (atend)\n%%HiResBoundingBox: (atend)\n%%EndComments\n';
  const drawing = '1 0 0 setrgbcolor 110 220 40 30 rectfill\n';
  for (const [trailer, size] of [
    ['%%BoundingBox: 100 200 160 260\n', '60 x 60'],
    ['%%BoundingBox: 1 2 3 4\n%%BoundingBox: 100 200 160 260\n', '60 x 60'],
    ['%%BoundingBox: 100 200 160 260\n%%HiResBoundingBox: 100.0 200.0 155.5 258.25\n', '55.5 x 58.25'],
  ] as const)
    assert.match(
      await info(await toPdf(`${atEnd}${drawing}showpage\n%%Trailer\n${trailer}%%EOF\n`)),
      new RegExp(`Pages:\\s+1\\n[\\s\\S]*Page size:\\s+${size}`),
    );
});

test('pages whose comments say that they are turned are seen upright', async () => {
  const sideways =
    'gsave 90 rotate 72 -72 moveto /Times-Roman findfont 24 scalefont setfont (sideways) show grestore showpage\n';
  const upright = page('upright');
  const whole = await toPdf(
    `%!PS-Adobe-3.0\n%%Orientation: Landscape\n%%Pages: 1\n%%EndComments\n%%Page: 1 1\n${sideways}%%EOF\n`,
  );
  assert.match(await info(whole), /Page rot:\s+90/);
  const single = await toPdf(
    `%!PS-Adobe-3.0\n%%Pages: 2\n%%EndComments\n%%Page: 1 1\n%%PageOrientation: Portrait\n${upright}%%Page: 2 2\n%%PageOrientation: Landscape\n${sideways}%%EOF\n`,
  );
  const { stdout } = await execute('pdfinfo', ['-f', '1', '-l', '2', single]);
  assert.match(stdout, /Page +1 rot:\s+0[\s\S]*Page +2 rot:\s+90/);
  // Without comments nothing is turned.
  assert.match(await info(await toPdf(`%!PS\n${sideways}`)), /Page rot:\s+0/);
});

test('comments with endless numbers are read in no time', async () => {
  const digits = '1'.repeat(5000);
  const source = `%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: ${digits} ${digits} ${digits} x\n%%DocumentMedia: a ${digits} ${digits}x\n%%EndComments\n${page('quick')}`;
  assert.match(await textOf(await toPdf(source)), /quick/);
});

test('the medium that comments state is the page, unless the program sets one itself', async () => {
  const media = '%!PS-Adobe-3.0\n%%DocumentMedia: Card 300 200 0 () ()\n%%EndComments\n';
  assert.match(await info(await toPdf(`${media}${page('card').replace('700', '100')}`)), /Page size:\s+300 x 200/);
  const own = `${media}<< /PageSize [400 500] >> setpagedevice\n${page('own').replace('700', '100')}`;
  assert.match(await info(await toPdf(own)), /Page size:\s+400 x 500/);
});

test('DOS containers, printer commands and a leading Ctrl-D are taken off', async () => {
  const inner = Buffer.from(program('wrapped'), 'latin1');
  const head = Buffer.alloc(30);
  Buffer.from('c5d0d3c6', 'hex').copy(head);
  head.writeUInt32LE(30, 4);
  head.writeUInt32LE(inner.length, 8);
  head.writeUInt32LE(30 + inner.length, 20);
  head.writeUInt32LE(4, 24);
  for (const wrapped of [
    Buffer.concat([head, inner, Buffer.from('II*\0')]),
    Buffer.concat([
      Buffer.from('\x1b%-12345X@PJL JOB\r\n@PJL ENTER LANGUAGE=POSTSCRIPT\r\n'),
      inner,
      Buffer.from('\x04\x1b%-12345X@PJL EOJ\r\n'),
    ]),
    Buffer.concat([Buffer.from('\x04'), inner]),
  ])
    assert.match(await textOf(await toPdf(wrapped)), /wrapped/);
});

test('JPEG data of the program is passed on as it is', async () => {
  const { default: sharp } = await import('sharp');
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  const jpeg = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#000', noise } })
    .jpeg({ quality: 70 })
    .toBuffer();
  const source = `%!PS\ngsave 64 64 scale /DeviceRGB setcolorspace << /ImageType 1 /Width 64 /Height 64 /BitsPerComponent 8 /Decode [0 1 0 1 0 1] /ImageMatrix [64 0 0 -64 0 64] /DataSource currentfile /ASCIIHexDecode filter /DCTDecode filter >> image\n${jpeg.toString('hex')}>\ngrestore showpage\n`;
  const { stdout } = await execute('pdfimages', ['-list', await toPdf(source)]);
  assert.match(stdout, /jpeg/);
});

test('a program that prints without end is ended for it, not read to its deadline', async () => {
  for (const print of ['(%stderr) (w) file { dup (noise on the way\\n) writestring } loop', '{ (noise) = } loop'])
    await assert.rejects(
      toPdf(`%!PS\n${print}\n`),
      (error) =>
        isFailure(error, 'conversion_failed') &&
        error.fields['limit'] === 'output' &&
        breakdownBehind(error)?.by === 'the limit of what it prints',
    );
});

test('a program that fails, draws nothing, runs for ever or has too many pages has its code, and reaches nothing', async () => {
  await assert.rejects(toPdf('%!PS\nnonsense showpage\n'), (error) => isFailure(error, 'source_unreadable'));
  await assert.rejects(toPdf('%!PS\n/x 1 def\n'), (error) => isFailure(error, 'ps_blank_output'));
  await assert.rejects(toPdf('%!PS\nshowpage\n'), (error) => isFailure(error, 'ps_blank_output'));
  await assert.rejects(
    toPdf('%!PS\n501 { 0 0 9 9 rectfill showpage } repeat\n'),
    (error) => isFailure(error, 'too_many_pages') && error.fields['pages'] === 501 && error.fields['max_pages'] === 500,
  );
  const marker = `${bench.folder}/piped`;
  await assert.rejects(toPdf(`%!PS\n(%pipe%touch ${marker}) (w) file\n`), (error) =>
    isFailure(error, 'source_unreadable'),
  );
  await assert.rejects(toPdf('%!PS\n(/etc/passwd) (r) file 100 string readline pop show showpage\n'), (error) =>
    isFailure(error, 'source_unreadable'),
  );
  assert.equal(existsSync(marker), false);
});
