// Debian's Chromium, driven from outside; axe for what a screen reader would stumble over; pictures of what is shown.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import axe from 'axe-core';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';

/** Looked at by people; not kept in the repository. */
const pictures = join(import.meta.dirname, '..', '..', '.runtime', 'screenshots');

export const startBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: '/usr/bin/chromium',
    // Its own sandbox cannot be made by root; the pages are ours.
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });

const themes = {
  light: { colorScheme: 'light', width: 1280, height: 860 },
  dark: { colorScheme: 'dark', width: 1280, height: 860 },
  phone: { colorScheme: 'light', width: 390, height: 844 },
} as const;

/** A page whose errors fail the test that opened it. */
export async function openPage(context: BrowserContext): Promise<{ page: Page; errors: string[] }> {
  context.setDefaultTimeout(15_000);
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    // Refused calls are logged by the browser; the pages say them in words.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      errors.push(message.text());
  });
  return { page, errors };
}

/** Looks at what a page shows now: in light, in dark and on a phone, each as a picture and with axe. What it finds is added to `faults`. */
export async function inspect(page: Page, name: string, faults: string[]): Promise<void> {
  await mkdir(pictures, { recursive: true });
  for (const [theme, { colorScheme, width, height }] of Object.entries(themes)) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height });
    await page.waitForTimeout(250);
    await page.screenshot({ path: join(pictures, `${name}-${theme}.png`), fullPage: true });
    faults.push(...(await violations(page)).map((violation) => `${name} in ${theme}: ${violation}`));
    if (await page.evaluate('document.documentElement.scrollWidth > innerWidth'))
      faults.push(`${name} in ${theme} scrolls sideways`);
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await page.setViewportSize({ width: themes.light.width, height: themes.light.height });
}

/** What axe finds: the rule and the first places. */
async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const found = await page.evaluate<axe.AxeResults>('axe.run(document, { resultTypes: ["violations"] })');
  return found.violations.map(({ id, nodes }) => {
    const places = nodes.slice(0, 3).map(({ html, failureSummary }) => `${html.slice(0, 160)} ${failureSummary ?? ''}`);
    return `${id}: ${places.join(' | ')}`;
  });
}
