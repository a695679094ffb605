// html-to-pdf: a page as a browser prints it, with the paper and frames that fields ask for, and nothing from outside.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { isFailure } from '#core/failure.ts';
import { readOutline } from '#conversion/pdf/outline.ts';
import { pagesOf } from '#conversion/pdf/pages.ts';
import { stringText } from '#conversion/pdf/strings.ts';
import { workbench, type Workbench } from '../support/convert.ts';
import { zip } from '../support/fixtures.ts';
import { readDocument } from '../support/pdf-graph.ts';
import { accessibleProblems, archiveProblems, claimsOf } from '../support/pdf-standards.ts';
import { factsOf, fontsOf, textOf, wordsOf } from '../support/printing.ts';

let bench: Workbench;
before(async () => {
  bench = await workbench();
});
after(() => bench[Symbol.asyncDispose]());

const print = (html: string | Uint8Array, fields: Record<string, string> = {}, name = 'page.html') =>
  bench.convert('html-to-pdf', [Buffer.from(html)], fields, [name]);
const printed = async (html: string | Uint8Array, fields?: Record<string, string>, name?: string) =>
  (await print(html, fields, name)).path;
const page = (body: string, head = '<title>A page</title>') =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8">${head}</head><body>${body}</body></html>`;
const longText = (pages: number) =>
  Array.from({ length: pages }, (_, n) => `<p style="break-after: page">sheet${n + 1}</p>`).join('');
/** The browser works in whole pixels. */
const near = (size: readonly number[] | undefined, wanted: readonly number[]) =>
  assert.ok(
    size !== undefined && size.every((side, n) => Math.abs(side - (wanted[n] ?? 0)) <= 1),
    `${size?.join(' x ')} points`,
  );
const refusedWith =
  (code: Parameters<typeof isFailure>[1], fields: Record<string, unknown> = {}) =>
  (error: unknown): true => {
    if (!isFailure(error, code)) throw error;
    for (const [name, value] of Object.entries(fields)) assert.deepEqual(error.fields[name], value);
    return true;
  };

test('a page becomes an A4 PDF with its title, author, language, tags, outline and embedded fonts', async () => {
  const head = '<title>The harbour</title><meta name="author" content="A. Writer">';
  const body =
    '<h1>One</h1><p>Words <a href="https://example.org/">out</a> <a href="other.html#x">beside</a> <a href="#end">down</a></p><h2>Two</h2><p>中文 نص</p><h1 id="end">Three</h1>';
  const { path, report } = await print(page(body, head));
  assert.deepEqual(report.warnings, []);
  const facts = await factsOf(path);
  near(facts.sizes[0], [595, 842]);
  assert.deepEqual([facts.title, facts.author, facts.isTagged], ['The harbour', 'A. Writer', true]);
  const fonts = await fontsOf(path);
  assert.ok(fonts.length > 0 && fonts.every(({ isEmbedded }) => isEmbedded), JSON.stringify(fonts));
  const document = await readDocument(path);
  assert.equal(document.get(document.catalog['/Lang']), 'u:en');
  assert.deepEqual(
    readOutline(document).map(({ dictionary, children }) => [
      stringText(dictionary['/Title']),
      children.map((child) => stringText(child.dictionary['/Title'])),
    ]),
    [
      ['One', ['Two']],
      ['Three', []],
    ],
  );
  const links = pagesOf(document)
    .flatMap(({ dictionary }) => document.array(dictionary['/Annots']))
    .map((link) => stringText(document.dictionary(document.dictionary(link)['/A'])['/URI']))
    .filter((address) => address !== '');
  assert.deepEqual(links, ['https://example.org/', 'other.html#x'], 'links to files beside the page stay relative');
});

test('paper, orientation, margins and scale are as requested', async () => {
  const text = page('<p style="margin:0">corner</p>');
  const corner = async (fields: Record<string, string>) => {
    const path = await printed(text, fields);
    const [size] = (await factsOf(path)).sizes;
    const [word] = await wordsOf(path);
    return { size, left: Math.round(word?.left ?? 0), height: (word?.bottom ?? 0) - (word?.top ?? 0) };
  };
  const [plain, wide, own, scaled] = await Promise.all([
    corner({ margin: '30mm' }),
    corner({ paper: 'Letter', orientation: 'landscape', margin: '1in 2in 1in 100pt' }),
    corner({ paper: '100x150mm', margin: '0' }),
    corner({ paper: 'A5', margin: '10mm, 20mm', scale: '2' }),
  ]);
  near(plain.size, [595, 842]);
  assert.ok(Math.abs(plain.left - (85 + 6)) <= 1, `${plain.left}`);
  near(wide.size, [792, 612]);
  assert.ok(Math.abs(wide.left - (100 + 6)) <= 1, `${wide.left}`);
  near(own.size, [283, 425]);
  near(scaled.size, [420, 595]);
  assert.ok(scaled.height / plain.height > 1.9 && scaled.height / plain.height < 2.1);
});

test('a page’s own paper and margins count, until others are asked for', async () => {
  const text = page(
    '<p style="margin:0">corner</p>',
    '<style>@page { size: A5; margin: 5mm } body { margin: 0 }</style>',
  );
  const own = await printed(text);
  assert.deepEqual(
    (await factsOf(own)).sizes[0]?.map((side) => Math.round(side / 5)),
    [84, 119],
  );
  assert.ok(Math.abs(((await wordsOf(own))[0]?.left ?? 0) - 14.2) < 1.5);
  const asked = await printed(text, { paper: '100x150mm', margin: '20mm' });
  assert.deepEqual(
    (await factsOf(asked)).sizes[0]?.map((side) => Math.round(side / 5)),
    [57, 85],
  );
  assert.ok(Math.abs(((await wordsOf(asked))[0]?.left ?? 0) - 56.7) < 1.5);
});

test('headers and footers have page numbers and the title, and are framed by the margins', async () => {
  const path = await printed(page(longText(2) + 'end', '<title>Minutes</title>'), {
    header: '<b class="title"></b>',
    footer: 'Page <span class="pageNumber"></span> of <span class="totalPages"></span>',
    margin: '25mm',
  });
  const pages = (await textOf(path)).split('\f');
  assert.match(pages[0] ?? '', /Minutes[\s\S]*Page 1 of 3/);
  assert.match(pages[2] ?? '', /Minutes[\s\S]*Page 3 of 3/);
  const word = (await wordsOf(path)).find(({ text }) => text === 'Page');
  assert.ok(Math.abs((word?.left ?? 0) - 71) < 2, `${word?.left}`);
});

test('only the requested pages are kept, with their tags and bookmarks', async () => {
  const text = page(longText(4) + '<h1>last</h1>');
  const path = await printed(text, { pages: '4-,2', footer: '<span class="pageNumber"></span>' });
  assert.deepEqual(
    (await textOf(path)).match(/sheet\d|last|\d\n/g)?.map((word) => word.trim()),
    ['sheet2', '2', 'sheet4', '4', 'last', '5'],
  );
  const { isTagged } = await factsOf(path);
  assert.ok(isTagged);
  assert.equal(readOutline(await readDocument(path)).length, 1);
  await assert.rejects(
    print(text, { pages: '9' }),
    refusedWith('invalid_page_range', { cause: 'beyond_last_page', total_pages: 5 }),
  );
});

test('style sheets for paper or for the screen count, and backgrounds are printed or not', async () => {
  const text = page(
    '<p class="paper">paper</p><p class="screen">screen</p>',
    '<style>@media screen { .paper { display: none } } @media print { .screen { display: none } } body { background: #c00 }</style>',
  );
  assert.match(await textOf(await printed(text)), /^paper\s*$/);
  assert.match(await textOf(await printed(text, { media: 'screen' })), /^screen\s*$/);
  const bytes = async (background: string) => {
    const document = await readDocument(await printed(text, { background }));
    return pagesOf(document).length;
  };
  assert.deepEqual([await bytes('on'), await bytes('off')], [1, 1]);
});

test('output of scripts is printed, after waiting for a time or an element', async () => {
  const late = (ms: number) =>
    page(
      `<script type="module">setTimeout(() => document.body.insertAdjacentHTML('beforeend', '<p id="late">late</p>'), ${ms})</script>`,
    );
  assert.doesNotMatch(await textOf(await printed(late(3000))), /late/);
  const [byElement, byTime, never] = await Promise.all([
    printed(late(2000), { wait_for: '#late' }),
    printed(late(500), { wait_for: '1500' }),
    print(page('<p>here</p>'), { wait_for: '#never' }),
  ]);
  assert.match(await textOf(byElement), /late/);
  assert.match(await textOf(byTime), /late/);
  assert.match(await textOf(never.path), /here/);
  assert.deepEqual(never.report.warnings, ['The page was printed without "#never", which had not come in time.']);
});

test('meaningless values are refused with the accepted ones', async () => {
  const refusals: [string, string][] = [
    ['paper', 'B9'],
    ['paper', '10x150mm'],
    ['margin', '10'],
    ['margin', '1mm 2mm 3mm 4mm 5mm'],
    ['margin', '-3mm'],
    ['scale', '3'],
    ['scale', 'big'],
    ['wait_for', '20000'],
    ['wait_for', 'p:['],
    ['margin', '110mm'],
  ];
  for (const [field, value] of refusals)
    await assert.rejects(
      print(page('x'), { [field]: value }),
      refusedWith('invalid_value', { field }),
      `${field} ${value}`,
    );
  await assert.rejects(
    print(page('x'), { media: 'tv' }),
    refusedWith('invalid_format', { field: 'media', allowed: ['print', 'screen'] }),
  );
  await assert.rejects(print(page('x'), { pages: '3-1' }), refusedWith('invalid_page_range', { field: 'pages' }));
  await assert.rejects(
    print(page('x'), { header: 'x'.repeat(20_001) }),
    refusedWith('bad_request', { field: 'header' }),
  );
});

test('an archive has its page, styles, scripts, pictures and data under their own names; missing files are named', async () => {
  const files = {
    'site/index.html': page(
      '<img src="bilder/gr%C3%BCn%20.svg" alt="g"><img src="gone/away.png?x" alt=""><img loading="lazy" style="margin-top:4000px" src="late.svg" alt="">',
      '<link rel="stylesheet" href="css/a.css"><script type="module" src="js/a.mjs"></script>',
    ),
    'site/css/a.css': '@import "b.css"; p { color: #123456 }',
    'site/css/b.css': '@media print { h1::after { content: " styled" } }',
    'site/js/a.mjs': `import { word } from './b.mjs';
      const { count } = await (await fetch('../data.json')).json();
      const worker = new Worker('js/worker.js');
      const twice = await new Promise((done) => { worker.onmessage = ({ data }) => done(data); worker.postMessage(count); });
      document.body.insertAdjacentHTML('afterbegin', '<h1>' + word + ' ' + count + ' ' + twice + '</h1>');`,
    'site/js/b.mjs': "export const word = 'module';",
    'site/js/worker.js': 'onmessage = ({ data }) => postMessage(data * 2);',
    'site/data.json': '{"count": 21}',
    'site/bilder/grün .svg':
      '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="20"><text y="15">drawing</text></svg>',
    'site/late.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="20"><text y="15">eager</text></svg>',
    '__MACOSX/site/._index.html': 'x',
  };
  const { path, report } = await print(await zip(files), {}, 'site.zip');
  const text = await textOf(path);
  assert.match(text, /module 21 42 styled/);
  assert.match(text, /drawing/);
  assert.match(text, /eager/);
  assert.deepEqual(report.warnings, ['The page asks for files that were not sent with it: gone/away.png.']);

  await assert.rejects(
    print(await zip({ 'a.txt': 'x' }), {}, 'a.zip'),
    refusedWith('unsupported_content', { detected_type: 'zip' }),
  );
  await assert.rejects(print('%PDF-1.4', {}, 'a.html'), refusedWith('unsupported_content', { detected_type: 'pdf' }));
  const climbing = await zip({
    'aa/secret.js': "document.write('outside')",
    'index.html': '<p>inside</p><script src="../secret.js"></script>',
  });
  const climbed = Buffer.from(climbing.toString('latin1').replaceAll('aa/secret.js', '../secret.js'), 'latin1');
  const inside = await print(climbed, {}, 'a.zip');
  assert.match(await textOf(inside.path), /inside/);
});

test('pages are read in the character set that they are in', async () => {
  const western = Buffer.from('<p>caf\xe9 \x80</p>', 'latin1');
  const marked = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('<p>größe</p>', 'utf16le')]);
  const japanese = Buffer.from('<meta charset="shift_jis"><p>\x93\xfa\x96\x7b</p>', 'latin1');
  const texts = await Promise.all([
    textOf(await printed('<h1>naïve – 中文</h1>')),
    textOf(await printed(western)),
    textOf(await printed(marked)),
    textOf(await printed(japanese)),
    textOf(
      await printed(
        '<html xmlns="http://www.w3.org/1999/xhtml"><body><div/><p>strict</p></body></html>',
        {},
        'a.xhtml',
      ),
    ),
  ]);
  assert.deepEqual(
    texts.map((text) => text.replace(/\s+/g, ' ').trim()),
    ['naïve – 中文', 'café €', 'größe', '日本', 'strict'],
  );
});

test('standards are met that were asked for', async () => {
  const path = await printed(
    page(
      "<h1>Minutes</h1><p>Words <img alt=\"A square\" src=\"data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><rect width='9' height='9'/></svg>\"></p><table><tr><th>a</th></tr><tr><td>1</td></tr></table>",
    ),
    {
      pdf_standard: 'PDF/A-2b,PDF/UA-1',
    },
  );
  assert.deepEqual(await claimsOf(path), ['PDF/A-2b', 'PDF/UA-1']);
  assert.deepEqual(await archiveProblems(path), []);
  assert.deepEqual(await accessibleProblems(path), []);
});

test('a page reaches nothing but its own files: no network, no names, no files of the system or of others', async () => {
  let asked = 0;
  const server = createServer((socket) => {
    asked += 1;
    socket.end();
  }).listen(0, '0.0.0.0');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const secret = await bench.write('secret.html', Buffer.from('<p>stolen</p>'));
  const places = [
    `http://127.0.0.1:${port}/`,
    `http://localhost:${port}/`,
    `http://[::1]:${port}/`,
    `https://127.0.0.1:${port}/`,
    'http://169.254.169.254/latest/meta-data/',
    'http://canary.example.com/',
    'file:///etc/passwd',
    'file:///etc/fonts/fonts.conf',
    'file:///proc/self/environ',
    'file:///in/0/site.json',
    `file://${secret}`,
    'chrome://version/',
    'view-source:file:///etc/fonts/fonts.conf',
  ];
  const markup = places
    .map(
      (place) =>
        `<iframe src="${place}" width="600" height="200"></iframe><object data="${place}"></object><embed src="${place}"><img src="${place}"><link rel="stylesheet" href="${place}"><link rel="prefetch" href="${place}"><link rel="dns-prefetch" href="${place}"><video src="${place}"></video><svg><image href="${place}"/><use href="${place}#a"/></svg><div style="background: url(${place})"></div><script src="${place}"></script><iframe srcdoc="<img src='${place}'><iframe src='${place}'></iframe>"></iframe>`,
    )
    .join('');
  const script = `<script>
    const say = (text) => document.body.append(String(text).slice(0, 500));
    for (const place of ${JSON.stringify(places)}) {
      fetch(place).then((answer) => answer.text()).then((text) => say('GOT ' + text), () => {});
      fetch(place, { mode: 'no-cors' }).then((answer) => say('OPAQUE ' + answer.type), () => {});
      const request = new XMLHttpRequest(); try { request.open('GET', place); request.onload = () => say('GOT ' + request.responseText); request.send(); } catch {}
      navigator.sendBeacon(place, 'x');
      try { new EventSource(place); new WebSocket(place.replace(/^http/, 'ws')); } catch {}
      try { new Worker(URL.createObjectURL(new Blob(['fetch("' + place + '")']))); open(place); } catch {}
      import(place).catch(() => {});
    }
    new RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:${port}' }] }).createDataChannel('x');
    navigator.serviceWorker?.register('w.js').catch(() => {});
    setTimeout(() => { location = 'file:///etc/fonts/fonts.conf'; }, 50);
  </script>`;
  const frame = `<img src="http://127.0.0.1:${port}/header.png"><iframe src="file:///etc/fonts/fonts.conf"></iframe><script>document.body.append('scripted')</script>`;
  const { path, report } = await print(
    page(
      `<p>begin</p>${markup}${script}<p>end</p>`,
      `<style>@import url(http://127.0.0.1:${port}/a.css); @font-face { font-family: x; src: url(file:///usr/share/fonts/truetype/liberation/LiberationSans-Regular.ttf), url(http://127.0.0.1:${port}/x.ttf) } p { font-family: x }</style>`,
    ),
    {
      header: frame,
      footer: frame,
      wait_for: '500',
    },
  );
  server.close();
  assert.equal(asked, 0);
  const text = await textOf(path);
  assert.match(text, /begin[\s\S]*end/);
  assert.doesNotMatch(text, /root:|stolen|GOT|OPAQUE|fontconfig|site\.json|index\.html|HOME=|Chromium|scripted/);
  const warning = report.warnings?.find((sentence) => sentence.includes('nothing is fetched from a network')) ?? '';
  assert.match(warning, /file:\/\/\/etc\/passwd/);
  assert.ok(warning.length < 2000);
});

test('pages that ask for too much are refused in time, and leave nothing behind', async () => {
  const sandboxes = async () => (await readdir(bench.folder)).filter((name) => name.startsWith('run-')).length;
  const before = await sandboxes();
  const big = page(
    '',
    `<script>const all = []; for (let n = 0; n < 64; n++) all.push(new Uint8Array(1 << 26).fill(7))</script>`,
  );
  const nodes = page(
    '',
    `<script>const all = document.createDocumentFragment(); for (let n = 0; n < 1e6; n++) { const one = document.createElement('span'); one.textContent = 'word' + n + ' '; all.append(one); } addEventListener('DOMContentLoaded', () => document.body.append(all));</script>`,
  );
  const cases: [string, Parameters<typeof isFailure>[1][]][] = [
    [page('<script>while (true);</script>'), ['conversion_timeout']],
    [big, ['source_unreadable', 'conversion_failed', 'conversion_timeout']],
    [nodes, ['conversion_timeout', 'source_unreadable']],
    [page('<div style="height: 90000000px">tall</div>'), ['too_many_pages']],
  ];
  const outcomes = await Promise.allSettled(cases.map(([html]) => print(html)));
  for (const [n, [, codes]] of cases.entries()) {
    const outcome = outcomes[n];
    const error: unknown = outcome?.status === 'rejected' ? outcome.reason : 'it was converted';
    assert.ok(
      codes.some((code) => isFailure(error, code)),
      String(error),
    );
  }
  assert.ok((await sandboxes()) <= before, 'no sandbox is left');
});

test('pages that only look stubborn are printed', async () => {
  const texts: string[] = [];
  for (const body of [
    '<p>here</p><script>setInterval(() => fetch("x"), 5)</script>',
    '<p>here</p><script>alert(1); confirm(2); prompt(3)</script>',
    '<p>here</p><script>window.print(); window.close(); open("about:blank")</script>',
    '<p>here</p><meta http-equiv="refresh" content="0">',
    '<p>here</p><script>location = "https://example.com/"</script>',
    '<p>here</p><script>missing()</script>',
  ])
    texts.push(await textOf(await printed(page(body))));
  for (const text of texts) assert.match(text, /here/);
});
