// markdown-to-pdf: text in Markdown as a document that can be printed, read aloud and searched.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { isFailure } from '#core/failure.ts';
import { readFrontMatter } from '#conversion/html/markdown/front-matter.ts';
import { markdownPage } from '#conversion/html/markdown/document.ts';
import { renderMarkdown } from '#conversion/html/markdown/markup.ts';
import { readOutline } from '#conversion/pdf/outline.ts';
import { stringText } from '#conversion/pdf/strings.ts';
import { workbench, type Workbench } from '../support/convert.ts';
import { zip } from '../support/fixtures.ts';
import { readDocument } from '../support/pdf-graph.ts';
import { accessibleProblems, claimsOf } from '../support/pdf-standards.ts';
import { factsOf, fontsOf, textOf, wordsOf } from '../support/printing.ts';

let bench: Workbench;
before(async () => {
  bench = await workbench();
});
after(() => bench[Symbol.asyncDispose]());

const set = (text: string | Uint8Array, fields: Record<string, string> = {}, name = 'notes.md') =>
  bench.convert('markdown-to-pdf', [Buffer.from(text)], fields, [name]);
const paragraphs = (count: number) =>
  'Some words that fill a line of the page and go on to the next one.\n\n'.repeat(count);

test('the facts at the top are title, authors and language; headings are the outline, fonts are embedded', async () => {
  const text = `---\ntitle: "Notes: the harbour"\nauthor: [A. Writer, B. Painter]\ndate: 2026-03-12\nlang: de\n---\n\n## Eins\n\n${paragraphs(3)}### Zwei\n\n## Drei\n`;
  const { path, report } = await set(text);
  assert.deepEqual(report.warnings, []);
  const facts = await factsOf(path);
  assert.deepEqual([facts.title, facts.author, facts.isTagged], ['Notes: the harbour', 'A. Writer, B. Painter', true]);
  assert.match(await textOf(path), /^Notes: the harbour\s+A\. Writer, B\. Painter · 2026-03-12\s+Eins/);
  const document = await readDocument(path);
  assert.equal(document.get(document.catalog['/Lang']), 'u:de');
  const [title] = readOutline(document);
  assert.equal(stringText(title?.dictionary['/Title']), 'Notes: the harbour');
  assert.deepEqual(
    title?.children.map(({ dictionary, children }) => [stringText(dictionary['/Title']), children.length]),
    [
      ['Eins', 1],
      ['Drei', 0],
    ],
  );
  assert.ok((await fontsOf(path)).every(({ isEmbedded }) => isEmbedded));
});

test('a table of contents leads to the pages that it names', async () => {
  const text = `# Report\n\n${[1, 2, 3].map((n) => `## Part ${n}\n\n${paragraphs(n * 16)}### Detail of ${n} <b>here</b>\n\n${paragraphs(2)}`).join('')}`;
  const { path } = await set(text, { toc: 'on' });
  const pages = (await textOf(path, '-layout')).split('\f');
  const stated = [...(pages[0] ?? '').matchAll(/^ *(Part \d|Detail of \d here) +(\d+)$/gm)].map(
    ([, title = '', number]) => [title, Number(number)] as const,
  );
  assert.equal(stated.length, 6, pages[0]);
  for (const [title, number] of stated) {
    const on = number === 1 ? (pages[0] ?? '').slice((pages[0] ?? '').lastIndexOf('Detail of 3')) : pages[number - 1];
    assert.match(on ?? '', new RegExp(`^ *${title}$`, 'm'), `${title} is on page ${number}`);
    assert.match(pages[number - 1] ?? '', new RegExp(`\\n *${number}\\s*$`), 'and that page bears its number');
  }
});

test('tables, tasks, notes, code and links of GitHub’s Markdown are converted', async () => {
  const text =
    'A note[^a] and ~~old~~ text, <kbd>Ctrl</kbd>, www.example.com, a [link](https://example.org/x).\n\n| a | b |\n|---|--:|\n| 1 | 2 |\n\n- [x] done\n- [ ] open\n\n```js\nconst a = "<b>";\n```\n\n> [!TIP]\n> Try it.\n\n[^a]: What the note says.\n';
  const { path } = await set(text);
  const words = await textOf(path, '-layout');
  for (const part of [
    'old',
    'Ctrl',
    'link (example.org/x)',
    'const a = "<b>";',
    'Tip',
    'Try it.',
    'What the note says.',
  ])
    assert.ok(words.includes(part), part);
  assert.doesNotMatch(words, /\[\^a|\[x\]|~~|\[!TIP/);
});

test('headings have the names that links know, and each name is one heading’s', () => {
  const { html, headings } = renderMarkdown('# Größe & Maß\n\n# Größe & Maß\n\n## `code` *x*\n\n#\n');
  assert.deepEqual(
    headings.map(({ id }) => id),
    ['größe--maß', 'größe--maß-1', 'code-x', 'section'],
  );
  assert.match(html, /<h1 id="größe--maß">/);
});

test('facts that are no YAML are text, and hostile ones are read in no time', () => {
  assert.equal(readFrontMatter('---\n: [\n---\nx').facts.title, '');
  assert.equal(readFrontMatter('---\n\nA line\n\n---\n').body, '---\n\nA line\n\n---\n');
  const bomb = `---\na: &a [x,x]\n${Array.from({ length: 30 }, (_, n) => `b${n}: &b${n} [*${n === 0 ? 'a' : `b${n - 1}`},*${n === 0 ? 'a' : `b${n - 1}`}]`).join('\n')}\ntitle: *b29\n---\nx`;
  assert.equal(readFrontMatter(bomb).facts.title, '');
  const { facts } = readFrontMatter(
    '---\r\ntitle: T\r\nauthors:\r\n  - name: A\r\n  - B\r\nlang: "x\\" onload=1"\r\n---\r\nx',
  );
  assert.deepEqual([facts.title, facts.authors, facts.language], ['T', ['A', 'B'], '']);
});

test('content of a sender cannot leave its place', () => {
  const options = {
    style: 'p { color: red }</style><script>1</script>',
    hasContents: true,
    hasFooter: false,
    styleFile: null,
  };
  const { html } = markdownPage(
    '---\ntitle: "</title><script>2</script>"\nauthor: \'"><script>3</script>\'\n---\n\n## a" onclick="b <i>\n\n```"x\ny\n```',
    options,
  );
  assert.doesNotMatch(html, /<\/style><script>|<script>[23]|" onclick="/);
});

test('absurdly nested markup is refused at once; thousands of links are not', async () => {
  for (const nested of ['[', '![', '[a](', '[a]', '*a', '>'])
    await assert.rejects(set(nested.repeat(100_000)), (error) => isFailure(error, 'source_unreadable'), nested);
  const { path } = await set(`| a | b |\n|---|---|\n${'| [one](#x) | *two* |\n'.repeat(1000)}`);
  assert.match(await textOf(path), /one\s+two/);
});

test('a style sheet of the sender comes last, and its footer replaces the page number', async () => {
  const { path } = await set('# T\n\nwords', {
    style: '@page { size: A5; margin: 10mm } h1 { display: none } p::before { content: "styled " }',
    footer: 'mine <span class="pageNumber"></span>/<span class="totalPages"></span>',
    header: '<span class="title"></span>',
  });
  const text = (await textOf(path)).replace(/\s+/g, ' ').trim();
  assert.equal(text, 'T styled words mine 1/1');
  assert.ok(Math.abs(((await factsOf(path)).sizes[0]?.[0] ?? 0) - 420) <= 1);
  const { path: letter } = await set('words', { paper: 'Letter', orientation: 'landscape', margin: '1in' });
  assert.deepEqual((await factsOf(letter)).sizes, [[792, 612]]);
  assert.ok(Math.abs(((await wordsOf(letter))[0]?.left ?? 0) - 72) < 1.5);
});

test('an archive has one Markdown file, its pictures and its style sheet', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="20"><text y="15">drawing</text></svg>';
  const files = {
    'a/text/report.md': '# Report\n\n![d](../img/d.svg)\n\n![gone](gone.png)',
    'a/img/d.svg': svg,
    'a/text/style.css': 'h1::after { content: " styled" }',
  };
  const { path, report } = await set(await zip(files), {}, 'report.zip');
  const text = await textOf(path);
  assert.match(text, /Report styled/);
  assert.match(text, /drawing/);
  assert.deepEqual(report.warnings, ['The page asks for files that were not sent with it: text/gone.png.']);
  const wrong: Record<string, string>[] = [{ 'a.txt': 'x' }, { 'a.md': 'x', 'b.md': 'y' }];
  for (const members of wrong)
    await assert.rejects(set(await zip(members), {}, 'a.zip'), (error) => isFailure(error, 'unsupported_content'));
});

test('text is taken by its name alone, and the accessible standard is met', async () => {
  const { path } = await set(
    '<p align="center">A page that begins with HTML</p>\n\n# Title\n\n- one\n- [x] two\n\n![A square](data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHdpZHRoPSI5IiBoZWlnaHQ9IjkiPjxyZWN0IHdpZHRoPSI5IiBoZWlnaHQ9IjkiLz48L3N2Zz4=)\n',
    { pdf_standard: 'PDF/UA-1', style: ':root { }' },
    'README.markdown',
  );
  assert.deepEqual([await claimsOf(path), await accessibleProblems(path)], [['PDF/UA-1'], []]);
  await assert.rejects(
    set('words', {}, 'notes.rst'),
    (error) => isFailure(error, 'unsupported_content') && error.fields['detected_type'] === 'text',
  );
});
