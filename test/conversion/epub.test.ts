// epub-to-pdf: a whole book in order, with contents that are right, links that lead somewhere, and nothing from outside.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { isFailure } from '#core/failure.ts';
import { contentPolicy, writeBook } from '#conversion/epub/book.ts';
import { isDictionary, isReference, type PdfValue } from '#conversion/pdf/graph.ts';
import { readOutline } from '#conversion/pdf/outline.ts';
import { pagesOf } from '#conversion/pdf/pages.ts';
import { workbench, type Workbench } from '../support/convert.ts';
import { epub, xhtml } from '../support/epub.ts';
import { readDocument } from '../support/pdf-graph.ts';

const execute = promisify(execFile);
let bench: Workbench;
before(async () => {
  bench = await workbench();
});
after(() => bench[Symbol.asyncDispose]());

const toPdf = async (book: Promise<Buffer>) => bench.run('epub-to-pdf', [await book]);
const textOf = async (path: string, ...options: string[]) =>
  (await execute('pdftotext', [...options, path, '-'], { maxBuffer: 1 << 26 })).stdout;
const sentence = 'The quick brown fox jumps over the lazy dog while internationalization continues incomprehensibly. ';
const image = (color: string, width = 300, height = 400) =>
  sharp({ create: { width, height, channels: 3, background: color } })
    .png()
    .toBuffer();

test('the contents name the true pages, the outline has the book’s own levels, and every link leads to its place', async () => {
  const chapter = (n: number) =>
    xhtml(
      `<h1 id="top">Chapter ${n}</h1>${`<p>${sentence.repeat(12)}</p>`.repeat(n * 7)}<h2 id="part é">Part of ${n}</h2><p id="note${n}">marker${n}</p><p><a href="c${n === 1 ? 3 : n - 1}.xhtml#top">elsewhere</a> <a href="#note${n}">here</a> <a href="missing.xhtml">nowhere</a> <a href="https://example.org/">web</a></p>`,
    );
  const nav = [1, 2, 3]
    .map(
      (n) =>
        `<li><a href="c${n}.xhtml">Chapter ${n}</a><ol><li><a href="c${n}.xhtml#part%20%C3%A9">Part ${n}</a></li></ol></li>`,
    )
    .join('');
  const path = await toPdf(
    epub({ files: { 'c1.xhtml': chapter(1), 'c2.xhtml': chapter(2), 'c3.xhtml': chapter(3) }, nav }),
  );

  const pages = (await textOf(path, '-layout')).split('\f');
  const contents = pages[1] ?? '';
  for (const n of [1, 2, 3])
    for (const [entry, heading] of [
      [`Chapter ${n}`, new RegExp(`^\\s*Chapter ${n}$`, 'm')],
      [`Part ${n}`, new RegExp(`^\\s*Part of ${n}$`, 'm')],
    ] as const) {
      const stated = Number(new RegExp(`${entry}\\s+(\\d+)`).exec(contents)?.[1]);
      assert.match(pages[stated - 1] ?? '', heading, `${entry} is on page ${stated}`);
      assert.match(pages[stated - 1] ?? '', new RegExp(`\\n\\s*${stated}\\s*$`), 'and that page bears its number');
    }

  const document = await readDocument(path);
  const outline = readOutline(document);
  assert.deepEqual(
    outline.map(({ dictionary, children }) => [
      dictionary['/Title'],
      children.map((child) => child.dictionary['/Title']),
    ]),
    [1, 2, 3].map((n) => [`u:Chapter ${n}`, [`u:Part ${n}`]]),
  );
  const known = new Set(pagesOf(document).map(({ reference }) => reference));
  const named = document.dictionary(document.catalog['/Dests']);
  let internal = 0;
  for (const { dictionary } of pagesOf(document))
    for (const annotation of document.array(dictionary['/Annots'])) {
      const link = document.dictionary(annotation);
      const destination: PdfValue = link['/Dest'] ?? document.dictionary(link['/A'])['/D'] ?? null;
      if (destination === null) continue;
      internal += 1;
      const target = document.array(
        typeof destination === 'string' && destination.startsWith('/')
          ? named[destination as `/${string}`]
          : destination,
      )[0];
      assert.ok(isReference(target) && known.has(target), `${JSON.stringify(destination)} leads to a page`);
    }
  assert.ok(internal >= 6 + 6, `${internal} links`);
  assert.ok(isDictionary(document.catalog['/MarkInfo']));
  assert.equal(document.get(document.catalog['/Lang']), 'u:en');
  const { stdout } = await execute('pdfinfo', [path]);
  assert.match(stdout, /Title:\s+The Book[\s\S]*Author:\s+A\. Writer[\s\S]*Tagged:\s+yes[\s\S]*A4/);
});

test('the text is whole, in the order of the spine, words hyphenated but not torn', async () => {
  const paragraph = (n: number) => `<p>begin${n} ${sentence.repeat(3)} end${n}</p>`;
  const path = await toPdf(
    epub({
      files: {
        'a.xhtml': xhtml(paragraph(1)),
        'b.xhtml': xhtml(paragraph(2)),
        'aside.xhtml': xhtml(paragraph(4)),
        'c.xhtml': xhtml(paragraph(3)),
      },
      spine: ['a.xhtml', 'b.xhtml', 'aside.xhtml|no', 'c.xhtml'],
    }),
  );
  const text = await textOf(path, '-raw');
  const order = [...text.matchAll(/begin(\d)|end(\d)/g)].map((match) => match[1] ?? match[2]);
  assert.deepEqual(order, ['1', '1', '2', '2', '3', '3', '4', '4']);
  assert.doesNotMatch(text, /\u00ad/);
  const joined = text.replaceAll(/[-\u2010]\n/g, '').replaceAll(/\s+/g, ' ');
  assert.equal(joined.match(/internationalization continues incomprehensibly/g)?.length, 12);
});

test('EPUB 2 with an NCX, right to left, and a cover that is not shown twice', async () => {
  const cover = await image('#a00');
  const path = await toPdf(
    epub({
      files: {
        'cover.xhtml': xhtml('<img src="cover.png" alt=""/>'),
        'a.xhtml': xhtml('<h1>فصل</h1><p>نص عربي هنا</p>'),
        'cover.png': cover,
      },
      ncx: '<navPoint><navLabel><text>الفصل</text></navLabel><content src="a.xhtml"/></navPoint>',
      language: 'ar',
      spineAttributes: 'page-progression-direction="rtl"',
      coverImage: 'cover.png',
    }),
  );
  const { stdout } = await execute('pdfimages', ['-list', path]);
  assert.equal(stdout.match(/^ +\d+ +\d+ image/gm)?.length, 1);
  assert.match(await textOf(path, '-f', '2', '-l', '2'), /3/);
  const document = await readDocument(path);
  assert.equal(document.dictionary(document.catalog['/ViewerPreferences'])['/Direction'], '/R2L');
  assert.equal(pagesOf(document).length, 3);
});

test('fixed pages come one a sheet, wide ones turned; large pictures and wide tables stay on the page', async () => {
  const fixed = (width: number, height: number, word: string) =>
    xhtml(
      `<div style="position:absolute;left:${width - 200}px;top:${height - 60}px;font-size:30px">${word}</div>`,
      `<meta name="viewport" content="width=${width}, height=${height}"/>`,
    );
  const path = await toPdf(
    epub({
      files: {
        'p.xhtml': fixed(1200, 1600, 'tall'),
        'q.xhtml': fixed(1600, 1000, 'wide'),
        'r.xhtml': fixed(1200, 1600, 'again'),
      },
      metadata: '<meta property="rendition:layout">pre-paginated</meta>',
    }),
  );
  const { stdout } = await execute('pdfinfo', ['-f', '1', '-l', '9', path]);
  const sizes = [...stdout.matchAll(/Page +\d+ size: +([\d.]+) x ([\d.]+)/g)].map((match) =>
    Number(match[1]) > Number(match[2]) ? 'wide' : 'tall',
  );
  assert.deepEqual(sizes.slice(-3), ['tall', 'wide', 'tall']);
  assert.match(await textOf(path), /tall\s+wide\s+again/);

  const cells = Array.from({ length: 30 }, (_, n) => `<td>columnnumber${n}</td>`).join('');
  const book = epub({
    files: {
      'a.xhtml': xhtml(
        `<p><img src="big.png" width="3000" height="4000" alt=""/></p><table><tr>${cells}</tr></table><div style="position:fixed;left:-900px">kept</div>`,
      ),
      'big.png': await image('#00a', 3000, 4000),
    },
  });
  const bounds = (await execute('pdftotext', ['-bbox', await toPdf(book), '-'])).stdout;
  const right = [...bounds.matchAll(/xMax="([\d.]+)"/g)].map((match) => Number(match[1]));
  assert.ok(Math.max(...right) <= 596, `nothing right of the page: ${Math.max(...right)}`);
  assert.match(bounds, /kept/);
});

/** Where a page has a colour, in millimetres from its left and upper edge; null if it does not. */
async function extentOf(path: string, page: number, [red, green, blue]: readonly [number, number, number]) {
  const name = `${path}-${page}`;
  await execute('pdftoppm', ['-png', '-r', '25.4', '-f', `${page}`, '-l', `${page}`, '-singlefile', path, name]);
  const { data, info } = await sharp(`${name}.png`).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const found: [number, number][] = [];
  for (let at = 0; at < info.width * info.height; at++) {
    const [r = 0, g = 0, b = 0] = data.subarray(at * 3, at * 3 + 3);
    if (Math.abs(r - red) + Math.abs(g - green) + Math.abs(b - blue) < 12)
      found.push([at % info.width, Math.floor(at / info.width)]);
  }
  if (found.length === 0) return null;
  const [xs, ys] = [found.map(([x]) => x), found.map(([, y]) => y)];
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
}

test('pictures and colours behind the text are printed, and end where the text does', async () => {
  const book = epub({
    files: {
      'a.xhtml': xhtml(
        '<h1>One</h1><div class="banner"></div><p class="ink">Words</p><p class="still">Words</p>',
        `<style>.banner { background: url(red.png); height: 60px } .ink { background: #0a0; print-color-adjust: economy }
         .still { background: url(blue.png) fixed } p { padding: 20px; color: white }</style>`,
      ),
      'b.xhtml': xhtml('', '<style>body { background: url(red.png) center / cover; min-height: 100vh }</style>'),
      'red.png': await image('#c00', 2000, 3000),
      'blue.png': await image('#00c', 2000, 3000),
    },
  });
  const path = await toPdf(book);
  const { stdout } = await execute('pdfinfo', [path]);
  const last = Number(/^Pages: +(\d+)/m.exec(stdout)?.[1]);
  for (const color of [
    [204, 0, 0],
    [0, 170, 0],
    [0, 0, 204],
  ] as const) {
    const found = await extentOf(path, last - 1, color);
    assert.ok(found !== null, `${color.join()} is on the page`);
    assert.ok(found.left >= 19 && found.right <= 191, JSON.stringify(found));
    assert.ok(found.bottom - found.top > 8 && found.bottom - found.top < 30, JSON.stringify(found));
  }
  const full = await extentOf(path, last, [204, 0, 0]);
  assert.ok(full !== null && full.left >= 19 && full.right <= 191 && full.top >= 19 && full.bottom <= 276);
  assert.ok(full.bottom - full.top > 240, JSON.stringify(full));
});

test('scripts do not run, nothing is fetched, entities and paths stay in the book', async () => {
  let asked = 0;
  const server = createServer((socket) => {
    asked += 1;
    socket.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/canary.png`;
  const secret = `${bench.folder}/secret.svg`;
  await writeFile(secret, '<svg xmlns="http://www.w3.org/2000/svg"><text y="20">stolen</text></svg>');
  const hostile = xhtml(
    `<p>before &secret; after</p><script>document.body.innerHTML='scripted'</script><img src="${url}" onerror="document.title='x'"/><img src="file://${secret}"/><img src="../../../../../..${secret}"/><svg xmlns="http://www.w3.org/2000/svg"><image href="${url}"/><use href="${url}#a"/><script>1</script></svg><iframe src="${url}"></iframe><link rel="stylesheet" href="${url}"/><div style="background:url(${url})">end</div><a href="javascript:alert(1)">js</a>`,
    `<style>@import url(${url}); body { background: url(${url}) } @font-face { font-family: x; src: url(${url}) } p { font-family: x }</style><link rel="stylesheet" href="${url}"/><base href="${url}"/><meta http-equiv="refresh" content="0;url=${url}"/>`,
  );
  const text = await textOf(await toPdf(epub({ files: { 'a.xhtml': hostile } })));
  server.close();
  assert.equal(asked, 0);
  assert.match(text, /before[\s\S]*after[\s\S]*end/);
  assert.doesNotMatch(text, /scripted|stolen|root:/);
});

test('no script is left in the printed page, whose policy would not run any', async () => {
  const scripts = `<script>document.body.innerHTML='scripted'</script><SCRIPT src="a.js"/><p onclick="x()">text</p><svg xmlns="http://www.w3.org/2000/svg" onload="x()"><script>1</script></svg>`;
  const source = await bench.write('scripts.epub', await epub({ files: { 'a.xhtml': xhtml(scripts) } }));
  const folder = join(bench.folder, 'scripts');
  await writeBook(source, folder);
  const page = await readFile(join(folder, 'index.xhtml'), 'utf8');
  assert.match(page, />text</);
  assert.doesNotMatch(page, /<script|\son\w+=/i);

  for (const [policy, expected] of [
    ['', /scripted/],
    [`<meta http-equiv="Content-Security-Policy" content="${contentPolicy}"/>`, /as it is/],
  ] as const) {
    const run = await mkdtemp(join(bench.folder, 'policy-'));
    const html = `<html xmlns="http://www.w3.org/1999/xhtml"><head>${policy}</head><body><p>as it is</p><script>document.body.textContent='scripted'</script></body></html>`;
    await writeFile(join(run, 'index.xhtml'), html);
    await bench.engines.chromium.print(run, `${run}.pdf`);
    assert.match(await textOf(`${run}.pdf`), expected);
  }
});

test('markup as it comes: HTML, entities, emoji, control characters, our own class names, text in odd places', async () => {
  const odd = [
    '<p>VA1<br>VA2 <img src="x.png">VA3</p><P>UP1<BR>UP2</P>',
    '<p>EA&nbsp;&eacute;&mdash;&copy; 😀 MB 𠀋</p>',
    '<p>mail <john@example.com> EMB rest</p><noscript>NSB</noscript><form><p>FORM</p></form><video>VIDEO</video>',
    '<aside hidden="" id="fn">FOOTNOTE</aside><div class="cover">COVERED</div><div class="contents"><p><a>ONE</a> and <a>TWO</a></p></div>',
    '<![CDATA[CDATA\u0001TEXT]]><constructor>PROTO</constructor><p>unclosed<p>paragraphs<ul><li>LI1<li>LI2</ul>',
    '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="200"><foreignObject width="300" height="200"><p xmlns="http://www.w3.org/1999/xhtml">FOREIGN</p></foreignObject></svg>',
  ];
  const wellFormed =
    '<p>WELL 😀 FORMED&nbsp;&hellip;</p><svg:svg xmlns:svg="http://www.w3.org/2000/svg"/><m:math xmlns:m="http://www.w3.org/1998/Math/MathML"><m:mi>q</m:mi></m:math>';
  const path = await toPdf(
    epub({
      files: {
        ...Object.fromEntries(odd.map((body, n) => [`odd${n}.xhtml`, xhtml(body)])),
        'well.xhtml': xhtml(wellFormed).replace('<body>', '<body id="whole">'),
        'links.xhtml': xhtml(
          '<p><a href="well.xhtml#whole">to the body</a> <a href="well.xhtml#none">to nothing</a></p>BEHIND',
        )
          .replace('</body>', '</body>')
          .replace('</html>', 'AFTERWARDS</html>'),
        'wide.xhtml': xhtml(
          `<pre style="white-space:pre">${'x'.repeat(300)} PRE-END</pre><p style="white-space:nowrap">${'word '.repeat(60)}NOWRAP-END</p><table style="min-width:1500px"><tr><td width="1400">cell</td></tr></table>`,
        ),
      },
      metadata: '<dc:description>x</dc:description>',
      nav: '<li><a href="well.xhtml">Bad\u0001title</a></li>',
    }),
  );
  const text = (await textOf(path, '-raw')).replaceAll(/\s+/g, ' ');
  assert.doesNotMatch(text, /page contains the following errors/);
  for (const word of [
    'VA1',
    'VA2',
    'VA3',
    'UP1',
    'UP2',
    'EA é—©',
    'MB',
    'EMB rest',
    'NSB',
    'FORM',
    'VIDEO',
    'FOOTNOTE',
    'COVERED',
    'ONE and TWO',
    'CDATATEXT',
    'PROTO',
    'paragraphs',
    'LI1',
    'LI2',
    'FOREIGN',
    'WELL',
    'FORMED',
    'BEHIND',
    'AFTERWARDS',
    'PRE-END',
    'NOWRAP-END',
    'Badtitle',
  ])
    assert.ok(text.includes(word), `${word} is in the text`);
  const document = await readDocument(path);
  const named = document.dictionary(document.catalog['/Dests']);
  for (const { dictionary } of pagesOf(document))
    for (const annotation of document.array(dictionary['/Annots'])) {
      const destination = document.dictionary(annotation)['/Dest'];
      if (typeof destination === 'string' && destination.startsWith('/'))
        assert.ok(destination in named, `${destination} leads somewhere`);
    }
});

test('a book of drawings alone is no blank one', async () => {
  const drawing =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><circle cx="50" cy="50" r="40"/></svg>';
  assert.ok((await toPdf(epub({ files: { 'a.svg': drawing }, spine: ['a.svg'] }))).endsWith('.pdf'));
});

test('books that cannot be read say so', async () => {
  await assert.rejects(toPdf(epub({ files: { 'a.xhtml': xhtml('x') }, spine: [] })), (error) =>
    isFailure(error, 'source_unreadable'),
  );
  await assert.rejects(
    toPdf(epub({ files: { 'a.xhtml': xhtml('x') }, extra: { 'OEBPS/book.opf': 'no package' } })),
    (error) => isFailure(error, 'source_unreadable'),
  );
  await assert.rejects(toPdf(epub({ files: { 'a.xhtml': xhtml('<p> </p>') } })), (error) =>
    isFailure(error, 'epub_blank_output'),
  );
  const locked = {
    'META-INF/encryption.xml':
      '<encryption><EncryptionMethod Algorithm="http://www.w3.org/2001/04/xmlenc#aes128-cbc"/></encryption>',
  };
  await assert.rejects(toPdf(epub({ files: { 'a.xhtml': xhtml('x') }, extra: locked })), (error) =>
    isFailure(error, 'password_protected'),
  );
});
