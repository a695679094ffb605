// The pages of chosen PDFs as pictures in a browser: picked, turned, put in order, marked, compared.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { inflateSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { browse, shows, type Browsing, type Named } from '../support/browser.ts';
import { docx, pdf } from '../support/fixtures.ts';
import { eventually, startPlaten, type Platen } from '../support/platen.ts';

let platen: Platen;
let browsing: Browsing;
let page: Page;

before(async () => {
  platen = await startPlaten({ tries: 100, warmProcesses: 1 });
  browsing = await browse();
  ({ page } = browsing);
});
after(async () => {
  await browsing[Symbol.asyncDispose]();
  await platen[Symbol.asyncDispose]();
});

const button = (name: string | RegExp) => browsing.button(name);
const named = (name: string, bytes: Uint8Array | string): Named => ({ name, bytes });
const option = (number: number, all: number) => page.getByRole('option', { name: `Page ${number} of ${all}` });
const open = async (tool: string, files: readonly Named[]) => {
  await page.goto(`${platen.url}/tools/${tool}`);
  await page.getByText('Drop files here').waitFor();
  await browsing.choose(files);
};

/** The bytes of a result. */
async function download(name: string): Promise<Buffer> {
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page
      .getByRole('link', { name: `Download ${name}` })
      .first()
      .click(),
  ]);
  return readFile(await saved.path());
}

/** The words of each page in the order of the pages, with its turn: "one", "two@90". */
function pagesOf(bytes: Buffer): string[] {
  const text = bytes.toString('latin1');
  const objects = new Map(
    [...text.matchAll(/(?:^|\n)(\d+) 0 obj\n([\s\S]*?)\nendobj/g)].map(([, number = '', body = '']) => [number, body]),
  );
  const kids = /\/Kids \[([^\]]*)\]/.exec([...objects.values()].find((body) => /\/Type \/Pages\b/.test(body)) ?? '');
  return [...(kids?.[1] ?? '').matchAll(/(\d+) 0 R/g)].map(([, number = '']) => {
    const body = objects.get(number) ?? '';
    const content = objects.get(/\/Contents (\d+) 0 R/.exec(body)?.[1] ?? '') ?? '';
    const stream = /stream\n([\s\S]*?)\n?endstream/.exec(content)?.[1] ?? '';
    const drawn = content.includes('/FlateDecode') ? inflateSync(Buffer.from(stream, 'latin1')).toString() : stream;
    const turn = /\/Rotate (\d+)/.exec(body)?.[1] ?? '0';
    return `${/\((.*)\) Tj/.exec(drawn)?.[1] ?? '?'}${turn === '0' ? '' : `@${turn}`}`;
  });
}

const threeFiles = () => [
  named('a.pdf', pdf('a1', 'a2', 'a3')),
  named('b.pdf', pdf('b1', 'b2')),
  named('c.pdf', pdf('c1', 'c2')),
];
const order = () =>
  page
    .getByRole('list', { name: 'Pages in order' })
    .locator('.page-caption')
    .evaluateAll((all) => all.map((one) => one.textContent));

test('pages are picked by clicks, and the field of ranges follows and leads', async () => {
  await open('extract-pages', [named('plan.pdf', pdf('one', 'two', 'three', 'four', 'five'))]);
  await option(2, 5).click();
  await option(4, 5).click({ modifiers: ['Shift'] });
  const ranges = page.getByRole('textbox', { name: 'Pages' });
  await shows(() => ranges.inputValue(), '2-4');
  await option(3, 5).click();
  await shows(() => ranges.inputValue(), '2,4');
  await page.getByText('2 of 5 pages selected').waitFor();
  await browsing.check('pages-picked');
  await ranges.fill('5,1-2');
  const picked = page.getByRole('listbox', { name: 'Pages to keep' }).getByRole('option', { selected: true });
  await shows(
    () => picked.evaluateAll((all) => all.map((one) => one.ariaLabel)),
    ['Page 1 of 5', 'Page 2 of 5', 'Page 5 of 5'],
  );
  await button(/^Extract pages$/).click();
  await browsing.ready('1 of 1 ready');
  assert.deepEqual(pagesOf(await download('plan-pages.pdf')), ['five', 'one', 'two']);
});

test('pages are picked by keyboard alone', async () => {
  await open('extract-pages', [named('plan.pdf', pdf('one', 'two', 'three'))]);
  await option(1, 3).focus();
  for (const key of ['ArrowRight', 'ArrowRight', 'Space', 'Home', 'Space']) await page.keyboard.press(key);
  await shows(() => page.getByRole('textbox', { name: 'Pages' }).inputValue(), '1,3');
  await button('Invert').click();
  await shows(() => page.getByRole('textbox', { name: 'Pages' }).inputValue(), '2');
});

test('a PDF is split into all of its pages, or into the clicked ones', async () => {
  await open('split-pdf', [named('plan.pdf', pdf('one', 'two', 'three'))]);
  await page.getByText('Each page becomes a PDF').waitFor();
  await option(3, 3).click();
  await shows(() => page.getByLabel('Request in curl').textContent(), /ranges=3/);
  await button(/^Split$/).click();
  await browsing.ready('1 of 1 ready');
  assert.deepEqual(pagesOf(await download('plan-pages.pdf')), ['three']);
  await browsing.choose([named('other.pdf', pdf('one', 'two'))]);
  await page.getByText('0 of 2 pages selected').waitFor();
  await button(/^Split$/).click();
  await browsing.ready('2 of 2 ready');
  await page.getByRole('link', { name: 'Download other-pages.zip' }).waitFor();
});

test('a click turns one page, and shows it', async () => {
  await open('rotate-pdf', [named('scan.pdf', pdf('one', 'two', 'three'))]);
  const turned = (number: number, degrees: number) =>
    page.getByRole('option', { name: `Page ${number} of 3, rotated by ${degrees}°` });
  await turned(2, 0).click();
  await turned(3, 0).click();
  await turned(3, 90).click();
  await turned(3, 180).waitFor();
  await browsing.check('pages-turned');
  await button(/^Rotate$/).click();
  await browsing.ready('1 of 1 ready');
  assert.deepEqual(pagesOf(await download('scan-rotated.pdf')), ['one', 'two@90', 'three@180']);
  await button('Convert scan-rotated.pdf again with other options').click();
  await turned(3, 180).waitFor();
  await page.getByLabel('Rotation').selectOption('270');
  await turned(1, 270).waitFor();
  await button(/^Rotate$/).click();
  await browsing.ready('2 of 2 ready');
});

test('pages of three files are merged in one order by mouse', async () => {
  await open('merge-pdf', threeFiles());
  await page.getByText('Single pages').click();
  await button('Remove page 2 of a.pdf').click();
  await button('Remove page 1 of b.pdf').click();
  await button('Remove page 2 of c.pdf').click();
  await button('Rotate page 3 of a.pdf').click();
  await shows(order, ['a.pdf 1', 'a.pdf 3', 'b.pdf 2', 'c.pdf 1']);
  const [from, to] = [
    await button('Drag page 1 of c.pdf').boundingBox(),
    await button('Drag page 1 of a.pdf').boundingBox(),
  ];
  if (from === null || to === null) throw new Error('the pages are not shown');
  await page.mouse.move(from.x + 40, from.y + 40);
  await page.mouse.down();
  await page.mouse.move(to.x + 30, to.y + 40, { steps: 12 });
  await page.waitForTimeout(200);
  await page.mouse.up();
  await eventually(async () => (await order())[0] === 'c.pdf 1', 'the page of c is first');
  await browsing.check('pages-arranged');
  await page.waitForTimeout(100);
  await button(/^Merge$/).click();
  await browsing.ready('1 of 1 ready');
  assert.deepEqual(pagesOf(await download('a-merged.pdf')), ['c1', 'a1', 'a3@90', 'b2']);
});

test('pages of three files are merged in one order by keyboard alone', async () => {
  await open('merge-pdf', threeFiles());
  await page.getByRole('radio', { name: 'Whole files' }).focus();
  await page.keyboard.press('ArrowRight');
  for (const name of ['Remove page 2 of a.pdf', 'Remove page 3 of a.pdf', 'Remove page 2 of b.pdf']) {
    await button(name).focus();
    await page.keyboard.press('Enter');
  }
  await shows(order, ['a.pdf 1', 'b.pdf 1', 'c.pdf 1', 'c.pdf 2']);
  await shows(() => page.evaluate('document.activeElement.ariaLabel'), 'Remove page 1 of c.pdf');
  await button('Drag page 2 of c.pdf').focus();
  await page.keyboard.press('Space');
  await page.waitForTimeout(100);
  for (let presses = 0; presses < 3; presses++) {
    await page.keyboard.press('ArrowLeft');
    await page.waitForTimeout(150);
  }
  await page.keyboard.press('Space');
  await eventually(async () => (await order())[0] === 'c.pdf 2', 'the second page of c is first');
  await button(/^Merge$/).focus();
  await page.keyboard.press('Enter');
  await browsing.ready('1 of 1 ready');
  assert.deepEqual(pagesOf(await download('a-merged.pdf')), ['c2', 'a1', 'b1', 'c1']);
});

test('files that move, come or go take their pages along', async () => {
  await open('merge-pdf', threeFiles().slice(0, 2));
  await page.getByText('Single pages').click();
  await button('Remove page 2 of a.pdf').click();
  await button('Move b.pdf up').click();
  await browsing.choose([named('c.pdf', pdf('c1'))]);
  await shows(order, ['a.pdf 1', 'a.pdf 3', 'b.pdf 1', 'b.pdf 2', 'c.pdf 1']);
  await button('Remove a.pdf').click();
  await shows(order, ['b.pdf 1', 'b.pdf 2', 'c.pdf 1']);
  await button(/^Merge$/).click();
  await browsing.ready('1 of 1 ready');
  assert.deepEqual(pagesOf(await download('b-merged.pdf')), ['b1', 'b2', 'c1']);
});

test('single pages that were merged are not those of the next files', async () => {
  await open('merge-pdf', threeFiles().slice(0, 2));
  await page.getByText('Single pages').click();
  await button('Remove page 2 of a.pdf').click();
  await button(/^Merge$/).click();
  await browsing.ready('1 of 1 ready');
  await browsing.choose(threeFiles().slice(0, 2));
  await button(/^Merge$/).click();
  await browsing.ready('2 of 2 ready');
  assert.deepEqual(pagesOf(await download('a-merged.pdf')), ['a1', 'a2', 'a3', 'b1', 'b2']);
});

test('a watermark and page numbers are shown on the pages as they are typed', async () => {
  await open('watermark-pdf', [named('draft.pdf', pdf('one', 'two'))]);
  await page.getByLabel('Text').fill('Draft 7');
  await page.locator('.page-mark text').first().waitFor();
  await shows(() => page.locator('.page-mark text').allTextContents(), ['Draft 7', 'Draft 7']);
  await browsing.check('pages-watermark');
  await open('page-numbers-pdf', [named('draft.pdf', pdf('one', 'two'))]);
  await page.locator('.page-mark text').first().waitFor();
  await page.getByLabel('Format').selectOption('full');
  await shows(() => page.locator('.page-mark text').allTextContents(), ['1 / 2', '2 / 2']);
  await page.getByLabel('Position').selectOption('bottom-right');
  await shows(() => page.locator('.page-mark text').first().getAttribute('text-anchor'), 'end');
});

test('a smaller PDF is compared with its original by a slider, a Word document side by side', async () => {
  await open('compress-pdf', [named('plan.pdf', pdf('one', 'two'))]);
  await button(/^Compress$/).click();
  await browsing.ready('1 of 1 ready');
  const slider = page.getByRole('slider', { name: 'Share of the page that shows the original' });
  await slider.focus();
  await page.keyboard.press('End');
  await shows(() => slider.inputValue(), '100');
  await button('Next page').click();
  await page.getByRole('img', { name: 'Page 2 of plan' }).first().waitFor();
  await browsing.check('pages-compared');
  await open('pdf-to-word', [named('plan.pdf', pdf('one', 'two'))]);
  await button(/^Convert$/).click();
  await browsing.ready('1 of 1 ready');
  await page.getByRole('img', { name: 'Page 1 of the original file' }).waitFor();
  await page.getByRole('img', { name: 'Page 1 of plan.docx' }).waitFor();
  await browsing.check('pages-beside');
});

test('of a document of 500 pages only those near the screen are drawn, whichever these are', async () => {
  await open('extract-pages', [named('long.pdf', pdf(...Array.from({ length: 500 }, (_, n) => `page ${n + 1}`)))]);
  await page.locator('canvas[data-drawn=true]').first().waitFor();
  const drawn = () => page.locator('.page-list canvas').count();
  assert.ok((await drawn()) < 80, `${await drawn()} pages are drawn`);
  await option(1, 500).focus();
  await page.keyboard.press('End');
  await option(500, 500).locator('canvas[data-drawn=true]').waitFor();
  assert.ok((await drawn()) < 80, `${await drawn()} pages are drawn`);
});

test('a file that a tool does not accept is left out with a tool that does, and the others are converted', async () => {
  await open('rotate-pdf', [
    named('scan.pdf', pdf('one')),
    named('letter.docx', await docx('Dear Ada')),
    named('empty.pdf', ''),
  ]);
  await page.getByText('Skipped: this tool does not accept it. Use Word to PDF').waitFor();
  await page.getByText('The file is empty.').waitFor();
  await browsing.check('files-left-out');
  await page.getByLabel('Rotation').selectOption('90');
  await button(/^Rotate$/).click();
  await browsing.ready('1 of 1 ready');
  assert.equal(await page.getByRole('list', { name: 'Skipped files' }).getByRole('listitem').count(), 2);
});

test('a started conversion scrolls into view, with the focus; nothing is retried that cannot succeed', async () => {
  await page.setViewportSize({ width: 1280, height: 500 });
  await open('rotate-pdf', [named('broken.pdf', '%PDF-1.7 and no more')]);
  await page.getByText('cannot be shown here').waitFor();
  await page.getByLabel('Rotation').selectOption('90');
  await button(/^Rotate$/).click();
  const results = page.getByRole('region', { name: 'Results' });
  await results.getByRole('alert').waitFor();
  assert.ok(await results.evaluate((element) => element.parentElement?.matches(':focus')));
  assert.equal(await button(/^Try again/).count(), 0);
});

test('a password that was typed is in no sample of code', async () => {
  await open('protect-pdf', [named('secret.pdf', pdf('x'))]);
  await page.getByLabel(/^Password/).fill('correct horse');
  await page.getByRole('img', { name: 'The PDF will need this password' }).waitFor();
  await page.getByRole('tab', { name: 'curl' }).click();
  const sample = page.getByLabel('Request in curl');
  await sample.waitFor();
  assert.match((await sample.textContent()) ?? '', /-F password=your-password/);
  assert.ok(!(await page.locator('main').innerText()).includes('correct horse'));
});

test('nothing went wrong in the browser, and everybody can read it', () => browsing.assertClean());
