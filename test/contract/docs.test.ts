// /docs: the pages of this repository as a site that needs nothing from elsewhere.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { errorCodes } from '#core/errors.ts';
import { tools } from '#conversion/tools/index.ts';
import { inspect, openPage, startBrowser } from '../support/browser.ts';
import { startPlaten, type Platen } from '../support/platen.ts';

let platen: Platen;
before(async () => {
  platen = await startPlaten();
});
after(() => platen[Symbol.asyncDispose]());

const page = async (path: string) => {
  const response = await fetch(platen.url + path);
  return { status: response.status, headers: response.headers, html: await response.text() };
};

test('every page that a page links to is there, with the part that is meant', async () => {
  const pages = new Map<string, string>();
  const waiting = ['/docs'];
  const links: [from: string, path: string, anchor: string | undefined][] = [];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const { status, html } = await page(path);
    assert.equal(status, 200, path);
    pages.set(path, html);
    for (const [, href = ''] of html.matchAll(/href="([^"]+)"/g)) {
      if (!href.startsWith('/docs') && !href.startsWith('#')) continue;
      const [target = '', anchor] = href.split('#');
      const to = target === '' ? path : target;
      links.push([path, to, anchor]);
      if (!pages.has(to) && !waiting.includes(to) && !/^\/docs\/(assets|api-reference)/.test(to)) waiting.push(to);
    }
  }
  assert.ok(pages.size > 30, `${pages.size} pages`);
  for (const [from, to, anchor] of links)
    if (anchor !== undefined && anchor !== '')
      assert.ok(pages.get(to)?.includes(`id="${anchor}"`), `${from} links to ${to}#${anchor}`);
});

test('each tool has a page with a call and a real answer, each error a place that can be linked to', async () => {
  for (const { id } of tools) {
    const { html } = await page(`/docs/tools/${id}`);
    assert.match(html, new RegExp(`/v1/convert/${id}`));
    assert.match(html, /&quot;download_url&quot;/, id);
  }
  const { html } = await page('/docs/errors');
  for (const code of errorCodes) assert.ok(html.includes(`id="${code}"`), code);
});

test('a page lets nothing come from elsewhere, and what is no page is told so', async () => {
  const { headers, html } = await page('/docs/api/limits');
  assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'/);
  assert.doesNotMatch(html, /<script|src="https?:/);
  for (const path of ['/docs/nothing', '/docs/..%2fpackage', '/docs/api/', '/docs/openapi'])
    assert.equal((await page(path)).status, 404, path);
});

test('the pages and the interactive reference work in a browser, in light, in dark and on a phone', async () => {
  const browser = await startBrowser();
  try {
    const { page: tab, errors } = await openPage(await browser.newContext());
    const faults: string[] = [];
    for (const [path, name] of [
      ['/docs', 'docs'],
      ['/docs/errors', 'docs-errors'],
      ['/docs/tools/protect-pdf', 'docs-tool'],
    ] as const) {
      await tab.goto(platen.url + path);
      await inspect(tab, name, faults);
    }
    const asked: string[] = [];
    tab.on('request', (request) => asked.push(new URL(request.url()).origin));
    await tab.goto(`${platen.url}/docs/api-reference`);
    await tab.getByRole('heading', { name: 'Platen', exact: true }).waitFor();
    await tab.getByText('To PDF', { exact: true }).first().waitFor();
    assert.deepEqual(
      [...new Set(asked)].filter((origin) => origin !== 'null'),
      [platen.url],
    );
    assert.deepEqual([errors, faults], [[], []]);
  } finally {
    await browser.close();
  }
});
