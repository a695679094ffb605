// The documentation in a browser: everybody can read it, samples come in the language of their reader, the search finds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { browse, inspect, scriptBytes, shows, type Browsing } from '../support/browser.ts';
import { startPlaten, type Platen } from '../support/platen.ts';

let platen: Platen;
let browsing: Browsing;
let page: Page;
before(async () => {
  platen = await startPlaten();
  browsing = await browse();
  ({ page } = browsing);
});
after(async () => {
  await browsing[Symbol.asyncDispose]();
  await platen[Symbol.asyncDispose]();
});

const open = (path: string) => page.goto(platen.url + path);
const chosen = (at = page) => at.getByRole('tab', { selected: true }).allTextContents();

test('every kind of page can be read by everybody, in light, in dark and on a phone', async () => {
  // They share their parts: each kind is looked at where its own are most likely to fail.
  for (const [path, name, ...looks] of [
    ['/docs', 'docs', 'light', 'dark', 'phone'],
    ['/docs/tools', 'docs-tools', 'phone'],
    ['/docs/de/tools/protect-pdf', 'docs-tool', 'dark', 'phone'],
    ['/docs/errors', 'docs-errors', 'dark'],
    ['/docs/fr/errors/quota_exceeded', 'docs-error', 'light', 'phone'],
    ['/docs/api/webhooks', 'docs-guide', 'dark', 'phone'],
    ['/docs/deployment', 'docs-operators', 'phone'],
  ] as const) {
    await open(path);
    await inspect(page, name, browsing.faults, looks, false);
  }
  browsing.assertClean();
});

test('the interactive reference has the colours of the pages, a way back, and asks nobody else', async () => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).origin));
  await open('/docs/api-reference');
  await page.getByRole('heading', { name: 'Platen', exact: true }).waitFor();
  await page.getByText('To PDF', { exact: true }).first().waitFor();
  // A phone is light.
  await inspect(page, 'docs-reference', browsing.faults, ['dark', 'phone'], false);
  assert.deepEqual(
    [...new Set(asked)].filter((origin) => origin !== 'null'),
    [platen.url],
  );
  await page.getByRole('navigation', { name: 'Platen' }).getByRole('link', { name: 'Documentation' }).click();
  await page.getByRole('heading', { name: 'Quick start' }).waitFor();
  browsing.assertClean();
});

test('a language of samples is chosen once, for all blocks of all pages, and by keyboard', async () => {
  await open('/docs');
  assert.deepEqual(await chosen(), ['TypeScript', 'TypeScript']);
  await page.getByRole('tab', { name: 'Python' }).first().click();
  await shows(chosen, ['Python', 'Python']);
  await shows(() => page.getByRole('tabpanel', { name: 'Python' }).first().isVisible(), true);
  await shows(() => page.locator('[data-sample="curl"]').first().isVisible(), false);
  await open('/docs/fr/tools/merge-pdf');
  assert.deepEqual(await chosen(), ['Python']);
  await page.getByRole('tab', { name: 'Python' }).press('ArrowRight');
  await shows(chosen, ['PHP']);
  await shows(() => page.evaluate('document.activeElement.textContent'), 'PHP');
  await page.reload();
  assert.deepEqual(await chosen(), ['PHP']);
});

test('without scripts all samples are shown, one below the other', async () => {
  const context = await browsing.browser.newContext({ javaScriptEnabled: false });
  const plain = await context.newPage();
  await plain.goto(`${platen.url}/docs/tools/rotate-pdf`);
  for (const name of ['TypeScript', 'Python', 'PHP', 'curl']) {
    assert.equal(await plain.locator(`[data-sample="${name}"] pre`).isVisible(), true, name);
    assert.equal(await plain.locator(`[data-sample="${name}"] .code-head`).isVisible(), true);
  }
  await context.close();
});

test('a block is copied unchanged', async () => {
  await browsing.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open('/docs/tools/rotate-pdf');
  await page.getByRole('tab', { name: 'curl' }).click();
  await page.getByRole('button', { name: 'Copy' }).first().click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  const copied = await page.evaluate<string>('navigator.clipboard.readText()');
  assert.match(copied, /^curl -sSf http:[^]* -F rotation=90 \\\n/);
});

test('the search is loaded when it is used, and found, walked and left by keyboard', async () => {
  const fresh = await browsing.context.newPage();
  const bytes = await scriptBytes(fresh, () => fresh.goto(`${platen.url}/docs`));
  assert.ok(bytes > 1000 && bytes < 5000, `a page loads ${bytes} bytes of script`);
  await fresh.close();
  await open('/docs');
  await page.keyboard.press('/');
  const field = page.getByRole('combobox', { name: 'Search the documentation' });
  await field.fill('wrong pasword');
  const options = page.getByRole('option');
  await options.first().waitFor();
  assert.match((await options.first().textContent()) ?? '', /The password is wrong/, 'a slip of the pen is forgiven');
  await inspect(page, 'docs-search', browsing.faults, ['phone'], false);
  await page.keyboard.press('ArrowDown');
  await shows(() => field.getAttribute('aria-activedescendant'), 'found-1');
  await page.keyboard.press('Escape');
  await shows(() => field.isVisible(), false);
  await page.keyboard.press('/');
  await field.fill('idempotency');
  await options.first().waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/docs\/(api\/retries|errors\/idempotency_key_reused)/);
  browsing.assertClean();
});

test('a language is kept on the page, and the search is in it', async () => {
  await open('/docs/tools/compress-pdf');
  await page.getByRole('link', { name: 'Deutsch' }).click();
  await page.waitForURL(/\/docs\/de\/tools\/compress-pdf$/);
  await page.getByRole('heading', { name: /PDF verkleinern/ }).waitFor();
  await page.keyboard.press('/');
  await page.getByRole('combobox').fill('Passwort falsch');
  await page.getByRole('option').first().waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/docs\/de\/errors\/wrong_password$/);
});

test('the list of parts marks where the reader is, and the menu of a phone opens over the page', async () => {
  await open('/docs/errors');
  const marked = page.locator('aside a[aria-current="location"]');
  assert.equal(await marked.textContent(), 'Key, account and plan');
  await page.evaluate("document.getElementById('the-document').scrollIntoView()");
  await page.locator('aside a[aria-current="location"]', { hasText: 'The document' }).waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Pages' }).click();
  await page.getByRole('link', { name: 'Limits and quota' }).waitFor();
  await inspect(page, 'docs-menu', browsing.faults, ['phone'], false);
  browsing.assertClean();
});
