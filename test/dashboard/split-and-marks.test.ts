// Parts of a split PDF, and the look of watermarks and page numbers, chosen on the pictures of the pages.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { browse, openPage, shows, type Browsing, type Named } from '../support/browser.ts';
import { pdf } from '../support/fixtures.ts';
import { pdfOf, stream } from '../support/pdf-builder.ts';
import { startPlaten, type Platen } from '../support/platen.ts';

const execute = promisify(execFile);
let platen: Platen;
let browsing: Browsing;
let page: Page;
let folder: string;

before(async () => {
  platen = await startPlaten({ tries: 100, warmProcesses: 1, extensions: 'on' });
  browsing = await browse();
  ({ page } = browsing);
  folder = await mkdtemp(join(tmpdir(), 'platen-split-'));
});
after(async () => {
  await browsing[Symbol.asyncDispose]();
  await platen[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const button = (name: string | RegExp) => browsing.button(name);
const named = (name: string, bytes: Uint8Array): Named => ({ name, bytes });
const six = () => named('plan.pdf', pdf('one', 'two', 'three', 'four', 'five', 'six'));
const open = async (tool: string, file: Named) => {
  await page.goto(`${platen.url}/tools/${tool}`);
  await page.getByText('Drop files here').waitFor();
  await browsing.choose([file]);
};
const request = () => page.getByLabel('Request in curl').textContent();

async function download(name: string): Promise<string> {
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page
      .getByRole('link', { name: `Download ${name}` })
      .first()
      .click(),
  ]);
  return saved.path();
}

/** The words of each PDF in an archive. */
async function textsIn(archive: string): Promise<string[]> {
  const into = await mkdtemp(join(folder, 'zip-'));
  await execute('unzip', ['-q', archive, '-d', into]);
  return Promise.all(
    (await readdir(into)).sort().map(async (name) => {
      const { stdout } = await execute('pdftotext', [join(into, name), '-']);
      return stdout.split(/\s+/).join(' ').trim();
    }),
  );
}

async function splitTexts(): Promise<string[]> {
  await button(/^Split$/).click();
  await browsing.ready('1 of 1 ready');
  return textsIn(await download('plan-pages.zip'));
}

const into = (label: string) => page.getByLabel('Split into').selectOption({ label });

test('a PDF is split into parts of so many pages, which its pictures show', async () => {
  await open('split-pdf', six());
  await page.getByText('6 PDFs').waitFor();
  await into('Parts with the same number of pages');
  await page.getByLabel('Pages per part').fill('4');
  await page.getByText('2 PDFs').waitFor();
  await shows(
    () => page.locator('.page-part').evaluateAll((all) => all.map((one) => one.dataset['name'])),
    ['1', '1', '1', '1', '2', '2'].map((n) => `Part ${n}`),
  );
  await browsing.check('split-every');
  assert.deepEqual(await splitTexts(), ['one two three four', 'five six']);
});

test('a click on a page begins a part there, another click joins it again; the parts can be typed, too', async () => {
  await open('split-pdf', six());
  await into('Parts that you choose');
  const picture = (number: number) => page.getByRole('option', { name: `Page ${number} of 6` });
  const parts = page.getByLabel('Parts', { exact: true });
  await shows(() => parts.inputValue(), '1-3;4-6');
  await picture(2).click();
  await picture(4).click();
  await shows(() => parts.inputValue(), '1;2-6');
  await page.getByText('Page 1; Pages 2–6').waitFor();
  await picture(6).focus();
  await page.keyboard.press('Space');
  await shows(() => parts.inputValue(), '1;2-5;6');
  await browsing.check('split-parts');
  await parts.fill('6,1;2-');
  await page.getByText('Pages 6, 1; Pages 2 to the last').waitFor();
  assert.deepEqual(await splitTexts(), ['six one', 'two three four five six']);
});

test('a PDF is split by size, and into one PDF of some pages', async () => {
  await open('split-pdf', six());
  await into('Parts up to a size');
  const size = page.getByLabel('Megabytes per part');
  await shows(() => size.inputValue(), '10');
  await size.fill('0.001');
  await shows(request, /max_size=1049/);
  await browsing.check('split-size');
  const sizes = await splitTexts();
  assert.ok(sizes.length > 1 && sizes.length < 6);
  assert.equal(sizes.join(' '), 'one two three four five six');
  await open('split-pdf', six());
  await into('One PDF of some pages');
  await page.getByRole('option', { name: 'Page 2 of 6' }).click();
  await page.getByRole('option', { name: 'Page 4 of 6' }).click({ modifiers: ['Shift'] });
  await page.getByText('Pages 2–4.').waitFor();
  await shows(request, /ranges=2-4/);
});

test('a refused number of pages is said beside the pictures', async () => {
  await open('split-pdf', six());
  await into('Parts with the same number of pages');
  await page.getByLabel('Pages per part').fill('0');
  await button(/^Split$/).click();
  await page.getByRole('alert').getByText('must be a whole number').waitFor();
});

test('pages that are picked are named as people say them', async () => {
  await open('extract-pages', six());
  const field = page.getByRole('textbox', { name: 'Pages' });
  await page.getByText('Such as 1-3, 5').waitFor();
  await field.fill('-3, 5');
  await page.locator('.work-form').getByText('Pages 1–3, 5').waitFor();
  await page.getByRole('status').getByText('Pages 1–3, 5').waitFor();
  await field.fill('5-');
  await page.locator('.work-form').getByText('Pages 5 to the last').waitFor();
  assert.doesNotMatch(await page.locator('.work').innerText(), /\bN-|-N\b/);
  await open('pdf-to-markdown', six());
  await page.getByText('All pages.').waitFor();
  await page.getByRole('option', { name: 'Page 2 of 6' }).click();
  await shows(() => page.getByRole('textbox', { name: 'Pages' }).inputValue(), '2');
  await page.getByRole('status').getByText('Page 2.').waitFor();
});

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Where a picture has the colour of the mark, in parts of its sides. */
async function boxOf(picture: Buffer, isMark: (red: number, green: number, blue: number) => boolean): Promise<Box> {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const found = Array.from({ length: info.width * info.height }, (_, n) => n).filter((n) =>
    isMark(data[n * 3] ?? 0, data[n * 3 + 1] ?? 0, data[n * 3 + 2] ?? 0),
  );
  assert.ok(found.length > 0, 'the mark is seen');
  const [xs, ys] = [found.map((n) => n % info.width), found.map((n) => Math.floor(n / info.width))];
  return {
    left: Math.min(...xs) / info.width,
    top: Math.min(...ys) / info.height,
    right: Math.max(...xs) / info.width,
    bottom: Math.max(...ys) / info.height,
  };
}

const isNear = (one: Box, other: Box, what: string) => {
  for (const side of ['left', 'top', 'right', 'bottom'] as const)
    assert.ok(Math.abs(one[side] - other[side]) < 0.03, `${what}: ${JSON.stringify({ one, other })}`);
};

/** A page with other boxes than it shows, and turned. */
const turned = () =>
  named(
    'turned.pdf',
    pdfOf({
      1: '<< /Type /Catalog /Pages 2 0 R >>',
      2: '<< /Type /Pages /Count 2 /Kids [3 0 R 4 0 R] >>',
      3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 700 900] /CropBox [100 100 500 700] /Rotate 90 /Contents 5 0 R >>',
      4: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 600] /Contents 5 0 R >>',
      5: stream('', ''),
    }),
  );

/** Compares the overlay on the first picture with what the tool has printed. */
async function comparesWith(result: string, isMark: Parameters<typeof boxOf>[1], what: string): Promise<void> {
  const paper = page.locator('.page-paper').first();
  await paper.locator('canvas[data-drawn=true]').waitFor();
  const shown = await boxOf(await paper.screenshot(), isMark);
  await button(/^Add /).click();
  await browsing.ready('1 of 1 ready');
  const path = await download(result);
  const target = join(folder, what.replaceAll(' ', '-'));
  await execute('pdftoppm', ['-r', '60', '-f', '1', '-l', '1', '-singlefile', '-cropbox', '-png', path, target]);
  isNear(shown, await boxOf(await sharp(`${target}.png`).png().toBuffer(), isMark), what);
}

const isRed = (red: number, green: number, blue: number) => red > 150 && green < 140 && blue < 140;

test('a watermark is shown where and as it will be printed, while it is chosen', async () => {
  for (const [position, angle, size] of [
    ['top-right', '30', '36'],
    ['center', '', ''],
    ['bottom-left', '', '60'],
  ] as const) {
    await open('watermark-pdf', turned());
    await page.getByLabel('Text').fill('Draft 7');
    await page.getByLabel('Position').selectOption(position);
    await page.getByLabel('Angle').fill(angle);
    await page.getByLabel('Font size').fill(size);
    await page.getByLabel('Color').fill('#cc0000');
    await page.getByLabel('Opacity').fill('1');
    await page.locator('.page-mark text').first().waitFor();
    if (position === 'top-right') await browsing.check('watermark-look');
    await comparesWith('turned-watermarked.pdf', isRed, `watermark ${position}`);
  }
});

test('a watermark is shown on the first of the picked pages', async () => {
  await open('watermark-pdf', six());
  await page.getByLabel('Text').fill('Draft 7');
  const shown = (number: number) => page.getByRole('img', { name: `Page ${number} of 6` }).locator('.page-mark text');
  await shown(1).waitFor();
  await page.getByRole('option', { name: 'Page 2 of 6' }).click();
  await page.getByRole('option', { name: 'Page 3 of 6' }).click();
  await shown(2).waitFor();
  await page.getByRole('status').getByText('Pages 2–3').waitFor();
  await shows(request, /pages=2-3/);
});

test('page numbers are shown as they will be printed: first number, page, style, size and position', async () => {
  await open('page-numbers-pdf', six());
  await page.getByLabel('First number').fill('3');
  await page.getByLabel('Starting on page').fill('4');
  await page.getByLabel('Style').selectOption('roman');
  await shows(() => page.locator('.page-mark text').allTextContents(), ['iii / v', 'iv / v', 'v / v']);
  await page.getByLabel('Font size').fill('24');
  await page.getByLabel('Position').selectOption('top-left');
  await shows(() => page.locator('.page-mark text').first().getAttribute('font-size'), '24');
  await browsing.check('numbers-look');
  await open('page-numbers-pdf', turned());
  await page.getByLabel('Font size').fill('60');
  await page.getByLabel('Position').selectOption('top-right');
  await comparesWith('turned-numbered.pdf', (...channels) => Math.max(...channels) < 90, 'numbers');
});

test('German and French pages have these fields in their words', async () => {
  for (const [locale, split, look] of [
    ['de', 'Selbst gewählte Teile', 'Deckkraft'],
    ['fr', 'Parties au choix', 'Opacité'],
  ] as const) {
    const context = await browsing.browser.newContext({ locale });
    const other = await openPage(context);
    const choose = async (tool: string) => {
      await other.page.goto(`${platen.url}/tools/${tool}`);
      const files = [{ name: 'plan.pdf', mimeType: 'application/pdf', buffer: Buffer.from(six().bytes) }];
      await other.page.locator('.drop input').setInputFiles(files);
    };
    await choose('split-pdf');
    await other.page.locator('select').filter({ hasText: split }).selectOption({ label: split });
    await browsing.check(`split-${locale}`, other.page);
    await choose('watermark-pdf');
    await other.page.getByLabel(look).waitFor();
    assert.deepEqual(other.errors, []);
    await context.close();
  }
});

test('nothing went wrong in the browser, and everybody can read it', () => browsing.assertClean());
