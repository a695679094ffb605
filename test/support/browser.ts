// Debian's Chromium, driven from outside; axe for faults of accessibility; screenshots.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import axe from 'axe-core';
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Page } from 'playwright-core';

/** Looked at by people; not kept in the repository. */
const pictures = join(import.meta.dirname, '..', '..', '.runtime', 'screenshots');
/** For people: no test looks at them, and taking them is up to a quarter of the time of the tests of pages. */
const takesPictures = process.env['KEEP_SCREENSHOTS'] !== undefined;
/** Reveals tests that read a page before it has been drawn again. */
const slowdown = Number(process.env['BROWSER_SLOWDOWN'] ?? 1);

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

type Look = keyof typeof themes;

/** A browser with a page, and all faults that it has shown. */
export interface Browsing extends AsyncDisposable {
  browser: Browser;
  context: BrowserContext;
  page: Page;
  errors: string[];
  faults: string[];
  /** Inspects the page once it has loaded, see {@link inspect}. */
  check(name: string, at?: Page): Promise<void>;
  /** Files from the dialog of the drop zone. */
  choose(files: readonly Named[]): Promise<void>;
  /** Lets go of files over an element, as a hand does. */
  drop(files: readonly Named[], over?: string): Promise<void>;
  button(name: string | RegExp): ReturnType<Page['getByRole']>;
  /** Waits for results: "2 of 3 ready". */
  ready(count: string): Promise<void>;
  /** Nothing went wrong in the browser, and everybody can read it. */
  assertClean(): void;
}

export interface Named {
  name: string;
  bytes: Uint8Array | string;
}

export async function browse(options: BrowserContextOptions = {}): Promise<Browsing> {
  const browser = await startBrowser();
  const context = await browser.newContext({ acceptDownloads: true, ...options });
  const { page, errors } = await openPage(context);
  const faults: string[] = [];
  return {
    browser,
    context,
    page,
    errors,
    faults,
    async check(name, at = page) {
      await at.locator('main:not(:has(.loading))').first().waitFor();
      await inspect(at, name, faults);
    },
    choose: (files) =>
      page
        .locator('.drop input')
        .setInputFiles(
          files.map(({ name, bytes }) => ({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(bytes) })),
        ),
    async drop(files, over = 'label.drop') {
      const listed = files.map(({ name, bytes }) => ({ name, bytes: [...Buffer.from(bytes)] }));
      const dataTransfer = await page.evaluateHandle(`(() => {
        const data = new DataTransfer();
        for (const { name, bytes } of ${JSON.stringify(listed)}) data.items.add(new File([Uint8Array.from(bytes)], name));
        return data;
      })()`);
      for (const type of ['dragenter', 'dragover', 'drop']) await page.dispatchEvent(over, type, { dataTransfer });
    },
    button: (name) => page.getByRole('button', { name }),
    ready: (count) => page.getByRole('status').getByText(count).waitFor({ timeout: 100_000 }),
    assertClean: () => assert.deepEqual([...errors, ...faults], []),
    [Symbol.asyncDispose]: () => browser.close(),
  };
}

/** The bytes of all scripts that a page loads by itself, each compressed by gzip. */
export async function scriptBytes(page: Page, open: () => Promise<unknown>): Promise<number> {
  const scripts: Promise<Buffer>[] = [];
  page.on('response', (response) => {
    if (new URL(response.url()).pathname.endsWith('.js')) scripts.push(response.body());
  });
  await open();
  await page.waitForLoadState('networkidle');
  return (await Promise.all(scripts)).reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0);
}

/** Waits until a value of a page is as expected: a page is drawn a moment after an action of a test. */
export async function shows<Value>(read: () => Promise<Value>, expected: Value | RegExp): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      const found = await read();
      if (expected instanceof RegExp) assert.match(String(found), expected);
      else assert.deepEqual(found, expected);
      return;
    } catch (error) {
      if (tries === 100 || !(error instanceof assert.AssertionError)) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

/** A page whose errors fail the test that opened it. */
export async function openPage(context: BrowserContext): Promise<{ page: Page; errors: string[] }> {
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  if (slowdown > 1) {
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  }
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    // Refused calls are logged by the browser; the pages say them in words.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      errors.push(message.text());
  });
  return { page, errors };
}

/** The rules of axe for each view: colours in both schemes, all else once in each layout. */
const rules: Record<Look, axe.RunOptions> = {
  light: {},
  dark: { runOnly: ['color-contrast'] },
  phone: { rules: { 'color-contrast': { enabled: false } } },
};

/** Inspects a page now: in light, in dark and on a phone, each as a screenshot and with axe. Findings are added to `faults`. */
export async function inspect(
  page: Page,
  name: string,
  faults: string[],
  looks: readonly Look[] = ['light', 'dark', 'phone'],
  /** Whether the screenshot is of the whole page, or of the visible part. */
  isWhole = true,
): Promise<void> {
  for (const look of looks) {
    await show(page, name, look, faults, isWhole);
    faults.push(...(await violations(page, rules[look])).map((violation) => `${name} in ${look}: ${violation}`));
  }
  await setLook(page, 'light');
}

/** Sets the colours and size of a page, and waits until it is laid out: buttons clicked earlier may move away. */
async function setLook(page: Page, look: Look): Promise<void> {
  const { colorScheme, width, height } = themes[look];
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await page.setViewportSize({ width, height });
  await page.waitForTimeout(250);
}

/** Shows a page as it looks there, and keeps its picture with `KEEP_SCREENSHOTS=1`; that it scrolls sideways is added to `faults`. */
export async function show(page: Page, name: string, look: Look, faults: string[], isWhole = true): Promise<void> {
  await setLook(page, look);
  if (takesPictures) await page.screenshot({ path: join(pictures, `${name}-${look}.png`), fullPage: isWhole });
  // Elements that slide in may still be outside.
  for (let tries = 0; await page.evaluate('document.documentElement.scrollWidth > innerWidth'); tries++) {
    if (tries === 20) return void faults.push(`${name} in ${look} scrolls sideways`);
    await page.waitForTimeout(200);
  }
}

/** The findings of axe: the rule and the first places. */
async function violations(page: Page, options: axe.RunOptions): Promise<string[]> {
  if (await page.evaluate('!("axe" in window)')) await page.evaluate(axe.source);
  const run = `axe.run(document, ${JSON.stringify({ resultTypes: ['violations'], ...options })})`;
  const found = await page.evaluate<axe.AxeResults>(run);
  return found.violations.map(({ id, nodes }) => {
    const places = nodes.slice(0, 3).map(({ html, failureSummary }) => `${html.slice(0, 160)} ${failureSummary ?? ''}`);
    return `${id}: ${places.join(' | ')}`;
  });
}
