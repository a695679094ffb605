// Headers and footers: text at the edge of page after page. Pages are 842 points high, their text has ten.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { takeFurniture } from '#conversion/layout/blocks/furniture.ts';
import { setFor } from '#conversion/layout/blocks/furniture-ranges.ts';
import { textOfLine } from '#conversion/layout/lines/lines.ts';
import type { PageContent, Picture } from '#conversion/layout/page-content.ts';
import { letters, page, type Placed } from '../../support/word-pages.ts';

/** Running text that no two pages share, from the zone of headers to that of footers. */
const bodyOf = (n: number, last = 690) =>
  Array.from({ length: Math.floor((last - 160) / 12) + 1 }, (_, row) =>
    letters(`${'abcdefghij'[n % 10]}${'klmnopqrst'[row % 10]} own words of the page`.repeat(2), {
      baseline: 160 + row * 12,
    }),
  ).flat();

/** Pages with a line at a place, by page; "" for no line. */
const pagesWith = (count: number, text: (n: number) => string, placed: Placed = { baseline: 50 }): PageContent[] =>
  Array.from({ length: count }, (_, n) => page(n, [...letters(text(n), placed), ...bodyOf(n)]));

const headers = (pages: PageContent[]) =>
  takeFurniture(pages, false).headers.map((pieces) => pieces.map(textOfLine).join(' '));
const footers = (pages: PageContent[]) =>
  takeFurniture(pages, false).footers.map((pieces) => pieces.map(textOfLine).join(' '));

test('a line that every page has at its top is a header, and gone from the pages', () => {
  const pages = pagesWith(4, () => 'Yearly report');
  assert.deepEqual(
    headers(pages),
    Array.from({ length: 4 }, () => 'Yearly report'),
  );
  assert.ok(pages.every(({ glyphs }) => glyphs.every(({ text, baseline }) => text === ' ' || baseline > 100)));
});

test('the only line of a page is its text, however often it is repeated', () => {
  for (const text of [() => 'Ticket', (n: number) => `Ticket ${n + 1}`]) {
    const lone = Array.from({ length: 6 }, (_, n) => page(n, letters(text(n), { baseline: 50 })));
    assert.deepEqual(headers(lone).join(''), '');
    assert.ok(lone.every(({ glyphs }) => glyphs.some((glyph) => glyph.text === 'T')));
  }
  // Beside a body it is a header, and then it is one on a page that has nothing else, too.
  const pages = [...pagesWith(4, () => 'Yearly report'), page(4, letters('Yearly report', { baseline: 50 }))];
  assert.deepEqual(
    headers(pages),
    Array.from({ length: 5 }, () => 'Yearly report'),
  );
});

test('headers and footers are in the outer sixth of a page', () => {
  // 134.7 and 707.3 points from the top, where the line may reach in by two.
  assert.equal(headers(pagesWith(4, () => 'Yearly report', { baseline: 136 }))[0], 'Yearly report');
  assert.equal(headers(pagesWith(4, () => 'Yearly report', { baseline: 137.5 }))[0], '');
  assert.equal(footers(pagesWith(4, () => 'Yearly report', { baseline: 713 }))[0], 'Yearly report');
  assert.equal(footers(pagesWith(4, () => 'Yearly report', { baseline: 711.5 }))[0], '');
});

test('a number that grows with the pages is their number, wherever it begins', () => {
  const furniture = takeFurniture(
    pagesWith(5, (n) => `Page ${n + 7}`, { baseline: 800 }),
    false,
  );
  assert.equal(furniture.numbers[0]?.value, 7);
  assert.equal(furniture.footers.length, 5);
  assert.ok(furniture.footers.every((pieces) => pieces.length === 1));
});

test('the number of a page may be between others', () => {
  const text = (n: number) => `Law 9 of 2002, page ${n + 1} of 10, part 7`;
  const pages = pagesWith(10, text, { baseline: 800 });
  const furniture = takeFurniture(pages, false);
  assert.ok(furniture.footers.every((pieces) => pieces.length === 1));
  assert.equal(furniture.ranges.length, 1);
});

test('a header is read from a page on which only one number is the page’s', () => {
  const pages = pagesWith(6, (n) => `Part 6.0, section 6, page ${n + 1}`, { baseline: 800 });
  const [range] = takeFurniture(pages, false).ranges;
  assert.deepEqual(range?.sets, [{ pages: 'default', index: 4 }]);
});

test('pages count anew where another part of a document begins to', () => {
  const printed = ['i', 'ii', 'iii', '1', '2', '3', '4', '5', '9', '10'];
  const {
    numbers,
    ranges,
    footers: found,
  } = takeFurniture(
    pagesWith(10, (n) => `Yearly report ${printed[n]}`, { baseline: 800 }),
    false,
  );
  assert.deepEqual(
    numbers.map(({ text }) => text),
    printed,
  );
  assert.deepEqual(
    numbers.flatMap(({ isStart, format }, n) => (isStart ? [[n, format]] : [])),
    [
      [0, 'lowerRoman'],
      [3, 'decimal'],
      [8, 'decimal'],
    ],
  );
  assert.deepEqual(
    ranges.map(({ from }) => from),
    [0, 3, 8],
  );
  assert.ok(found.every((pieces) => pieces.length === 1));
});

test('other numbers in a footer are not the page’s', () => {
  const years = [1999, 2000, 2003, 2004, 2001];
  const { numbers } = takeFurniture(
    pagesWith(5, (n) => `Of ${years[n]}, page ${n + 1}`, { baseline: 800 }),
    false,
  );
  assert.deepEqual(
    numbers.map(({ value }) => value),
    [1, 2, 3, 4, 5],
  );
});

test('the number of the first page is the one that the pages agree on', () => {
  const first = (agreeing: number) =>
    takeFurniture(
      pagesWith(10, (n) => (n < agreeing ? `Page ${n + 7}` : 'Page x'), { baseline: 800 }),
      false,
    ).numbers[0]?.value;
  assert.equal(first(6), 7);
  assert.equal(first(1), 1);
});

test('a line that a fifth of the pages have at one height is a header', () => {
  const some = (count: number) => headers(pagesWith(15, (n) => (n < count ? 'Yearly report' : '')))[0];
  assert.equal(some(4), 'Yearly report');
  assert.equal(some(3), '');
});

test('heads that change from chapter to chapter are headers, though each is on few pages', () => {
  const chapter = (n: number) =>
    n % 5 === 0 ? '' : ['The first', 'The second', 'The third', 'The last'][Math.floor(n / 5)];
  const found = headers(pagesWith(20, (n) => chapter(n) ?? ''));
  assert.deepEqual([found[1], found[4], found[6], found[19]], ['The first', 'The first', 'The second', 'The last']);
});

test('a running head that changes in part from page to page is a header, though no other page has it', () => {
  const entry = (n: number) => ['abbey', 'acorn', 'adder', 'agate', 'alder', 'amber'][n] ?? '';
  const running = (n: number) => [
    ...letters(entry(n), { baseline: 50 }),
    ...letters('Of words', { left: 400, baseline: 50 }),
  ];
  const pages = Array.from({ length: 6 }, (_, n) => page(n, [...running(n), ...bodyOf(n)]));
  assert.deepEqual(headers(pages).slice(0, 3), ['abbey Of words', 'acorn Of words', 'adder Of words']);
});

test('headers of many pages may be further inside, as on a smaller page that is printed on a larger sheet', () => {
  assert.equal(headers(pagesWith(6, () => 'Yearly report', { baseline: 140 }))[0], 'Yearly report');
  assert.equal(headers(pagesWith(5, () => 'Yearly report', { baseline: 140 }))[0], '');
});

test('the last line of pages whose text ends in their upper half is no footer', () => {
  // Seen from below, the lines in the upper third are the first ones.
  const copies = Array.from({ length: 8 }, (_, n) =>
    page(
      n,
      [160, 174, 188, 202, 230, 244, 258].flatMap((baseline) => letters(`Own words of line ${baseline}`, { baseline })),
    ),
  );
  assert.deepEqual(footers(copies).join(''), '');
});

test('the head of a table over several pages is no header, nor is its caption', () => {
  const pages = Array.from({ length: 8 }, (_, n) =>
    page(n, [
      ...letters('Yearly report', { baseline: 40 }),
      ...letters('Table 2. Owners', { baseline: 108 }),
      ...letters('Sum', { left: 300, baseline: 120 }),
      ...letters('Name', { baseline: 132 }),
      ...letters('in euros', { left: 300, baseline: 144 }),
      ...letters(`Owner ${'abcdefgh'[n] ?? ''}`, { baseline: 170 }),
      ...letters('and more of the text', { baseline: 400 }),
    ]),
  );
  assert.deepEqual([...new Set(headers(pages))], ['Yearly report']);
});

test('a page number is a footer on few pages too', () => {
  const few = footers(pagesWith(15, (n) => (n < 3 ? `Page ${n + 7}` : ''), { baseline: 800 }));
  assert.equal(few[0], 'Page 7');
});

test('the number of a single page is its footer, if it is separate', () => {
  const one = (text: string, baseline = 800) => footers(pagesWith(1, () => text, { baseline }))[0];
  for (const text of ['1', 'Page 1', 'Seite 1 von 1', 'March 2007 page 1', '- 1 -', '第 1 页', '页面 1'])
    assert.equal(one(text), text);
  for (const text of ['2', 'Page 7', 'Annex 1', 'It is 1']) assert.equal(one(text), '', text);
  assert.equal(
    footers([
      page(0, [
        ...letters('Page 1', { baseline: 800 }),
        ...letters('a line above it', { baseline: 788 }),
        ...bodyOf(0),
      ]),
    ])[0],
    '',
  );
});

test('lines at different heights are not one header', () => {
  const at = (step: number) =>
    takeFurniture(
      Array.from({ length: 4 }, (_, n) =>
        page(n, [...letters('Yearly report', { baseline: 40 + (n % 2) * step }), ...bodyOf(n)]),
      ),
      false,
    ).headers[0]?.length;
  assert.equal(at(3.9), 1);
  const apart = takeFurniture(
    Array.from({ length: 4 }, (_, n) =>
      page(n, [...letters('Yearly report', { baseline: 40 + n * 8.1 }), ...bodyOf(n)]),
    ),
    false,
  );
  assert.equal(apart.headers[0]?.length, 0);
});

test('a large line is a title of its page, unless every second page has it', () => {
  const large = (size: number, share: number) =>
    headers(pagesWith(10, (n) => (n % share === 0 ? 'Yearly report' : ''), { baseline: 50, size }))[0];
  assert.equal(large(12.4, 3), 'Yearly report');
  assert.equal(large(12.6, 3), '');
  assert.equal(large(12.6, 1), 'Yearly report');
});

test('a header has eight lines at most', () => {
  const rows = (count: number) =>
    takeFurniture(
      Array.from({ length: 4 }, (_, n) =>
        page(n, [
          ...Array.from({ length: count }, (_row, row) =>
            letters(`Line ${'abcdefghij'[row]}`, { baseline: 30 + row * 10 }),
          ).flat(),
          ...bodyOf(n),
        ]),
      ),
      false,
    ).headers[0]?.length;
  assert.equal(rows(7), 7);
  assert.equal(rows(10), 8);
});

test('of tagged pages only artifacts are headers, and a single page has them too', () => {
  const tagged = (isArtifact: boolean) =>
    takeFurniture(
      [page(0, [...letters('Yearly report').map((glyph) => ({ ...glyph, isArtifact })), ...bodyOf(0)])],
      true,
    ).headers[0]?.length;
  assert.equal(tagged(true), 1);
  assert.equal(tagged(false), 0);
});

test('a page that begins something new and has no header is not given one, nor is a blank page at the end', () => {
  const pages = pagesWith(24, () => 'Yearly report');
  const heading = letters('Next chapter', { size: 16, baseline: 160 });
  pages[6] = page(6, [...heading, ...bodyOf(6).filter(({ baseline }) => baseline > 170)]);
  pages.push(page(24, []));
  const { ranges, headers: found } = takeFurniture(pages, false);
  const shown = (n: number) => (found[setFor(ranges, n, (at) => at + 1)?.index ?? -1] ?? []).map(textOfLine).join('');
  assert.deepEqual([5, 6, 7, 23, 24].map(shown), ['Yearly report', '', 'Yearly report', 'Yearly report', '']);
});

test('headers end where a page begins something new', () => {
  const chapters = (last: number) => {
    const pages = Array.from({ length: 8 }, (_, n) =>
      page(n, [...letters(n < 4 ? 'Chapter A' : '', { baseline: 50 }), ...bodyOf(n, n === 3 ? last : 690)]),
    );
    return takeFurniture(pages, false).ranges.map(({ from }) => from);
  };
  assert.deepEqual(chapters(640), [0, 4]);
  assert.deepEqual(chapters(660), [0]);
});

test('other headers that last begin on the page that has them, though its text continues', () => {
  const titles = ['Chapter A', 'Chapter A', 'Chapter A', 'Chapter B', 'Chapter B', 'Chapter C', 'Chapter C'];
  const { ranges, headers: found } = takeFurniture(
    pagesWith(7, (n) => titles[n] ?? ''),
    false,
  );
  assert.deepEqual(
    ranges.map(({ from }) => from),
    [0, 3, 5],
  );
  assert.ok(found.every((pieces) => pieces.length === 1));
});

test('headers that other pages do not have are not shown on them', () => {
  const pages = Array.from({ length: 8 }, (_, n) =>
    page(n, [
      ...letters(n < 2 ? 'Yearly report' : '', { baseline: 50 }),
      ...bodyOf(n),
      ...letters(`Page ${n + 1}`, { baseline: 800 }),
    ]),
  );
  const { headers: above, footers: below } = takeFurniture(pages, false);
  assert.ok(below.every((pieces) => pieces.length === 1));
  assert.equal(above[5]?.length, 0);
});

test('a footer may be a little higher than on other pages', () => {
  const pages = Array.from({ length: 6 }, (_, n) =>
    page(n, [...bodyOf(n), ...letters(`Page ${n + 1}`, { baseline: n < 3 ? 800 : 793 })]),
  );
  assert.ok(footers(pages).every((text) => text.startsWith('Page')));
});

test('letters beyond the edge of a page are in no footer’s way', () => {
  const pages = Array.from({ length: 4 }, (_, n) =>
    page(n, [
      ...bodyOf(n),
      ...letters('Yearly report', { baseline: 800 }),
      ...Array.from({ length: 9 }, (_row, row) => letters('of a drawing', { baseline: 900 + row * 20 })).flat(),
    ]),
  );
  assert.equal(footers(pages)[0], 'Yearly report');
});

test('a page that begins with a larger line begins something new', () => {
  const chapters = (size: number) => {
    const pages = Array.from({ length: 8 }, (_, n) =>
      page(n, [
        ...letters(n < 4 ? 'Chapter A' : '', { baseline: 50 }),
        ...(n === 4 ? letters('The second chapter', { baseline: 145, size }) : []),
        ...bodyOf(n),
      ]),
    );
    return takeFurniture(pages, false).ranges.map(({ from }) => from);
  };
  assert.deepEqual(chapters(11.6), [0, 4]);
  assert.deepEqual(chapters(11.4), [0]);
});

test('a picture at one place of the pages is of the header', () => {
  const logo = (n: number, move: number, bottom: number): Picture => ({
    left: 400 + n * move,
    right: 450 + n * move,
    top: bottom - 30,
    bottom,
    mcid: -1,
    isArtifact: false,
    width: 100,
    height: 60,
    data: () => Promise.resolve(null),
  });
  const taken = (move: number, bottom: number) => {
    const pages = Array.from({ length: 2 }, (_, n) => page(n, bodyOf(n), { pictures: [logo(n, move, bottom)] }));
    return takeFurniture(pages, false).pictures[0]?.header.length;
  };
  assert.equal(taken(1.9, 60), 1);
  assert.equal(taken(2.1, 60), 0);
  // Eighteen hundredths of the page are 151.6 points, and the picture may reach over them by twenty.
  assert.equal(taken(0, 171), 1);
  assert.equal(taken(0, 172), 0);
});

test('a page of very many letters is read like any other', () => {
  const [letter] = letters('a', { baseline: 400 });
  assert.ok(letter !== undefined);
  const many = Array.from({ length: 200_000 }, () => letter);
  const pages = Array.from({ length: 2 }, (_, n) => page(n, [...letters('Yearly report', { baseline: 50 }), ...many]));
  assert.equal(takeFurniture(pages, false).headers[0]?.length, 1);
});
