// The further fields of watermark-pdf and page-numbers-pdf: where the text is, how it looks, and on which pages.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { pdf } from '../support/fixtures.ts';
import { pdfOf, stream } from '../support/pdf-builder.ts';
import { converted, refused, startPlaten, type Platen } from '../support/platen.ts';

const execute = promisify(execFile);
let platen: Platen;
let folder: string;
before(async () => {
  platen = await startPlaten({ extensions: 'on' });
  folder = await mkdtemp(join(tmpdir(), 'platen-marks-'));
});
after(async () => {
  assert.deepEqual(await platen.leftovers(), []);
  await platen[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

/** Pages of 600 by 400 points as they are seen, whatever their boxes and rotation. */
const sheets = {
  name: 'sheets.pdf',
  data: pdfOf({
    1: '<< /Type /Catalog /Pages 2 0 R >>',
    2: '<< /Type /Pages /Count 3 /Kids [3 0 R 4 0 R 5 0 R] >>',
    3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 400] /Contents 6 0 R >>',
    4: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 600] /Rotate 90 /Contents 6 0 R >>',
    5: '<< /Type /Page /Parent 2 0 R /MediaBox [-50 -50 900 900] /CropBox [100 200 500 800] /Rotate 270 /Contents 6 0 R >>',
    6: stream('', ''),
  }),
};
const four = { name: 'four.pdf', data: pdf('one', 'two', 'three', 'four') };

async function made(tool: string, file: typeof four, fields: Record<string, string>, on = platen): Promise<string> {
  const key = await on.key();
  const job = converted(await on.convert(tool, [file], { key, fields }));
  const path = join(folder, `${job}.pdf`);
  await writeFile(path, await on.download(job, key));
  await execute('qpdf', ['--check', path]);
  return path;
}

interface Ink {
  /** In points from the top left. */
  left: number;
  top: number;
  right: number;
  bottom: number;
  /** The most frequent colour that is not white. */
  color: string;
}

/** Where a page has ink; null for an empty page. */
async function inkOf(path: string, page: number): Promise<Ink | null> {
  const target = `${path}-${page}`;
  await execute('pdftoppm', [
    '-r',
    '72',
    '-f',
    `${page}`,
    '-l',
    `${page}`,
    '-singlefile',
    '-cropbox',
    '-png',
    path,
    target,
  ]);
  const { data, info } = await sharp(`${target}.png`).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  assert.deepEqual([info.width, info.height], [600, 400]);
  const inked = Array.from({ length: info.width * info.height }, (_, n) => n).filter(
    (n) => (data[n * 3 + 1] ?? 255) < 235,
  );
  if (inked.length === 0) return null;
  const [xs, ys] = [inked.map((n) => n % info.width), inked.map((n) => Math.floor(n / info.width))];
  const counts = new Map<string, number>();
  for (const n of inked) {
    const color = data.toString('hex', n * 3, n * 3 + 3);
    counts.set(color, (counts.get(color) ?? 0) + 1);
  }
  const [[color] = ['']] = [...counts].toSorted(([, one], [, other]) => other - one);
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys), color };
}

const middleOf = (ink: Ink | null) =>
  ink === null ? null : { x: Math.round((ink.left + ink.right) / 2), y: Math.round((ink.top + ink.bottom) / 2) };

test('a watermark is where its position says on the page as it is seen, level at the edges and diagonal in the center', async () => {
  const mark = (position: string) => made('watermark-pdf', sheets, { text: 'DRAFT', position });
  const places = {
    'top-left': [(ink: Ink) => ink.left, (ink: Ink) => ink.top],
    'bottom-right': [(ink: Ink) => 600 - ink.right, (ink: Ink) => 400 - ink.bottom],
  } as const;
  for (const [position, distances] of Object.entries(places)) {
    const path = await mark(position);
    for (const page of [1, 2, 3]) {
      const ink = await inkOf(path, page);
      assert.ok(ink !== null);
      for (const distance of distances)
        assert.ok(distance(ink) > 33 && distance(ink) < 50, JSON.stringify({ position, page, ink }));
      assert.ok(ink.bottom - ink.top < 24, 'it is level');
    }
  }
  const center = await inkOf(await mark('center'), 3);
  assert.ok(center !== null && center.right - center.left > 150 && center.bottom - center.top > 100);
  for (const [position, x] of [
    ['center-left', (ink: Ink) => ink.left],
    ['center-right', (ink: Ink) => 600 - ink.right],
  ] as const) {
    const ink = await inkOf(await mark(position), 2);
    assert.ok(ink !== null && x(ink) < 50 && Math.abs((middleOf(ink)?.y ?? 0) - 200) < 8, position);
  }
  for (const position of ['top-center', 'bottom-center', 'top-right', 'bottom-left']) {
    const { x = 0, y = 0 } = middleOf(await inkOf(await mark(position), 1)) ?? {};
    assert.equal(y < 200, position.startsWith('top'), position);
    assert.equal(x < 200, position.endsWith('left'), position);
    assert.equal(x > 400, position.endsWith('right'), position);
  }
});

test('a watermark has the angle, the size, the colour and the opacity that it is given, on the pages that it is given', async () => {
  const upright = await inkOf(await made('watermark-pdf', sheets, { text: 'DRAFT', angle: '90', size: '40' }), 2);
  assert.ok(upright !== null && upright.right - upright.left < 40 && upright.bottom - upright.top > 100);
  assert.ok(Math.abs((middleOf(upright)?.y ?? 0) - 200) < 6);
  const size = async (points: string) => {
    const ink = await inkOf(await made('watermark-pdf', sheets, { text: 'DRAFT', angle: '0', size: points }), 1);
    return ink === null ? 0 : ink.right - ink.left;
  };
  const small = await size('20');
  assert.ok(Math.abs((await size('80')) / small - 4) < 0.1);
  const largest = await size('1000');
  assert.ok(largest > 500 && largest <= 600, 'it is no wider than the page');
  const opaque = { text: 'DRAFT', color: '#c00010', opacity: '1' };
  assert.equal((await inkOf(await made('watermark-pdf', sheets, opaque), 1))?.color, 'c00010');
  const halved = await inkOf(await made('watermark-pdf', sheets, { ...opaque, opacity: '0.5' }), 1);
  const channels = [...Buffer.from(halved?.color ?? '', 'hex')];
  assert.ok(
    channels.every((channel, n) => Math.abs(channel - ([0xe0, 0x80, 0x88][n] ?? 0)) <= 2),
    halved?.color,
  );
  const second = await made('watermark-pdf', sheets, { text: 'DRAFT', pages: '2-' });
  assert.equal(await inkOf(second, 1), null);
  assert.ok((await inkOf(second, 2)) !== null && (await inkOf(second, 3)) !== null);
});

/** The text at the edges of each page, with its distance to the edge in points. */
async function numbersOf(path: string): Promise<string[]> {
  const { stdout } = await execute('pdftotext', ['-bbox', path, '-']);
  return stdout
    .split('<page ')
    .slice(1)
    .map((page) => {
      const height = Number(/height="([\d.]+)"/.exec(page)?.[1]);
      const words = [...page.matchAll(/yMin="([\d.]+)".*?yMax="([\d.]+)">(.*?)</g)];
      const edge = words.filter(([, top, bottom]) => Number(top) < 60 || Number(bottom) > height - 60);
      const place = edge.length === 0 ? '' : Number(edge[0]?.[1]) < 60 ? 'top' : 'bottom';
      return `${edge.map(([, , , word]) => word).join(' ')} ${place}`.trim();
    });
}

test('page numbers begin where and with what is asked for, in arabic or roman numerals, at the bottom or the top', async () => {
  const numbers = async (fields: Record<string, string>) =>
    numbersOf(await made('page-numbers-pdf', four, { format: 'simple', ...fields }));
  assert.deepEqual(await numbers({}), ['1 bottom', '2 bottom', '3 bottom', '4 bottom']);
  assert.deepEqual(await numbers({ first: '9' }), ['9 bottom', '10 bottom', '11 bottom', '12 bottom']);
  assert.deepEqual(await numbers({ from_page: '3' }), ['', '', '1 bottom', '2 bottom']);
  assert.deepEqual(await numbers({ first: '0', from_page: '2', format: 'full' }), [
    '',
    '0 / 2 bottom',
    '1 / 2 bottom',
    '2 / 2 bottom',
  ]);
  assert.deepEqual(await numbers({ style: 'roman', first: '3', format: 'full', position: 'top-right' }), [
    'iii / vi top',
    'iv / vi top',
    'v / vi top',
    'vi / vi top',
  ]);
  const large = { style: 'roman', first: '1988', from_page: '4' };
  assert.deepEqual((await numbers(large)).at(-1), 'mcmlxxxviii bottom');
});

test('page numbers are at the top of the page as it is seen, and have the size that they are given', async () => {
  const ink = async (fields: Record<string, string>, page: number) => {
    const found = await inkOf(await made('page-numbers-pdf', sheets, { format: 'simple', ...fields }), page);
    assert.ok(found !== null);
    return found;
  };
  for (const page of [1, 2, 3]) {
    const left = await ink({ position: 'top-left', size: '20' }, page);
    assert.ok(Math.abs(left.top - 28) <= 2 && left.left >= 35 && left.left <= 40, JSON.stringify(left));
    assert.ok(Math.abs(left.bottom - left.top - 14) <= 2);
  }
  const right = await ink({ position: 'top-right' }, 2);
  assert.ok(Math.abs(right.top - 28) <= 2 && 600 - right.right < 40);
  assert.ok(Math.abs((middleOf(await ink({ position: 'top-center', size: '30' }, 3))?.x ?? 0) - 300) < 5);
});

test('a page number at the top gives way to what is there', async () => {
  const headed = {
    name: 'headed.pdf',
    data: pdfOf({
      1: '<< /Type /Catalog /Pages 2 0 R >>',
      2: '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
      3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 400] /Contents 4 0 R >>',
      4: stream('', '0.9 0 0 rg 0 364 200 8 re f'),
    }),
  };
  const top = async (position: string) => {
    const path = await made('page-numbers-pdf', headed, { format: 'simple', position });
    const { stdout } = await execute('pdftotext', ['-bbox', path, '-']);
    return Number(/yMin="([\d.]+)"/.exec(stdout)?.[1]);
  };
  const [free, taken] = [await top('top-right'), await top('top-left')];
  assert.ok(Math.abs(free - taken) > 4, `${free} and ${taken}`);
});

test('values that these fields do not accept are refused with what is accepted, and nothing is counted', async () => {
  const key = await platen.key();
  const watermark = (fields: Record<string, string>) =>
    platen.convert('watermark-pdf', [four], { key, fields: { text: 'DRAFT', ...fields } });
  const number = (fields: Record<string, string>) => platen.convert('page-numbers-pdf', [four], { key, fields });
  for (const [field, values] of Object.entries({
    angle: ['steep', '361', '1e2', '1.234'],
    size: ['3', '1001', '12pt'],
    color: ['red', '#fff', '#12345g', 'c00000'],
    opacity: ['0', '1.1', '50%'],
  }))
    for (const value of values) refused(await watermark({ [field]: value }), 400, 'invalid_value', { field });
  refused(await watermark({ position: 'top' }), 400, 'invalid_format', { field: 'position' });
  refused(await watermark({ pages: '2-1' }), 400, 'invalid_page_range', { field: 'pages', cause: 'syntax' });
  refused(await watermark({ pages: '0' }), 400, 'invalid_page_range', { field: 'pages', cause: 'page_zero' });
  refused(await watermark({ pages: '2,5' }), 400, 'invalid_page_range', {
    field: 'pages',
    cause: 'beyond_last_page',
    range: '5',
    total_pages: 4,
  });
  for (const [field, values] of Object.entries({
    first: ['-1', '100000', 'i'],
    from_page: ['0', 'two'],
    size: ['3.9', '73'],
  }))
    for (const value of values) refused(await number({ [field]: value }), 400, 'invalid_value', { field });
  refused(await number({ style: 'greek' }), 400, 'invalid_format', { field: 'style', allowed: ['arabic', 'roman'] });
  refused(await number({ style: 'roman', first: '0' }), 400, 'invalid_value', { field: 'first' });
  refused(await number({ from_page: '5' }), 400, 'invalid_page_range', {
    field: 'from_page',
    cause: 'beyond_last_page',
    range: '5',
    total_pages: 4,
  });
  assert.equal(await platen.used(key), 0);
});

test('without extensions these fields are unknown: they are ignored with a warning, and the further positions refused', async () => {
  await using plain = await startPlaten();
  const key = await plain.key();
  const fields = { text: 'DRAFT', position: 'top-left', color: '#c00000', pages: '1' };
  const got = await plain.convert('watermark-pdf', [sheets], { key, fields });
  converted(got);
  assert.deepEqual(
    (got.body['warnings'] as string[]).map((warning) => /field "(\w+)" was ignored/.exec(warning)?.[1]),
    ['position', 'color', 'pages'],
  );
  const ink = await inkOf(await made('watermark-pdf', sheets, fields, plain), 2);
  assert.ok(ink !== null && Math.abs((middleOf(ink)?.x ?? 0) - 300) < 5);
  const numbered = await made('page-numbers-pdf', four, { format: 'simple', first: '5', style: 'roman' }, plain);
  assert.deepEqual(await numbersOf(numbered), ['1 bottom', '2 bottom', '3 bottom', '4 bottom']);
  refused(
    await plain.convert('page-numbers-pdf', [four], { key, fields: { position: 'top-left' } }),
    400,
    'invalid_format',
    { field: 'position', allowed: ['bottom-center', 'bottom-left', 'bottom-right'] },
  );
});
