// Recognised text in a viewer: what somebody selects over a scan is what is copied.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { openPage, startBrowser } from '../support/browser.ts';
import { workbench } from '../support/convert.ts';
import { root } from '../support/probing.ts';
import { scan } from '../support/scans.ts';

const lines = [
  'The boats lie along the quay and wait',
  'for the tide, which comes at four, and',
  'nobody is awake but the gulls.',
];

/** PDF.js with the layer of text over the picture, as its viewer has it. */
const viewer = `<!doctype html><title>Viewer</title>
<link rel="stylesheet" href="/web/pdf_viewer.css">
<style>body { margin: 0 } #page { position: absolute; --scale-factor: 2; --total-scale-factor: 2 } canvas { display: block }</style>
<div id="page"><canvas></canvas><div class="textLayer"></div></div>
<script type="module">
  import * as pdfjs from '/build/pdf.mjs';
  pdfjs.GlobalWorkerOptions.workerSrc = '/build/pdf.worker.mjs';
  const page = await (await pdfjs.getDocument({ url: '/scan.pdf' }).promise).getPage(1);
  const viewport = page.getViewport({ scale: 2 });
  const canvas = document.querySelector('canvas');
  Object.assign(canvas, { width: viewport.width, height: viewport.height });
  await page.render({ canvas, canvasContext: canvas.getContext('2d'), viewport }).promise;
  const container = document.querySelector('.textLayer');
  await new pdfjs.TextLayer({ textContentSource: page.streamTextContent(), container, viewport }).render();
  document.body.dataset.ready = 'yes';
</script>`;

let server: Server;
let pdf: Buffer;
before(async () => {
  await using bench = await workbench();
  pdf = await readFile(await bench.run('ocr-pdf', [await scan(bench, { lines })]));
  server = createServer((request, response) => {
    const path = request.url ?? '/';
    const send = (type: string, data: Buffer | string) => response.writeHead(200, { 'content-type': type }).end(data);
    if (path === '/') send('text/html', viewer);
    else if (path === '/scan.pdf') send('application/pdf', pdf);
    else if (/^\/(build|web)\/\w[\w.]*$/.test(path))
      void readFile(join(root, 'node_modules', 'pdfjs-dist', path)).then((data) =>
        send(path.endsWith('.css') ? 'text/css' : 'text/javascript', data),
      );
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
after(() => void server.close());

interface Found {
  selected: string;
  /** Of the spans of the line, in points. */
  left: number;
  right: number;
  top: number;
}

test('selecting a line of a scan from end to end copies that line', async () => {
  await using browser = await startBrowser();
  const { page, errors } = await openPage(await browser.newContext());
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  await page.locator('body[data-ready]').waitFor({ state: 'attached' });
  // The spans of each line by their place, from the first letter to the last.
  const found = await page.evaluate<Found[]>(`(() => {
    const byTop = new Map();
    for (const span of document.querySelectorAll('.textLayer span')) {
      if (span.textContent.trim() === '') continue;
      const { top, bottom } = span.getBoundingClientRect();
      const middle = (top + bottom) / 2;
      const key = [...byTop.keys()].find((other) => Math.abs(other - middle) < 10) ?? middle;
      byTop.set(key, [...(byTop.get(key) ?? []), span]);
    }
    return [...byTop].map(([top, spans]) => {
      const boxes = spans.map((span) => span.getBoundingClientRect());
      const selection = getSelection();
      selection.setBaseAndExtent(spans[0].firstChild, 0, spans.at(-1).firstChild, spans.at(-1).textContent.length);
      return {
        selected: selection.toString(),
        left: Math.min(...boxes.map((box) => box.left)) / 2,
        right: Math.max(...boxes.map((box) => box.right)) / 2,
        top: top / 2,
      };
    });
  })()`);
  assert.deepEqual(
    found.map(({ selected }) => selected),
    lines,
  );
  for (const { left, right } of found)
    assert.ok(Math.abs(left - 40) < 3 && right > 180 && right < 300, `${left} ${right}`);
  assert.deepEqual(errors, []);
});

test('dragging over a line of a scan selects it', async () => {
  await using browser = await startBrowser();
  const { page } = await openPage(await browser.newContext());
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  await page.locator('body[data-ready]').waitFor({ state: 'attached' });
  const boxes = await page.evaluate<{ left: number; right: number; middle: number }[]>(`
    [...document.querySelectorAll('.textLayer span')].filter((span) => span.textContent.trim() !== '').map((span) => {
      const { left, right, top, bottom } = span.getBoundingClientRect();
      return { left, right, middle: (top + bottom) / 2 };
    })`);
  const [first] = boxes;
  assert.ok(first);
  const line = boxes.filter(({ middle }) => Math.abs(middle - first.middle) < 10);
  await page.mouse.move(first.left + 1, first.middle);
  await page.mouse.down();
  await page.mouse.move(Math.max(...line.map(({ right }) => right)) - 1, first.middle, { steps: 8 });
  await page.mouse.up();
  assert.equal(await page.evaluate('getSelection().toString()'), lines[0]);
});
