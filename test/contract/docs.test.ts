// /docs: the documentation as a site that needs nothing from elsewhere, in three languages, with this service's address in its samples.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { errorCodes } from '#core/errors.ts';
import { tools } from '#conversion/tools/index.ts';
import { errorFields } from '#messages/en/error-fields.ts';
import { languages, type Language } from '#messages/languages.ts';
import { errorFieldsOf } from '#reference/error-facts.ts';
import { schemas } from '#reference/openapi-schemas.ts';
import { optionFields } from '#reference/option-fields.ts';
import { allPages } from '#reference/site/pages.ts';
import { renderPage } from '#reference/site/render.ts';
import { wordsIn } from '#reference/words.ts';
import { startPlaten, type Platen } from '../support/platen.ts';

let platen: Platen;
before(async () => {
  platen = await startPlaten({ extensions: 'on' });
});
after(() => platen[Symbol.asyncDispose]());

const page = async (path: string, init: RequestInit = {}) => {
  const response = await fetch(platen.url + path, init);
  return { status: response.status, headers: response.headers, html: await response.text() };
};
const base = (language: Language) => (language === 'en' ? '/docs' : `/docs/${language}`);

test('every linked page exists, with the linked section', async () => {
  const pages = new Map<string, string>();
  const waiting = ['/docs', '/docs/changelog'];
  const links: [from: string, path: string, anchor: string | undefined][] = [];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const { status, html } = await page(path);
    assert.equal(status, 200, path);
    pages.set(path, html);
    for (const [, href = ''] of html.matchAll(/href="([^"]+)"/g)) {
      const local = href.replace(platen.url, '');
      if (!local.startsWith('/docs') && !local.startsWith('#')) continue;
      const [target = '', anchor] = local.split('#');
      const to = target === '' ? path : target;
      links.push([path, to, anchor]);
      if (!pages.has(to) && !waiting.includes(to) && !/^\/docs\/(assets|api-reference)/.test(to)) waiting.push(to);
    }
  }
  assert.ok(pages.size > 3 * (tools.length + errorCodes.length), `${pages.size} pages`);
  for (const [from, to, anchor] of links)
    if (anchor !== undefined && anchor !== '')
      assert.ok(pages.get(to)?.includes(`id="${anchor}"`), `${from} links to ${to}#${anchor}`);
});

for (const language of languages)
  test(`each tool and each error code has a page in ${language}, in its words, which names the others`, async () => {
    const { error, toolSummary } = wordsIn(language);
    for (const tool of tools) {
      const { html } = await page(`${base(language)}/tools/${tool.id}`);
      assert.match(html, new RegExp(`<html lang="${language}">`));
      assert.equal(html.match(/data-sample="/g)?.length, 4, tool.id);
      assert.match(html, /download_url/, tool.id);
      assert.ok(html.includes(toolSummary(tool).split('`')[0] ?? ''), tool.id);
      for (const other of languages)
        assert.ok(html.includes(`hreflang="${other}" href="${platen.url}${base(other)}/tools/${tool.id}"`), tool.id);
    }
    const overview = (await page(`${base(language)}/errors`)).html;
    for (const code of errorCodes) {
      const { html } = await page(`${base(language)}/errors/${code}`);
      assert.ok(
        html.includes(`<title>${error(code).title.replaceAll("'", '&#39;')} · Platen</title>`),
        `${code}: ${error(code).title}`,
      );
      assert.match(html, /(&quot;|")error(&quot;|")/, `${code} has an example`);
      assert.ok(overview.includes(`id="${code}"`), code);
      for (const { name } of errorFieldsOf(code)) assert.ok(name in errorFields, `${code}: ${name} is not explained`);
    }
  });

test('each tool and each field is described in every language', () => {
  for (const tool of tools) {
    for (const language of languages.filter((known) => known !== 'en')) {
      const words = wordsIn(language);
      assert.notEqual(words.toolSummary(tool), tool.summary, tool.id);
      for (const field of optionFields(tool))
        assert.notEqual(words.fieldText(tool, field), field.description, `${language}: ${tool.id} ${field.name}`);
    }
  }
});

test('the page of a tool describes every field of its response', async () => {
  const { properties } = schemas['Conversion'] as { properties: object };
  const [own, compressed] = await Promise.all(
    ['rotate-pdf', 'compress-pdf'].map(async (id) => (await page(`/docs/tools/${id}`)).html),
  );
  for (const name of Object.keys(properties).filter((one) => one !== 'steps'))
    assert.ok((name === 'compression' ? compressed : own)?.includes(`<code>${name}</code></td>`), name);
});

test('the name of a file leads to its page', async () => {
  const pages = {
    '/docs/quick-start': '/docs',
    '/docs/quick-start.md': '/docs',
    '/docs/de/quick-start': '/docs/de',
    '/docs/api/webhooks.md': '/docs/api/webhooks',
    '/docs/webhooks': '/docs/api/webhooks',
    '/docs/typescript.md': '/docs/clients/typescript',
    '/docs/CHANGELOG.md': '/docs/changelog',
    '/docs/fr/tools/merge-pdf.md': '/docs/fr/tools/merge-pdf',
  };
  for (const [from, to] of Object.entries(pages)) {
    const { status, headers } = await page(from, { redirect: 'manual' });
    assert.deepEqual([status, headers.get('location')], [301, to], from);
  }
  assert.equal((await page('/docs/nothing.md', { redirect: 'manual' })).status, 404);
});

test('samples have the address that the page was asked by, or the public one; pages for operators keep theirs', async () => {
  const { html } = await page('/docs/tools/rotate-pdf');
  assert.ok(html.includes(`${platen.url}/v1/convert/rotate-pdf`));
  assert.doesNotMatch(html, /127\.0\.0\.1:8080|platen\.example|%ORIGIN%/);
  assert.match((await page('/docs/deployment')).html, /127\.0\.0\.1:8080/);
  await using other = await startPlaten({ publicUrl: 'https://convert.example.org/' });
  const asked = await (await fetch(`${other.url}/docs`, { headers: { Host: 'convert.example.org' } })).text();
  assert.ok(asked.includes('https://convert.example.org/v1/convert/office-to-pdf'));
});

test('a message of the API leads to the page of its code', async () => {
  const { body } = await platen.get('/v1/quota');
  const [, link = ''] = / More: (\S+)$/.exec(String(body['message'])) ?? [];
  assert.equal(link, `${platen.url}/docs/errors/missing_bearer_token`);
  assert.match((await page(new URL(link).pathname)).html, /<h1[^>]*>No API key/);
});

test('a page loads nothing from elsewhere, runs no inline script, and an unknown page is answered 404', async () => {
  const { headers, html } = await page('/docs/api/limits');
  assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'; script-src 'self'; /);
  assert.doesNotMatch(html, /<script>|src="https?:|style="/);
  for (const path of ['/docs/nothing', '/docs/..%2fpackage', '/docs/api/', '/docs/openapi', '/docs/de/api/limits'])
    assert.equal((await page(path)).status, 404, path);
});

test('code is in colours where they were built; where they were not, pages read without them and without scripts', async () => {
  assert.match((await page('/docs')).html, /<span class="t-(string|function)">/);
  const pages = allPages(tools);
  for (const address of ['/docs', '/docs/fr/tools/rotate-pdf', '/docs/api/limits']) {
    const one = pages.get(address);
    assert.ok(one);
    const html = renderPage(one, pages, null);
    assert.match(html, /<h1/);
    assert.doesNotMatch(html, /<script|class="t-|data-docs/);
  }
});
