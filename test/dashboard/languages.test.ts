// The pages in English, French and German: chosen by the browser, changed by a choice that stays.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { inspect, openPage, show, startBrowser } from '../support/browser.ts';
import { visitor, tokenOf } from '../support/dashboard.ts';
import { linkIn, startMailServer, type MailServer } from '../support/mail.ts';
import { startPlaten, type Platen } from '../support/platen.ts';
import { pdf } from '../support/fixtures.ts';
import { languageNames, languages } from '#messages/languages.ts';

let platen: Platen;
let mail: MailServer;
let browser: Browser;

before(async () => {
  mail = await startMailServer();
  platen = await startPlaten({ smtpUrl: mail.url, warmProcesses: 1 });
  browser = await startBrowser();
});
after(async () => {
  await browser.close();
  await platen[Symbol.asyncDispose]();
  await mail[Symbol.asyncDispose]();
});

/** A browser of somebody who reads this language. */
async function reader(locale: string): Promise<{ context: BrowserContext; page: Page; errors: string[] }> {
  const context = await browser.newContext({ locale });
  return { context, ...(await openPage(context)) };
}

const greetings = { en: 'Sign in to Platen', fr: 'Se connecter à Platen', de: 'Bei Platen anmelden' };

for (const [language, title] of Object.entries(greetings))
  test(`a browser that prefers ${language} gets pages in it, and a choice of another stays`, async () => {
    const { context, page, errors } = await reader(language);
    const faults: string[] = [];
    await page.goto(`${platen.url}/dashboard/sign-in`);
    await page.getByRole('heading', { name: title }).waitFor();
    assert.equal(await page.getAttribute('html', 'lang'), language);
    await show(page, `sign-in-${language}`, 'phone', faults);
    await page.locator('select').selectOption('fr');
    await page.getByRole('heading', { name: greetings.fr }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: greetings.fr }).waitFor();
    assert.deepEqual([...faults, ...errors], []);
    await context.close();
  });

/** Every view of the dashboard with its heading in each language. */
const views: Record<string, Record<string, string>> = {
  '': { en: 'Home', fr: 'Accueil', de: 'Start' },
  playground: { en: 'Playground', fr: 'Essayer', de: 'Ausprobieren' },
  jobs: { en: 'Jobs', fr: 'Conversions', de: 'Aufträge' },
  shares: { en: 'Share links', fr: 'Liens de partage', de: 'Freigabelinks' },
  keys: { en: 'API keys', fr: 'Clés d’API', de: 'API-Schlüssel' },
  webhooks: { en: 'Webhooks', fr: 'Webhooks', de: 'Webhooks' },
  plan: { en: 'Plan', fr: 'Formule', de: 'Tarif' },
  settings: { en: 'Settings', fr: 'Réglages', de: 'Einstellungen' },
  admin: { en: 'Administration', fr: 'Administration', de: 'Verwaltung' },
  nowhere: { en: 'This page does not exist', fr: 'Cette page n’existe pas', de: 'Diese Seite gibt es nicht' },
};

/** Words that only English has. */
const english = /\b(the|your|with|and|are|of|this|you|can)\b/i;
/** The visible lines that are in English; without code and texts of the API. */
const englishLines = async (page: Page): Promise<string[]> => {
  const shown = await page.evaluate<string>(`(() => {
    const copy = document.body.cloneNode(true);
    copy.querySelectorAll('pre, code, option, script, .api').forEach((node) => node.remove());
    copy.querySelectorAll('[aria-label], [placeholder], [title], [alt]').forEach((node) =>
      node.append(' \\n' + ['aria-label', 'placeholder', 'title', 'alt'].map((name) => node.getAttribute(name) ?? '').join('\\n')));
    const lines = [];
    const walk = (node) => node.nodeType === 3 ? lines.push(node.data) : node.childNodes.forEach(walk);
    walk(copy);
    return [document.title, ...lines].join('\\n');
  })()`);
  return [...new Set(shown.split('\n').filter((line) => english.test(line)))];
};

// Whether everybody can read them is looked at with the English ones.
for (const language of languages.filter((one) => one !== 'en'))
  test(`every view of the dashboard speaks ${languageNames[language]}, and fits on a phone`, async () => {
    const { context, page, errors } = await reader(language);
    const faults: string[] = [];
    const look = async (name: string) => {
      await page.waitForLoadState('networkidle');
      await show(page, `${name}-${language}`, 'phone', faults);
      faults.push(...(await englishLines(page)).map((line) => `${name} in ${language}: ${line.trim()}`));
    };
    const address = `${language}@example.test`;
    await signInOn(page, address);
    await page.locator('[role=dialog] button').last().click();
    await platen.service.db.updateTable('accounts').set({ role: 'admin' }).where('email', '=', address).execute();
    await convertSome(page);
    for (const [path, headings] of Object.entries(views)) {
      await page.goto(`${platen.url}/dashboard/${path}`);
      await page.getByRole('heading', { name: headings[language] ?? '', level: 1 }).waitFor();
      await look(path === '' ? 'home' : path);
      if (path === 'jobs') {
        await page.locator('button.row').first().click();
        await page.getByRole('dialog').locator('img.preview').waitFor();
        await look('job');
      }
      if (path === 'playground') {
        await page.locator('.drop input').setInputFiles({
          name: 'plan.pdf',
          mimeType: 'application/pdf',
          buffer: Buffer.from(pdf('one', 'two')),
        });
        await page.locator('input[value=page-numbers-pdf]').check();
        await page.locator('.step select').selectOption('compress-pdf');
        await look('playground-chosen');
        await page.locator('.panel button').last().click();
        await page.locator('img.preview').waitFor();
        await look('playground-result');
      }
      if (path === 'admin')
        for (const tab of await page.getByRole('tab').all()) {
          await tab.click();
          await look(`admin-${(await tab.getAttribute('id'))?.split('-').at(-1) ?? ''}`);
        }
    }
    assert.deepEqual([...faults, ...errors], []);
    await context.close();
  });

async function signInOn(page: Page, address: string): Promise<void> {
  await page.goto(`${platen.url}/dashboard/sign-in`);
  await page.locator('input[name=email]').fill(address);
  await page.keyboard.press('Enter');
  await page.goto(linkIn(await mail.next(address)));
  await page.locator('main button').last().click();
  await page.getByRole('dialog').waitFor();
}

/** A conversion with a share link, one that was refused, and one that was rejected. */
const convertSome = async (page: Page) =>
  page.evaluate<unknown>(`(async () => {
    const convert = (content, fields) => {
      const body = new FormData();
      for (const [name, value] of Object.entries(fields)) body.append(name, value);
      body.append('file', new Blob([content]), 'a.pdf');
      return fetch('/dashboard/api/convert/rotate-pdf', { method: 'POST', body }).then((answer) => answer.json());
    };
    await convert('%PDF-1.7', { rotation: '45' });
    await convert('%PDF-1.7', { rotation: '90' });
    const { job_id } = await convert(Uint8Array.from(${JSON.stringify([...pdf('one')])}), { rotation: '90' });
    const headers = { 'Content-Type': 'application/json' };
    await fetch('/dashboard/api/shares', { method: 'POST', headers, body: JSON.stringify({ job_id, hours: 1 }) });
  })()`);

test('the page of a share link, and the titles of the pages of tools, speak the language of the browser', async () => {
  const { context, page, errors } = await reader('de');
  await signInOn(page, 'sharing@example.test');
  await convertSome(page);
  const shares = await page.evaluate<{ shares: { url: string }[] }>(
    `fetch('/dashboard/api/shares').then((answer) => answer.json())`,
  );
  const [share] = shares.shares;
  for (const [language, words] of [
    ['de', /Herunterladen[\s\S]*/],
    ['fr', /Télécharger/],
    ['en', /Download/],
  ] as const) {
    const headers = { 'accept-language': language };
    const shared = await (await fetch(share?.url ?? '', { headers })).text();
    assert.match(shared, new RegExp(`<html lang="${language}">`));
    assert.match(shared, words);
    const tool = await (await fetch(`${platen.url}/tools/merge-pdf`, { headers })).text();
    const titles = { de: 'PDFs verbinden', fr: 'Réunir des PDF', en: 'Merge PDFs' };
    assert.match(tool, new RegExp(`<html lang="${language}">[\\s\\S]*<title>${titles[language]} · Platen</title>`));
  }
  await page.goto(share?.url ?? '');
  const faults: string[] = [];
  await inspect(page, 'shared-de', faults);
  faults.push(...(await englishLines(page)));
  assert.deepEqual([...faults, ...errors], []);
  await context.close();
});

test('why a job was rejected is told in the language of the page', async () => {
  for (const [language, words] of [
    ['de', 'lässt sich aber nicht öffnen'],
    ['fr', 'mais ne s’ouvre pas'],
  ] as const) {
    const { context, page, errors: faults } = await reader(language);
    await signInOn(page, `rejected-${language}@example.test`);
    await convertSome(page);
    await page.goto(`${platen.url}/dashboard/jobs`);
    await page.locator('button.row').nth(1).click();
    await page.getByRole('dialog').getByText(words).waitFor();
    assert.deepEqual([...(await englishLines(page)), ...faults], []);
    await context.close();
  }
});

test('the choice in the menu is that of all pages and of the e-mails', async () => {
  const { context, page, errors } = await reader('en-US');
  await signInOn(page, 'lang@example.test');
  await page.getByRole('button', { name: 'I have stored the key' }).click();
  await page.getByRole('combobox', { name: 'Language' }).selectOption('fr');
  await page.getByRole('link', { name: 'Réglages' }).waitFor();
  await page.waitForLoadState('networkidle');
  const other = visitor(platen);
  await other.call('POST', '/sign-in', { email: 'lang@example.test' });
  const received = await mail.next('lang@example.test');
  assert.equal(received.subject, 'Votre lien de connexion à Platen');
  assert.notEqual(tokenOf(linkIn(received)), '');
  assert.deepEqual(errors, []);
  await context.close();
});
