// Waits for an element of a page.
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '#core/failure.ts';
import type { Page } from './page.ts';

export const longestWaitMs = 10_000;
const everyMs = 50;

/** Returns whether the element appears in time. @throws invalid_value for an invalid selector */
export async function waitForElement(page: Page, selector: string): Promise<boolean> {
  const look = `(() => {
    try { return document.querySelector(${JSON.stringify(selector)}) !== null ? 'here' : 'not yet'; }
    catch { return 'no selector'; }
  })()`;
  const until = performance.now() + longestWaitMs;
  for (;;) {
    const found = await page.evaluate<string>(look);
    if (found === 'here') return true;
    if (found === 'no selector')
      throw new Failure('invalid_value', {
        field: 'wait_for',
        expected: 'a CSS selector, or milliseconds up to 10000',
      });
    if (performance.now() > until) return false;
    await sleep(everyMs);
  }
}
