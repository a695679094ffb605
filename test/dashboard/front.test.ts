// The front page, the pages of tools and the workbench in a browser, for people who have no account.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import sharp from 'sharp';
import type { Page } from 'playwright-core';
import { browse, openPage, scriptBytes, shows, type Browsing, type Named } from '../support/browser.ts';
import { docx, pdf } from '../support/fixtures.ts';
import { eventually, startPlaten, type Platen } from '../support/platen.ts';
import { visitor } from '../support/dashboard.ts';

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

const check = (name: string) => browsing.check(name);
const drop = (files: readonly Named[], over?: string) => browsing.drop(files, over);
const choose = (files: readonly Named[]) => browsing.choose(files);
const button = (name: string | RegExp) => browsing.button(name);
const ready = (count: string) => browsing.ready(count);

const named = (name: string, bytes: Uint8Array | string): Named => ({ name, bytes });
const picture = () =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: '#369' } })
    .png()
    .toBuffer();
const letter = async (name: string) => named(name, await docx(`This is ${name}`));

/** The names in the ZIP archive that the browser has saved. */
const zipped = async (act: () => Promise<void>): Promise<string[]> => {
  const [download] = await Promise.all([page.waitForEvent('download'), act()]);
  assert.equal(download.suggestedFilename(), 'converted.zip');
  const bytes = await readFile(await download.path());
  return [...bytes.toString('latin1').matchAll(/PK\x01\x02[\s\S]{42}/g)].map((entry) => {
    const length = bytes.readUInt16LE(entry.index + 28);
    return bytes.subarray(entry.index + 46, entry.index + 46 + length).toString();
  });
};

test('the front page loads at most 150 kB (150,000 bytes) of script, compressed by gzip', async () => {
  const fresh = await browsing.browser.newContext();
  const first = await fresh.newPage();
  const bytes = await scriptBytes(first, async () => {
    await first.goto(platen.url);
    await first.getByRole('heading', { name: 'What do you need?' }).waitFor();
  });
  assert.ok(bytes > 50_000 && bytes <= 150_000, `${bytes} bytes`);
  await fresh.close();
});

test('a stranger drops three documents and has three PDFs in three actions', async () => {
  await page.goto(platen.url);
  await page.getByRole('heading', { name: 'Convert documents, privately' }).waitFor();
  await page.getByText('100 of 100 free conversions left today').waitFor();
  await check('front');
  await drop([await letter('one.docx'), await letter('two.docx'), await letter('three.docx')]);
  await page.getByRole('list', { name: 'Files' }).getByText('three.docx').waitFor();
  await check('front-chosen');
  await button('Convert 3 files').click();
  await ready('3 of 3 ready');
  await check('front-results');
  assert.deepEqual(await zipped(() => button('Download all (ZIP)').click()), ['one.pdf', 'two.pdf', 'three.pdf']);
  await page.getByText('97 of 100 free conversions left today').waitFor();
  assert.deepEqual(await platen.service.db.selectFrom('accounts').selectAll().execute(), []);
});

test('of ten files with a broken one, nine are converted and the broken one says why', async () => {
  await button('Clear the list').click();
  const broken = named('broken.docx', (await letter('broken')).bytes.slice(0, 600));
  const others = await Promise.all(Array.from({ length: 9 }, (_, n) => letter(`letter-${n}.docx`)));
  await drop([...others.slice(0, 4), broken, ...others.slice(4)]);
  await button('Convert 10 files').click();
  await ready('9 of 10 ready · 1 file could not be converted');
  await check('front-batch');
  const row = page.getByRole('listitem').filter({ hasText: 'broken.docx' });
  assert.match((await row.getByRole('alert').textContent()) ?? '', /is damaged or truncated.*Code: \w+/s);
  assert.equal((await zipped(() => button('Download all (ZIP)').click())).length, 9);
  await button('Preview of letter-0.pdf').click();
  await page.getByRole('dialog').getByRole('img', { name: 'Page 1 of letter-0.pdf' }).waitFor();
  await check('front-preview');
  await page.keyboard.press('Escape');
  await button('Clear the list').click();
});

test('a drop beside the zone counts too and never leaves the page; a file without extension is told by its content', async () => {
  await drop([named('scan', pdf('one')), named('photo', await picture()), await letter('note')], 'footer');
  for (const name of ['scan.pdf', 'photo.png', 'note.docx'])
    await page.getByRole('list', { name: 'Files' }).getByText(name, { exact: true }).waitFor();
  assert.equal(new URL(page.url()).pathname, '/');
  await button('Remove scan.pdf').click();
  await button('Convert 2 files').click();
  await ready('2 of 2 ready');
  await drop([await letter('later.docx')]);
  await button(/^Convert$/).waitFor();
  await page.getByText('2 of 2 ready').waitFor();
  await button(/^Convert$/).click();
  await ready('3 of 3 ready');
  await button('Clear the list').click();
});

test('files are merged in the order set by the keyboard', async () => {
  await page.getByRole('link', { name: /^Merge PDFs/ }).click();
  await page.getByRole('heading', { name: 'Merge PDFs', level: 1 }).waitFor();
  assert.equal(await page.title(), 'Merge PDFs · Platen');
  await check('tool-merge');
  await choose([named('a.pdf', pdf('first'))]);
  await page.getByText('Add at least 1 more file.').waitFor();
  await choose([named('b.pdf', pdf('second'))]);
  const order = () =>
    page
      .getByRole('list', { name: /in merge order/ })
      .locator('.name')
      .allTextContents();
  // Announcements of the dragging for screen readers.
  const told = (words: RegExp) => page.locator('[id^="DndLiveRegion"]').getByText(words);
  const overAnother = /b\.pdf is over position 1 of 2/;
  await button('Drag b.pdf').focus();
  await page.keyboard.press('Space');
  await told(/is over position/).waitFor({ state: 'attached' });
  await eventually(async () => {
    if ((await told(overAnother).count()) > 0) return true;
    await page.keyboard.press('ArrowUp');
    await page.waitForTimeout(100);
    return false;
  }, 'it is over the other file');
  await page.keyboard.press('Space');
  await shows(order, ['b.pdf', 'a.pdf']);
  await check('tool-merge-chosen');
  await button('Move a.pdf up').click();
  await shows(order, ['a.pdf', 'b.pdf']);
  const [from, to] = [await button('Drag b.pdf').boundingBox(), await button('Drag a.pdf').boundingBox()];
  if (from === null || to === null) throw new Error('the handles are not shown');
  await page.mouse.move(from.x + 10, from.y + 10);
  await page.mouse.down();
  await page.mouse.move(to.x + 10, to.y + 4, { steps: 8 });
  await told(overAnother).waitFor({ state: 'attached' });
  await page.mouse.up();
  await shows(order, ['b.pdf', 'a.pdf']);
  // For 50 ms dnd-kit treats a click as the end of the drag.
  await page.evaluate('new Promise((done) => setTimeout(done, 100))');
  await button(/^Merge$/).click();
  await ready('1 of 1 ready');
  await page.getByText('b-merged.pdf').waitFor();
  await page.getByRole('img', { name: 'Page 1 of b-merged.pdf' }).waitFor();
  await check('tool-merge-result');
});

test('the button to convert stays where it is while more of the page is loaded', async () => {
  for (const [tool, name, action] of [
    ['merge-pdf', 'Merge PDFs', 'Merge'],
    ['rotate-pdf', 'Rotate a PDF', 'Rotate'],
  ] as const) {
    const fresh = await browsing.browser.newContext();
    const { page: slow } = await openPage(fresh);
    await slow.goto(`${platen.url}/tools/${tool}`);
    await slow.getByRole('heading', { name, level: 1 }).waitFor();
    await slow.waitForLoadState('networkidle');
    let late = 0;
    await slow.route('**/*.js', async (route) => {
      late += 1;
      await slow.waitForTimeout(600);
      await route.continue();
    });
    await slow.evaluate(`(() => {
      window.tops = [];
      const look = () => {
        const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === '${action}');
        if (button !== undefined) window.tops.push(Math.round(button.getBoundingClientRect().top + scrollY));
        requestAnimationFrame(look);
      };
      look();
    })()`);
    const files = ['a.pdf', 'b.pdf'].slice(0, tool === 'merge-pdf' ? 2 : 1);
    await slow
      .locator('.drop input')
      .setInputFiles(
        files.map((file) => ({ name: file, mimeType: 'application/pdf', buffer: Buffer.from(pdf(file)) })),
      );
    await slow.getByRole('button', { name: action, exact: true }).waitFor();
    await slow.waitForTimeout(1500);
    const tops = await slow.evaluate<number[]>('window.tops');
    assert.ok(late > 0 && tops.length > 1, `${late} scripts came late, seen ${tops.length} times`);
    assert.deepEqual([...new Set(tops)], [tops[0]], tool);
    await fresh.close();
  }
});

test('the pages of a result are counted, turned and opened large', async () => {
  await page.goto(`${platen.url}/tools/merge-pdf`);
  await choose([named('a.pdf', pdf('one', 'two')), named('b.pdf', pdf('three'))]);
  await button(/^Merge$/).click();
  await page.getByRole('img', { name: 'Page 1 of a-merged.pdf' }).waitFor();
  await page.getByText('Page 1 of 3').waitFor();
  assert.equal(await button('Previous page').isDisabled(), true);
  for (const number of [2, 3]) {
    await button('Next page').click();
    await page.getByRole('img', { name: `Page ${number} of a-merged.pdf` }).waitFor();
  }
  await page.getByText('Page 3 of 3').waitFor();
  assert.equal(await button('Next page').isDisabled(), true);
  await button('Open large').click();
  const dialog = page.getByRole('dialog', { name: 'a-merged.pdf' });
  const large = dialog.getByRole('img', { name: 'Page 3 of a-merged.pdf' });
  await large.waitFor();
  assert.ok(((await large.boundingBox())?.height ?? 0) > 800);
  await dialog.getByRole('button', { name: 'Previous page' }).click();
  await dialog.getByRole('img', { name: 'Page 2 of a-merged.pdf' }).waitFor();
  await check('front-preview-large');
  await page.keyboard.press('Escape');
});

test('another file is converted after a result, which stays', async () => {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), button('Convert another file').click()]);
  await chooser.setFiles(
    ['c.pdf', 'd.pdf'].map((name) => ({ name, mimeType: 'application/pdf', buffer: Buffer.from(pdf(name)) })),
  );
  await button(/^Merge$/).click();
  await ready('2 of 2 ready');
  for (const name of ['c-merged.pdf', 'a-merged.pdf']) await page.getByText(name, { exact: true }).waitFor();
});

test('a result is converted again with other options, from the same file', async () => {
  await page.goto(`${platen.url}/tools/rotate-pdf`);
  await choose([named('plan.pdf', pdf('up'))]);
  await page.getByLabel('Rotation').selectOption('90');
  await button(/^Rotate$/).click();
  await ready('1 of 1 ready');
  await button('Convert plan-rotated.pdf again with other options').click();
  await page.getByText('plan.pdf', { exact: true }).waitFor();
  assert.equal(await page.getByLabel('Rotation').inputValue(), '90');
  await page.getByLabel('Rotation').selectOption('180');
  await button(/^Rotate$/).click();
  await ready('2 of 2 ready');
});

test('all files wait together for a server that limits the rate, for any time', async () => {
  await page.goto(platen.url);
  let refused = 0;
  await page.route('**/dashboard/api/trials/*', async (route) => {
    if (route.request().method() !== 'POST' || refused >= 30) return route.continue();
    refused += 1;
    const body = { error: 'rate_limited', message: 'Too many requests.', retry_after: 0.02 };
    return route.fulfill({ status: 429, json: body });
  });
  await drop([
    await letter('one.docx'),
    await letter('two.docx'),
    await letter('three.docx'),
    await letter('four.docx'),
  ]);
  await button('Convert 4 files').click();
  await ready('4 of 4 ready');
  assert.equal(refused, 30);
  await page.unroute('**/dashboard/api/trials/*');
});

test('files beyond the conversions of the day are not sent, and show how to continue', async () => {
  await using few = await startPlaten({ tries: 1, warmProcesses: 1 });
  let sent = 0;
  const count = (request: { method(): string; url(): string }) => {
    if (request.method() === 'POST' && request.url().includes('/trials/')) sent += 1;
  };
  page.on('request', count);
  await page.goto(few.url);
  await drop(await Promise.all(Array.from({ length: 9 }, async (_, n) => letter(`letter-${n}.docx`))));
  await button('Convert 9 files').click();
  await ready('1 of 9 ready · 8 files could not be converted');
  assert.ok(sent <= 6, `${sent} files were sent`);
  assert.equal(await page.getByRole('alert').getByText('free conversions for today').count(), 8);
  await check('front-used-up');
  page.off('request', count);
});

test('a password that is asked for brings the file back to the form', async () => {
  await page.goto(`${platen.url}/tools/protect-pdf`);
  await choose([named('secret.pdf', pdf('x'))]);
  await page.getByLabel(/^Password/).fill('correct horse');
  await button(/^Protect$/).click();
  await ready('1 of 1 ready');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download secret-protected.pdf' }).click(),
  ]);
  const locked = named('locked.pdf', await readFile(await download.path()));
  await page.goto(`${platen.url}/tools/unlock-pdf`);
  await choose([locked]);
  const asked = page.getByLabel('Password of locked.pdf');
  await asked.fill('wrong');
  await page.getByText('This password does not open the PDF.').waitFor();
  await button(/^Unlock$/).click();
  await page.getByText('This password does not open the PDF.').waitFor();
  assert.equal(await page.getByLabel(/^Password/).count(), 1);
  await check('tool-password');
  await page
    .getByLabel(/^Password/)
    .last()
    .fill('correct horse');
  await page.getByRole('img', { name: 'The PDF opens without a password' }).waitFor();
  await button(/^Unlock$/).click();
  await ready('1 of 1 ready');
});

test('by keyboard alone a file is chosen, converted and downloaded', async () => {
  await page.goto(`${platen.url}/tools/word-to-pdf`);
  await page.getByRole('heading', { name: 'Word to PDF', level: 1 }).waitFor();
  await check('tool-word');
  const opened = page.waitForEvent('filechooser');
  let isOpen = false;
  void opened.then(() => (isOpen = true));
  // A browser under load may not have taken the key for a press of its user.
  await eventually(async () => {
    await page.getByLabel('Choose files').focus();
    await page.keyboard.press('Space');
    await page.waitForTimeout(300);
    return isOpen;
  }, 'the dialog to choose files');
  const chooser = await opened;
  const { name, bytes } = await letter('typed.docx');
  await chooser.setFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(bytes) });
  await button(/^Convert$/).waitFor();
  for (let tabs = 0; tabs < 8; tabs++) {
    await page.keyboard.press('Tab');
    if ((await page.evaluate('document.activeElement.textContent')) === 'Convert') break;
  }
  await page.keyboard.press('Enter');
  await ready('1 of 1 ready');
  await page.getByRole('link', { name: 'Download typed.pdf' }).focus();
  const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
  assert.equal(download.suggestedFilename(), 'typed.pdf');
});

test('every tool has a page with its own title, and is found by its name in the API', async () => {
  const front = (await visitor(platen).call('GET', '/front')).body as unknown as {
    tools: { id: string; name: string }[];
    pages: { address: string; tool: string; name: string }[];
  };
  for (const { id, name } of front.tools) {
    assert.notEqual(name, id, `${id} has a name for people`);
    const response = await fetch(`${platen.url}/tools/${id}`);
    const own = front.pages.find(({ tool }) => tool === id);
    const wanted = front.pages.find(({ address }) => new URL(response.url).pathname === `/tools/${address}`);
    assert.equal(wanted?.tool, own?.tool);
    assert.match(await response.text(), new RegExp(`<title>${wanted?.name} · Platen</title>`));
  }
  assert.equal((await fetch(`${platen.url}/tools/no-such-tool`)).status, 404);
});

test('the front page and the pages of tools speak French and German too', async () => {
  for (const [locale, title, tool] of [
    ['fr', 'Convertir des documents, en privé', 'Réunir des PDF'],
    ['de', 'Dokumente umwandeln, ganz für sich', 'PDFs verbinden'],
  ] as const) {
    const other = await browsing.browser.newContext({ locale });
    const { page: reading, errors: thrown } = await openPage(other);
    await reading.goto(platen.url);
    await reading.getByRole('heading', { name: title }).waitFor();
    await browsing.check(`front-${locale}`, reading);
    await reading.getByRole('link', { name: tool }).click();
    await reading.getByRole('heading', { name: tool, level: 1 }).waitFor();
    await browsing.check(`tool-${locale}`, reading);
    assert.deepEqual(thrown, []);
    await other.close();
  }
});

test('where trying is off, the front page says how to get in', async () => {
  for (const signUp of ['open', 'closed'] as const) {
    await using closed = await startPlaten({ tries: 0, signUp });
    await page.goto(closed.url);
    const words =
      signUp === 'open'
        ? 'All you need is an e-mail address'
        : 'Accounts are created by the administrator of this server';
    await page.getByText(words).waitFor();
    assert.equal(await page.getByLabel('Choose files').count(), 0);
    await check(`front-${signUp}`);
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Sign in to Platen' }).waitFor();
  }
});

test('prices are for people who could buy: not on a service that only its own machine knows', async () => {
  const plansAt = async (url: string) =>
    ((await (await fetch(`${url}/dashboard/api/front`)).json()) as { plans: object[] }).plans.length;
  assert.equal(await plansAt(platen.url), 0);
  await using known = await startPlaten({ publicUrl: 'http://127.0.0.1' });
  assert.equal(await plansAt(known.url), 4);
});

test('without the dashboard there is no front page', async () => {
  await using plain = await startPlaten({ dashboard: 'off' });
  assert.equal((await fetch(plain.url)).status, 404);
});

test('nothing went wrong in the browser, and everybody can read it', () => {
  browsing.assertClean();
});

test('the call that the front page shows writes the file', async () => {
  await page.goto(platen.url);
  const call = (await page.locator('.code-box pre').textContent()) ?? '';
  const folder = await mkdtemp(join(tmpdir(), 'platen-sample-'));
  try {
    await writeFile(join(folder, 'report.docx'), await docx('A report'));
    const env = { PATH: process.env['PATH'], PLATEN_API_KEY: await platen.key() };
    const { stdout } = await promisify(execFile)('sh', ['-c', call], { cwd: folder, env });
    assert.equal(stdout, '');
    assert.match((await readFile(join(folder, 'report.pdf'))).toString('latin1'), /^%PDF-/);
  } finally {
    await rm(folder, { recursive: true });
  }
});
