// rotate, protect, unlock, watermark, page numbers, pictures, merge: on every kind of page.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { assert as property, array, integer, property as forAll } from 'fast-check';
import sharp from 'sharp';
import { isFailure } from '#core/failure.ts';
import { balanceOf } from '#conversion/pdf/content-state.ts';
import { selectFilePages } from '#conversion/options/file-pages.ts';
import { selectPages } from '#conversion/options/page-selection.ts';
import { turnsOf } from '#conversion/options/turned-pages.ts';
import { pdf } from '../../support/fixtures.ts';
import { kindsOfPage, pdfOf, richPdf, stream } from '../../support/pdf-builder.ts';
import { imagePdf, photograph } from '../../support/pictures.ts';
import { workbench, type Workbench } from '../../support/convert.ts';

const execute = promisify(execFile);
let bench: Workbench;
before(async () => {
  bench = await workbench();
});
after(() => bench[Symbol.asyncDispose]());

interface Picture {
  data: Buffer;
  width: number;
  height: number;
}

/** A page as mutool draws it, grey, 72 DPI. */
async function picture(path: string, { page = 1, turn = 0, password = '' } = {}): Promise<Picture> {
  const png = `${path}-${page}.png`;
  await execute('mutool', ['draw', '-q', '-p', password, '-r', '72', '-o', png, path, String(page)]);
  const { data, info } = await sharp(png)
    .flatten({ background: '#fff' })
    .rotate(turn)
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  await rm(png);
  return { data, width: info.width, height: info.height };
}

/** The share of pixels that differ clearly. */
function difference(a: Picture, b: Picture): number {
  assert.deepEqual([a.width, a.height], [b.width, b.height]);
  let different = 0;
  for (let i = 0; i < a.data.length; i++) if (Math.abs((a.data[i] ?? 0) - (b.data[i] ?? 0)) > 40) different += 1;
  return different / a.data.length;
}

/** The box of the pixels that changed, in shares of the page: left, top, right, bottom. */
function changed(a: Picture, b: Picture): [number, number, number, number] {
  let [left, top, right, bottom] = [1, 1, 0, 0];
  for (let i = 0; i < a.data.length; i++) {
    if (Math.abs((a.data[i] ?? 0) - (b.data[i] ?? 0)) <= 20) continue;
    const [x, y] = [(i % a.width) / a.width, Math.floor(i / a.width) / a.height];
    [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x), Math.max(bottom, y)];
  }
  return [left, top, right, bottom];
}

const checked = async (path: string, password = '') => {
  await execute('qpdf', [`--password=${password}`, '--check', path]);
  return path;
};

/** Other angles than 90 degrees depend only on the page's frame. */
const anglesOf = (kind: string) => (/plain|rotated|cropped|origin/.test(kind) ? [90, 180, 270] : [90]);

for (const [kind, make] of Object.entries(kindsOfPage)) {
  test(`a page ${kind}: turned, protected, unlocked, extracted and merged it looks the same`, async () => {
    const source = await bench.write(`${kind}.pdf`, make());
    const before = await picture(source);
    for (const degrees of anglesOf(kind)) {
      const turned = await picture(
        await checked(await bench.run('rotate-pdf', [make()], { rotation: String(degrees) })),
      );
      assert.ok(difference(turned, await picture(source, { turn: degrees })) < 0.01, `turned by ${degrees}`);
    }
    const locked = await bench.run('protect-pdf', [make()], { password: 'secret' });
    assert.ok(difference(before, await picture(await checked(locked, 'secret'), { password: 'secret' })) === 0);
    const unlocked = await bench.run('unlock-pdf', [await readFile(locked)], { password: 'secret' });
    assert.ok(difference(before, await picture(await checked(unlocked))) === 0);
    const merged = await checked(await bench.run('merge-pdf', [make(), make()]));
    for (const page of [1, 2]) assert.ok(difference(before, await picture(merged, { page })) === 0);
    const extracted = await checked(await bench.run('extract-pages', [await readFile(merged)], { ranges: '2' }));
    assert.ok(difference(before, await picture(extracted)) === 0);
  });

  test(`a page ${kind}: the watermark runs from bottom left to top right, the number is at the bottom`, async () => {
    const before = await picture(await bench.write(`${kind}.pdf`, make()));
    const marked = await picture(await checked(await bench.run('watermark-pdf', [make()], { text: 'CONFIDENTIAL' })));
    const [left, top, right, bottom] = changed(before, marked);
    for (const [edge, low, high] of [
      [left, 0.02, 0.25],
      [top, 0.02, 0.3],
      [1 - right, 0.02, 0.25],
      [1 - bottom, 0.02, 0.3],
    ] as const)
      assert.ok(edge > low && edge < high, `${left} ${top} ${right} ${bottom}`);
    const numbered = await picture(await checked(await bench.run('page-numbers-pdf', [make()])));
    const box = changed(before, numbered);
    assert.ok(box[0] > 0.4 && box[2] < 0.6 && box[1] > 0.8 && box[3] < 0.99, box.join(' '));
  });
}

for (const [what, rewrite] of Object.entries({
  'with object streams': ['--object-streams=generate'],
  'that is linearized': ['--linearize'],
  'that only restricts': ['--encrypt', '', 'owner', '256', '--print=none', '--'],
  'of PDF 1.4 with an old encryption': ['--allow-weak-crypto', '--encrypt', '', 'owner', '128', '--'],
}))
  test(`a file ${what} looks the same after every tool, and carries the mark and the number where they belong`, async () => {
    const cjk = await readFile(await bench.run('watermark-pdf', [pdf('body')], { text: '草稿 初稿' }));
    const plain = await bench.write('plain.pdf', cjk);
    const source = join(bench.folder, `${what}.pdf`);
    await execute('qpdf', [...rewrite, plain, source]);
    const data = await readFile(source);
    const before = await picture(plain);
    const turned = await picture(await checked(await bench.run('rotate-pdf', [data], { rotation: '90' })));
    assert.ok(difference(turned, await picture(plain, { turn: 90 })) < 0.01);
    const merged = await checked(await bench.run('merge-pdf', [data, data]));
    assert.ok(difference(before, await picture(merged, { page: 2 })) === 0);
    assert.ok(
      difference(
        before,
        await picture(await checked(await bench.run('extract-pages', [await readFile(merged)], { ranges: '2' }))),
      ) === 0,
    );
    const box = changed(before, await picture(await checked(await bench.run('page-numbers-pdf', [data]))));
    assert.ok(box[0] > 0.4 && box[2] < 0.6 && box[1] > 0.9, box.join(' '));
    assert.ok(
      difference(before, await picture(await checked(await bench.run('watermark-pdf', [data], { text: 'X' })))) > 0.001,
    );
  });

/** Long enough that a compression gains something: otherwise the file is returned unchanged, damage and all. */
const padding = ' q Q'.repeat(400);
const twoPages = (objects: Record<number, string>, trailer = '') =>
  pdfOf(
    {
      1: '<< /Type /Catalog /Pages 2 0 R >>',
      2: '<< /Type /Pages /Count 2 /Kids [3 0 R 5 0 R] /MediaBox [0 0 200 200] >>',
      3: '<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources << /Font << /F1 7 0 R >> >> >>',
      4: stream('', `BT /F1 12 Tf 20 100 Td (first words of a page) Tj ET${padding}`),
      5: '<< /Type /Page /Parent 2 0 R /Contents 6 0 R /Resources << /Font << /F1 7 0 R >> >> >>',
      6: stream('', `BT /F1 12 Tf 20 100 Td (second words of a page) Tj ET${padding}`),
      7: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
      ...objects,
    },
    trailer,
  );

const tree = (kids: string) => `<< /Type /Pages /Count 2 /Kids [${kids}] /MediaBox [0 0 200 200] >>`;
const oddTrees: Record<string, Buffer> = {
  'that is written into the catalog': twoPages({ 1: `<< /Type /Catalog /Pages ${tree('3 0 R 5 0 R')} >>`, 2: 'null' }),
  'that leads to itself': twoPages({ 2: tree('3 0 R 2 0 R 5 0 R') }),
  'with a number among its pages': twoPages({ 2: tree('3 0 R 12 5 0 R') }),
  'with a hole': twoPages({ 2: tree('3 0 R null 5 0 R') }),
  'that does not say how many pages it has': twoPages({ 2: tree('3 0 R 5 0 R').replace('/Count 2', '') }),
  'that says too many pages': twoPages({ 2: tree('3 0 R 5 0 R').replace('/Count 2', '/Count 9') }),
  'whose branches say nothing': twoPages({
    2: tree('12 0 R 13 0 R').replace('/Count 2', '/Count (two)'),
    12: '<< /Kids [3 0 R] /Count 0 >>',
    13: '<< /Type /Pages /Parent 12 0 R /Kids [5 0 R] >>',
  }),
  'in a file whose identity is a number': twoPages({}, '/ID 3'),
};

for (const [what, source] of Object.entries(oddTrees))
  test(`a page tree ${what} is repaired for every tool`, async () => {
    const calls: [string, Record<string, string>][] = [
      ['rotate-pdf', { rotation: '90' }],
      ['extract-pages', { ranges: '2,1' }],
      ['compress-pdf', {}],
      ['watermark-pdf', { text: 'MARK' }],
      ['page-numbers-pdf', {}],
    ];
    for (const [tool, fields] of calls) {
      const path = await checked(await bench.run(tool, [source], fields));
      assert.match((await execute('pdftotext', [path, '-'])).stdout, /words of a page[^]*words of a page/, tool);
    }
    const merged = await checked(await bench.run('merge-pdf', [source, source]));
    assert.match((await execute('pdfinfo', [merged])).stdout, /^Pages: +4$/m);
    const locked = await checked(await bench.run('protect-pdf', [source], { password: 'secret' }), 'secret');
    assert.match((await execute('pdfinfo', ['-upw', 'secret', locked])).stdout, /^Pages: +2$/m);
  });

test('names and strings that are objects of their own are read', async () => {
  const source = twoPages({
    1: '<< /Type /Catalog /Pages 2 0 R /Names << /Dests << /Names [8 0 R [5 0 R /Fit]] >> >> /Outlines 10 0 R >>',
    3: '<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Annots [9 0 R] /Resources << /Font << /F1 7 0 R >> >> >>',
    8: '(place)',
    9: '<< /Type /Annot /Subtype /Link /Rect [10 10 60 30] /Dest 8 0 R >>',
    10: '<< /First 11 0 R /Last 11 0 R /Count 1 >>',
    11: '<< /Parent 10 0 R /Title 12 0 R /A << /S /GoTo /D 8 0 R >> >>',
    12: '(A title of its own)',
  });
  const path = await checked(await bench.run('extract-pages', [source], { ranges: '2,1' }));
  const { stdout } = await execute('qpdf', ['--json', '--json-key=outlines', path]);
  const { outlines } = JSON.parse(stdout) as { outlines: { title: string; destpageposfrom1: number }[] };
  assert.deepEqual(
    outlines.map(({ title, destpageposfrom1 }) => [title, destpageposfrom1]),
    [['A title of its own', 1]],
  );
  assert.match(await readFile(path, 'latin1'), /\/Subtype \/Link/);
});

test('a watermark is seen on every ground: white, grey, black and over photographs', async () => {
  const photo = await sharp(photograph(300, 400, 3), { raw: { width: 300, height: 400, channels: 3 } })
    .jpeg()
    .toBuffer();
  const grounds = {
    white: '',
    light: '.75 g 0 0 300 400 re f',
    grey: '.5 g 0 0 300 400 re f',
    dark: '.2 g 0 0 300 400 re f',
    black: '0 g 0 0 300 400 re f',
    photograph: 'q 300 0 0 400 0 0 cm /Im Do Q',
  };
  const entries =
    '/Type /XObject /Subtype /Image /Width 300 /Height 400 /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode';
  for (const [ground, content] of Object.entries(grounds)) {
    const source = imagePdf({ entries, data: photo }, { content });
    const before = await picture(await bench.write(`${ground}.pdf`, source));
    const marked = await picture(await bench.run('watermark-pdf', [source], { text: 'CONFIDENTIAL' }));
    const changes = marked.data.map((value, n) => Math.abs(value - (before.data[n] ?? 0)));
    const seen = changes.filter((change) => change > 24).length / changes.length;
    assert.ok(seen > 0.01, `${ground}: ${seen}`);
    assert.ok(Math.max(...changes) < 150, `${ground}: the text below is readable`);
  }
});

test('a watermark of any script can be searched, and its fonts are embedded', async () => {
  for (const text of [
    'ENTWURF',
    'Ελληνικά',
    'Привет',
    'Tiếng Việt',
    'مسودة',
    'טיוטה',
    'प्रारूप',
    'ร่าง',
    '草稿',
    '下書き',
    '초안',
  ]) {
    const path = await checked(await bench.run('watermark-pdf', [pdf('body')], { text }));
    const { stdout } = await execute('mutool', ['draw', '-q', '-F', 'txt', '-o', '-', path]);
    const found = new Set(stdout.normalize('NFKC').replace(/\s/g, ''));
    const lost = [...text.normalize('NFKC').replace(/\s/g, '')].filter(
      (char) => !found.has(char) && !found.has(char.normalize('NFC')),
    );
    assert.ok(lost.length <= text.length / 4, `${text}: ${lost.join(' ')} of ${stdout}`);
    const fonts = (await execute('pdffonts', [path])).stdout
      .split('\n')
      .slice(2)
      .filter((line) => line.includes('+'));
    assert.ok(fonts.length > 0 && fonts.every((line) => / yes yes yes /.test(line)), fonts.join('\n'));
  }
});

test('a second watermark leaves the first as it is', async () => {
  const once = await bench.run('watermark-pdf', [pdf('body')], { text: 'FIRST' });
  const twice = await checked(await bench.run('watermark-pdf', [await readFile(once)], { text: 'SECOND' }));
  const { stdout } = await execute('mutool', ['draw', '-q', '-F', 'txt', '-o', '-', twice]);
  const letters = stdout.replace(/\s/g, '');
  for (const letter of 'FIRSTSECOND') assert.ok(letters.includes(letter), stdout);
  assert.equal(letters.match(/T/g)?.length, 1);
});

test('page numbers have the right text and place, and are readable', async () => {
  const twelve = pdf(...Array.from({ length: 12 }, (_, n) => `body ${n + 1}`));
  const full = (await execute('pdftotext', ['-f', '3', '-l', '3', await bench.run('page-numbers-pdf', [twelve]), '-']))
    .stdout;
  assert.match(full, /3 \/ 12/);
  const simple = await bench.run('page-numbers-pdf', [twelve], { format: 'simple', position: 'bottom-right' });
  const { stdout } = await execute('pdftotext', ['-f', '12', '-l', '12', '-bbox', simple, '-']);
  const [, x, y] = [...stdout.matchAll(/xMin="([\d.]+)" yMin="([\d.]+)"[^>]*>12</g)].at(-1)?.map(Number) ?? [];
  assert.ok(Number(x) > 500 && Number(y) > 790);
});

test('a page number steps aside for text at the bottom', async () => {
  const page = kindsOfPage['plain']?.() ?? Buffer.alloc(0);
  const low = Buffer.from(
    page
      .toString('latin1')
      .replace('40 300 Td (Page of a kind)', '90 30 Td (Page at the foot)')
      .replace('40 40 80 60 re f', ''),
    'latin1',
  );
  const path = await bench.run('page-numbers-pdf', [low]);
  const { stdout } = await execute('pdftotext', ['-bbox', path, '-']);
  const boxes = [...stdout.matchAll(/yMin="([\d.]+)" xMax="[\d.]+" yMax="([\d.]+)">([^<]+)</g)].map(
    ([, top, bottom, word]) => ({ top: Number(top), bottom: Number(bottom), word }),
  );
  const number = boxes.find(({ word }) => word === '1');
  const foot = boxes.find(({ word }) => word === 'foot');
  assert.ok(number !== undefined && foot !== undefined);
  assert.ok(number.bottom < foot.top + 6 || number.top > foot.bottom - 6, stdout);
});

test('protected PDFs open in every reader with the password only, with the chosen restrictions', async () => {
  for (const password of ['secret', 'pässwörd', 'пароль', 'パスワード', 'ﬁne①']) {
    const path = await bench.run('protect-pdf', [pdf('hidden words')], {
      password,
      prevent_print: 'on',
      prevent_copy: 'on',
    });
    const prepared = password.normalize('NFKC');
    const { stdout } = await execute('qpdf', [`--password=${prepared}`, '--show-encryption', path]);
    assert.match(stdout, /R = 6/);
    assert.match(stdout, /print high resolution: not allowed/);
    assert.match(stdout, /extract for any purpose: not allowed/);
    assert.match(stdout, /extract for accessibility: allowed/);
    await execute('pdfinfo', ['-upw', prepared, path]);
    await execute('mutool', ['info', '-p', prepared, path]);
    await assert.rejects(execute('pdfinfo', [path]));
    assert.ok(!(await readFile(path)).includes('hidden words'));
    const opened = await bench.run('rotate-pdf', [await readFile(path)], { rotation: '90', password });
    assert.match((await execute('pdftotext', [opened, '-'])).stdout, /hidden words/);
  }
});

test('a right, a wrong and a missing password are told apart, old encryptions too', async () => {
  const plain = await bench.write('plain.pdf', pdf('words'));
  for (const [bits, more] of [
    ['40', []],
    ['128', []],
    ['128', ['--use-aes=y']],
    ['256', []],
  ] as const) {
    const locked = join(bench.folder, `locked-${bits}-${more.length}.pdf`);
    await execute('qpdf', ['--allow-weak-crypto', '--encrypt', 'user', 'owner', bits, ...more, '--', plain, locked]);
    const data = await readFile(locked);
    await assert.rejects(bench.run('unlock-pdf', [data]), (error) => isFailure(error, 'needs_password'));
    await assert.rejects(bench.run('unlock-pdf', [data], { password: 'nope' }), (error) =>
      isFailure(error, 'wrong_password'),
    );
    for (const password of ['user', 'owner'])
      assert.match(
        (await execute('pdftotext', [await bench.run('unlock-pdf', [data], { password }), '-'])).stdout,
        /words/,
      );
    const restricted = join(bench.folder, `restricted-${bits}-${more.length}.pdf`);
    await execute('qpdf', ['--allow-weak-crypto', '--encrypt', '', 'owner', bits, ...more, '--', plain, restricted]);
    await checked(await bench.run('unlock-pdf', [await readFile(restricted)]));
    await checked(await bench.run('rotate-pdf', [await readFile(restricted)], { rotation: '90' }));
  }
});

test('unlocking changes nothing but the encryption', async () => {
  const rich = richPdf();
  const locked = await bench.run('protect-pdf', [rich], { password: 'secret' });
  const unlocked = await bench.run('unlock-pdf', [await readFile(locked)], { password: 'secret' });
  const objects = async (path: string) => {
    const { stdout } = await execute(
      'qpdf',
      ['--json', '--json-key=qpdf', '--json-stream-data=inline', '--decode-level=none', path],
      { maxBuffer: 1e8 },
    );
    return (JSON.parse(stdout) as { qpdf: [unknown, Record<string, unknown>] }).qpdf[1];
  };
  const [a, b] = [await objects(await bench.write('rich.pdf', rich)), await objects(unlocked)];
  const values = (all: Record<string, unknown>) =>
    Object.entries(all)
      .filter(([key]) => key !== 'trailer')
      .map(([, value]) =>
        JSON.stringify(value)
          .replace(/\d+ 0 R/g, 'R')
          .replace(/"\/Extensions":\{.*?\}\},/, ''),
      )
      .toSorted();
  assert.deepEqual(values(b), values(a));
});

test('pictures have the size of the visible page at 150 DPI, and the right pixels', async () => {
  for (const kind of [
    'plain',
    'rotated by 90',
    'cropped',
    'with a filled field',
    'with an annotation',
    'transparent',
  ]) {
    const data = kindsOfPage[kind]?.() ?? Buffer.alloc(0);
    const archive = await bench.run('pdf-to-image', [data]);
    assert.equal((await execute('unzip', ['-Z1', archive])).stdout, 'page-001.png\n');
    await execute('unzip', ['-q', '-o', archive, '-d', bench.folder]);
    const image = sharp(join(bench.folder, 'page-001.png'));
    const { width, height, density } = await image.metadata();
    const reference = await picture(await bench.write('reference.pdf', data));
    assert.deepEqual(
      [Math.round((width * 72) / 150), Math.round((height * 72) / 150), density],
      [reference.width, reference.height, 150],
      kind,
    );
    const small = await image
      .resize(reference.width, reference.height, { fit: 'fill' })
      .flatten({ background: '#fff' })
      .greyscale()
      .raw()
      .toBuffer();
    assert.ok(difference(reference, { ...reference, data: small }) < 0.02, kind);
  }
});

test('a document that PDFium rejects is unreadable', async () => {
  // The name of a field is a stream: PDFium fails a check of its own, and its process ends with SIGTRAP.
  const data = pdfOf({
    1: '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [4 0 R] >> >>',
    2: '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 60 60] /Annots [4 0 R] >>',
    4: '<< /FT /Btn /T 5 0 R >>',
    5: stream('', 'q Q'),
  });
  await assert.rejects(bench.run('pdf-to-image', [data]), (error) => isFailure(error, 'source_unreadable'));
});

test('merged documents keep outlines, links, forms, attachments, labels and tags', async () => {
  const path = await checked(await bench.run('merge-pdf', [richPdf(), pdf('middle'), richPdf()]));
  const { stdout } = await execute(
    'qpdf',
    ['--json', '--json-key=outlines', '--json-key=acroform', '--json-key=attachments', '--json-key=pagelabels', path],
    { maxBuffer: 1e8 },
  );
  const found = JSON.parse(stdout) as {
    outlines: { title: string; kids: { title: string; destpageposfrom1: number }[] }[];
    acroform: { fields: { fullname: string; value: string }[] };
    attachments: Record<string, unknown>;
    pagelabels: { index: number }[];
  };
  assert.deepEqual(
    found.outlines.map(({ title, kids }) => [title, kids.map((kid) => kid.destpageposfrom1)]),
    [
      ['file-1', [1, 2, 3]],
      ['file-2', []],
      ['file-3', [5, 6, 7]],
    ],
  );
  assert.equal(new Set(found.acroform.fields.map(({ fullname }) => fullname)).size, 6);
  assert.deepEqual(found.acroform.fields.map(({ value }) => value).toSorted(), [
    'u:typed 1',
    'u:typed 1',
    'u:typed 2',
    'u:typed 2',
    'u:typed 3',
    'u:typed 3',
  ]);
  assert.equal(Object.keys(found.attachments).length, 2);
  assert.ok(found.pagelabels.some(({ index }) => index === 6));
  // The link on page 5 (page 1 of the third document) leads by name to its own second page.
  const bytes = await readFile(path, 'latin1').then(() =>
    execute('qpdf', ['--qdf', '--object-streams=disable', path, '-'], { encoding: 'latin1', maxBuffer: 1e8 }),
  );
  assert.equal(bytes.stdout.match(/nameofpage2x-\d/g)?.length, 2);
  const tagged = await bench.run('merge-pdf', [richPdf(), richPdf()]);
  const { stdout: struct } = await execute('pdfinfo', ['-struct-text', tagged]);
  assert.match(struct, /contentofpage1x[\s\S]*contentofpage3x[\s\S]*contentofpage1x[\s\S]*contentofpage3x/);
});

test('merging the same document twice does not store its images twice', async () => {
  const image = await sharp({
    create: {
      width: 300,
      height: 300,
      channels: 3,
      background: '#123',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .png()
    .toBuffer();
  const page = await readFile(await bench.run('image-to-pdf', [image]));
  const merged = await readFile(await bench.run('merge-pdf', [page, page, page]));
  assert.ok(merged.length < page.length * 1.2);
});

test('q and Q are counted outside strings, comments and inline images', () => {
  const balance = (content: string) => balanceOf(Buffer.from(content, 'latin1'));
  assert.deepEqual(balance('q Q'), { missing: 0, open: 0 });
  assert.deepEqual(balance('q q Q'), { missing: 0, open: 1 });
  assert.deepEqual(balance('Q Q q'), { missing: 2, open: 1 });
  assert.deepEqual(balance('(q \\) q (q)) Tj % q\n<71> Tj /q gs BI /W 1 ID q q EI Q'), { missing: 1, open: 0 });
});

test('any selection contains each page once, in the order of first mention', () => {
  property(
    forAll(array(integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 12 }), (pages) => {
      const wanted = [...new Set(pages)];
      if (wanted.join() === '1,2,3,4,5,6,7,8,9') return;
      assert.deepEqual(selectPages(pages.join(' , '), 9), wanted);
    }),
  );
  assert.deepEqual(selectPages('5-,-2', 6), [5, 6, 1, 2]);
  assert.deepEqual(selectPages('3,1-2', 3), [3, 1, 2]);
});

test('ranges that name the same pages thousands of times cost no more than the pages', () => {
  const again = (item: string) => Array.from({ length: 12_000 }, () => item).join(',');
  assert.equal(selectPages(`2-,${again('2-4999')},1`, 5000).at(-1), 1);
  assert.equal(selectFilePages(`2,${again('1:2-4999')}`, [5000, 1]).length, 4999);
  const turns = turnsOf(`1-@90,${again('2-4999@180')}`, 5000, 270);
  assert.deepEqual([turns.get(1), turns.get(2), turns.get(5000)], [90, 180, 90]);
});
