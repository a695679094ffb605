// A PDF of 500 pages selected in a browser: the time to its first pages, and the tab's memory while it is scrolled to the end.
import { readFileSync } from 'node:fs';
import type { Browser, CDPSession, Page } from 'playwright-core';
import type { BenchOptions, Figure } from '#dev/figure.ts';
import { startBrowser } from '../test/support/browser.ts';
import { pdf } from '../test/support/fixtures.ts';
import { startPlaten } from '../test/support/platen.ts';
import { median } from './support/statistics.ts';

const pages = 500;
const lines = (page: number) =>
  `Page ${page}: ${'the quick brown fox jumps over the lazy dog and comes back again '.repeat(20)}`;

export async function run({ quick }: BenchOptions): Promise<Figure[]> {
  const buffer = Buffer.from(pdf(...Array.from({ length: pages }, (_, n) => lines(n + 1))));
  await using platen = await startPlaten({ warmProcesses: 0 });
  const browser = await startBrowser();
  try {
    const times: number[] = [];
    const sizes: number[] = [];
    for (let n = 0; n < (quick ? 3 : 10); n++) {
      const { seenMs, tabBytes } = await look(browser, `${platen.url}/tools/extract-pages`, buffer);
      times.push(seenMs);
      sizes.push(tabBytes / (1 << 20));
    }
    return [
      { name: 'first pages of 500 after choosing, p50', value: median(times), unit: 'ms', goal: { atMost: 1000 } },
      { name: 'what the tab holds at most', value: Math.max(...sizes), unit: 'MiB', goal: { atMost: 300 } },
    ];
  } finally {
    await browser.close();
  }
}

/** One visit, with nothing of the service in the browser's cache. */
async function look(browser: Browser, url: string, buffer: Buffer): Promise<{ seenMs: number; tabBytes: number }> {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await page.goto(url);
    await page.locator('.drop input').waitFor({ state: 'attached' });
    await page.waitForLoadState('networkidle');
    // A hand comes to the zone before it lets go of a file, or looks for one.
    await page.locator('.drop').hover();
    await page.waitForTimeout(500);
    await page.evaluate(watch);
    await page.locator('.drop input').setInputFiles({ name: 'long.pdf', mimeType: 'application/pdf', buffer });
    await page.locator('canvas[data-drawn=true]').nth(3).waitFor();
    const seenMs = await page.evaluate<number>(
      'new Promise((done) => requestAnimationFrame(() => done(window.seenMs)))',
    );
    return { seenMs, tabBytes: await scrolled(page, await browser.newBrowserCDPSession()) };
  } finally {
    await context.close();
  }
}

/** From the moment at which the page is given the file until four of its pages are drawn. */
const watch = `(() => {
  let began = 0;
  addEventListener('change', () => (began = performance.now()), { capture: true, once: true });
  const look = () => {
    if (document.querySelectorAll('canvas[data-drawn=true]').length >= 4) window.seenMs = performance.now() - began;
    else requestAnimationFrame(look);
  };
  look();
})()`;

/** The most bytes of the tab's process while the pages go by. */
async function scrolled(page: Page, session: CDPSession): Promise<number> {
  const { processInfo } = (await session.send('SystemInfo.getProcessInfo')) as {
    processInfo: { type: string; id: number }[];
  };
  const tabs = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
  let most = 0;
  for (let place = 0; place <= 1; place += 0.05) {
    await page.evaluate(`(() => {
      const list = document.querySelector('.page-list');
      list.scrollTop = ${place} * (list.scrollHeight - list.clientHeight);
    })()`);
    await page.waitForTimeout(150);
    most = Math.max(most, ...tabs.map(ownBytes));
  }
  return most;
}

/** Private memory of a process: anonymous memory, not the program's files. */
function ownBytes(pid: number): number {
  try {
    const kilobytes = /^RssAnon:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? '0';
    return Number(kilobytes) * 1024;
  } catch {
    return 0;
  }
}
