// Prints a site to a tagged PDF: opens the page, waits for it, and prints it with its settings.
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '#core/failure.ts';
import { CommandRefused, type Params } from './devtools.ts';
import { openPage, writeStream, type Page } from './page.ts';
import type { Driving, Printed } from './settings.ts';
import { origin, SiteAnswers } from './site-answers.ts';
import { longestWaitMs, waitForElement } from './wait.ts';
import { warningsOf } from './warnings.ts';

const pointsOfAnInch = 72;
const pixelsOfAPoint = 96 / 72;

export async function printSite(folder: string, output: string, driving: Driving): Promise<Printed> {
  const site = new SiteAnswers(folder);
  using page = await openPage(driving.program, driving.flags, site);
  const late = tooLate(driving.loadTimeoutMs + (driving.waitFor === null ? 0 : longestWaitMs));
  const inTime = <Value>(work: Promise<Value>): Promise<Value> => Promise.race([work, late]);
  await prepare(page, driving);
  await inTime(page.open(site.page));
  await inTime(settle(page));
  const notFound = await waited(page, driving, inTime);
  await inTime(settle(page));
  const { author, screens, isRightToLeft } = factsOf(await inTime(page.evaluate<unknown>(finalWords(driving))));
  const { maxPages } = driving;
  if (screens > maxPages * 2) throw new Failure('too_many_pages', { pages: Math.ceil(screens), max_pages: maxPages });
  const { stream } = await Promise.race([printOf(page, pdfOptions(driving)), tooLate(driving.printTimeoutMs)]);
  await writeStream(page, stream, output);
  return { warnings: warningsOf({ site, failures: page.failures, notFound }), author, isRightToLeft, origin };
}

/** A page may report anything. */
function factsOf(said: unknown): Facts {
  const { author, screens, isRightToLeft } = (typeof said === 'object' && said !== null ? said : {}) as Params;
  return {
    author: typeof author === 'string' ? author.slice(0, 1000) : '',
    screens: typeof screens === 'number' && Number.isFinite(screens) ? screens : 0,
    isRightToLeft: isRightToLeft === true,
  };
}

interface Facts {
  author: string;
  /** How many sheets high the page is, about. */
  screens: number;
  isRightToLeft: boolean;
}

/** A page whose scripts do not end cannot be printed. */
async function tooLate(timeoutMs: number): Promise<never> {
  await sleep(timeoutMs);
  throw new Failure('conversion_timeout', { engine: 'chromium', timeout_ms: timeoutMs });
}

/** The viewport is as wide as the paper, so that drawings of scripts fit. */
async function prepare(page: Page, { media, paper, margins, scale }: Driving): Promise<void> {
  const pixels = (points: number) => Math.max(1, Math.round((points * pixelsOfAPoint) / scale));
  await Promise.all([
    page.send('Emulation.setEmulatedMedia', { media }),
    page.send('Emulation.setDeviceMetricsOverride', {
      width: pixels(paper.width - margins.left - margins.right),
      height: pixels(paper.height - margins.top - margins.bottom),
      deviceScaleFactor: 2,
      mobile: false,
    }),
    page.send('Page.addScriptToEvaluateOnNewDocument', { source: 'window.close = window.print = () => {};' }),
  ]);
}

/** A page may keep its fonts from ever being ready: it is printed without them then. */
const longestFontsMs = 5000;

/** Loads lazy pictures, waits for fonts, and for two frames. */
const whole = `(async () => {
  for (const lazy of document.querySelectorAll('[loading=lazy]')) lazy.loading = 'eager';
  await Promise.race([document.fonts.ready, new Promise((done) => setTimeout(done, ${longestFontsMs}))]);
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  return true;
})()`;
const longestQuietMs = 3000;

async function settle(page: Page): Promise<void> {
  // A page that redirects is read again at its new URL.
  for (let n = 0; n < 10; n++) {
    await page.quiet(longestQuietMs);
    const isWhole = await page.evaluate<boolean>(whole);
    await page.quiet(longestQuietMs);
    if (isWhole === true) return;
    await sleep(50);
  }
}

/** The selector that did not come in time; null where all is well. */
async function waited(
  page: Page,
  { waitFor }: Driving,
  inTime: <Value>(work: Promise<Value>) => Promise<Value>,
): Promise<string | null> {
  if (waitFor === null) return null;
  if ('milliseconds' in waitFor) await Promise.race([sleep(waitFor.milliseconds), page.gone]);
  else if (!(await inTime(waitForElement(page, waitFor.selector)))) return waitFor.selector;
  return null;
}

/** Sets the paper size of the page, and its title if it has none. */
function finalWords({ paper, margins, forcesPaper, forcesMargins, title }: Driving): string {
  const sides = [margins.top, margins.right, margins.bottom, margins.left].map((points) => `${points}pt`).join(' ');
  const rules = [
    ...(forcesPaper ? [`size: ${paper.width}pt ${paper.height}pt !important`] : []),
    ...(forcesMargins ? [`margin: ${sides} !important`] : []),
  ];
  const sheet = rules.length === 0 ? '' : `@page { ${rules.join('; ')} }`;
  return `(() => {
    const sheet = ${JSON.stringify(sheet)};
    if (sheet !== '') {
      const own = new CSSStyleSheet();
      own.replaceSync(sheet);
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, own];
    }
    if (document.title.trim() === '') document.title = ${JSON.stringify(title)};
    const author = document.querySelector('meta[name=author i]')?.content;
    const screens = document.documentElement.scrollHeight / innerHeight;
    const isRightToLeft = getComputedStyle(document.documentElement).direction === 'rtl';
    return { author: typeof author === 'string' ? author.slice(0, 1000) : '', screens, isRightToLeft };
  })()`;
}

/** Retries: Chromium refuses to print while a page is still navigating. */
async function printOf(page: Page, options: Params): Promise<Params> {
  for (let n = 0; ; n++) {
    try {
      return await page.send('Page.printToPDF', options);
    } catch (error) {
      if (!(error instanceof CommandRefused) || n === maxAttempts) throw error;
      await sleep(250);
    }
  }
}

const maxAttempts = 20;

function pdfOptions({ paper, margins, scale, background, header, footer }: Driving): Params {
  const inches = (points: number) => points / pointsOfAnInch;
  const isFramed = header !== null || footer !== null;
  return {
    paperWidth: inches(paper.width),
    paperHeight: inches(paper.height),
    marginTop: inches(margins.top),
    marginRight: inches(margins.right),
    marginBottom: inches(margins.bottom),
    marginLeft: inches(margins.left),
    scale,
    printBackground: background,
    preferCSSPageSize: true,
    displayHeaderFooter: isFramed,
    ...(isFramed ? { headerTemplate: framed(header, margins), footerTemplate: framed(footer, margins) } : {}),
    generateTaggedPDF: true,
    generateDocumentOutline: true,
    transferMode: 'ReturnAsStream',
  };
}

/** A template in a plain small type, as wide as the text of the page. */
const framed = (html: string | null, { left, right }: { left: number; right: number }): string =>
  html === null
    ? '<span></span>'
    : `<div style="box-sizing:border-box;width:100%;padding:0 ${right}pt 0 ${left}pt;font:8.5pt 'Liberation Sans','Noto Sans',sans-serif;color:#555;-webkit-print-color-adjust:exact">${html}</div>`;
