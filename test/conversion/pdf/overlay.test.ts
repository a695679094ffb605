// Where watermarks and page numbers are put: upright on the visible page, with any boxes, units and rotation.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PdfDictionary, PdfDocument, PdfObject, PdfValue } from '#conversion/pdf/graph.ts';
import { cm, contentOf, freeName, overlayPages, visiblePage } from '#conversion/pdf/overlay.ts';
import type { NumberPosition } from '#core/page-marks.ts';
import { numberPages, usualNumbers, type Band, type Numbers } from '#conversion/pdf/page-numbers.ts';
import { pagesOf } from '#conversion/pdf/pages.ts';
import { glyphOutlines } from '#conversion/pdf/glyph-outlines.ts';
import { watermark } from '#conversion/pdf/watermark.ts';
import { documentWith, graphWith, patched, streamOf, treeOf } from '../../support/graphs.ts';

/** The text of a stream that a patch has added. */
const addedText = (
  document: PdfDocument,
  objects: Record<string, PdfObject>,
  reference: PdfValue | undefined,
): string => {
  const object = objects[`obj:${reference as string}`];
  assert.ok(object !== undefined && 'stream' in object && document.isStream(reference));
  return Buffer.from(object.stream.data ?? '', 'base64').toString('latin1');
};

test('the visible page has its origin at the bottom left as it is seen, in all four rotations', () => {
  const document = documentWith({ 1: {} });
  const seen = (rotation: number, unit = 1) =>
    visiblePage(document, {
      reference: '2 0 R',
      dictionary: { '/MediaBox': [10, 20, 110, 320], '/Rotate': rotation, '/UserUnit': unit },
    });
  assert.deepEqual(seen(0), { width: 100, height: 300, unit: 1, matrix: [1, 0, 0, 1, 10, 20] });
  assert.deepEqual(seen(90, 2), { width: 300, height: 100, unit: 2, matrix: [0, 1, -1, 0, 110, 20] });
  assert.deepEqual(seen(180), { width: 100, height: 300, unit: 1, matrix: [-1, 0, 0, -1, 110, 320] });
  assert.deepEqual(seen(270), { width: 300, height: 100, unit: 1, matrix: [0, -1, 1, 0, 10, 320] });
  assert.equal(cm([1, 0, 0.123456789, -2.5, 1e-9, 300]), '1 0 0.12346 -2.5 0 300 cm');
});

test('content is one stream or several; other objects are left out', () => {
  const document = documentWith({ 1: {}, 2: streamOf(), 3: ['2 0 R', '1 0 R', 7, '2 0 R'], 4: { '/A': 1 } });
  const of = (contents?: PdfValue) =>
    contentOf(document, { reference: '9 0 R', dictionary: contents === undefined ? {} : { '/Contents': contents } });
  assert.deepEqual([of('2 0 R'), of('3 0 R'), of(['2 0 R'])], [['2 0 R'], ['2 0 R', '2 0 R'], ['2 0 R']]);
  assert.deepEqual([of(), of('4 0 R'), of('99 0 R')], [[], [], []]);
});

test('overlays are drawn after all saved states of pages, in a separate state', () => {
  const document = documentWith({
    ...treeOf([3, 4, 5]),
    3: {
      '/MediaBox': [0, 0, 10, 20],
      '/Contents': ['6 0 R', '7 0 R'],
      '/Resources': { '/Font': { '/F': 1 }, '/XObject': '8 0 R', '/Own': 2 },
    },
    4: { '/Contents': '7 0 R', '/Tabs': '/S' },
    5: { '/Contents': '7 0 R' },
    6: streamOf(),
    7: streamOf(),
    8: { '/A': 1 },
  });
  const balances = new Map([
    ['6 0 R', { missing: 2, open: 1 }],
    ['7 0 R', { missing: 0, open: 1 }],
  ]);
  overlayPages(document, pagesOf(document), balances, (page, index) =>
    index === 2
      ? { content: '', resources: {} }
      : { content: `${index} of ${page.height}`, resources: { '/XObject': { '/M': '9 0 R' } } },
  );
  const { objects } = document.patch;
  const texts = (page: string) =>
    document
      .array(document.dictionary(page)['/Contents'])
      .map((item) => (item === '6 0 R' || item === '7 0 R' ? item : addedText(document, objects, item)));
  assert.deepEqual(texts('3 0 R'), ['q q q \n', '6 0 R', '7 0 R', 'Q Q Q \n', '\nq 1 0 0 1 0 0 cm\n0 of 20\nQ\n']);
  assert.deepEqual(texts('4 0 R'), ['q \n', '7 0 R', 'Q Q \n', '\nq 1 0 0 1 0 0 cm\n1 of 792\nQ\n']);
  assert.deepEqual(document.dictionary('3 0 R')['/Resources'], {
    '/Font': { '/F': 1 },
    '/XObject': { '/A': 1, '/M': '9 0 R' },
    '/Own': 2,
  });
  assert.deepEqual(document.dictionary('4 0 R')['/Resources'], { '/XObject': { '/M': '9 0 R' } });
  assert.equal(document.dictionary('4 0 R')['/Tabs'], '/S');
  assert.deepEqual(document.dictionary('5 0 R'), { '/Contents': '7 0 R' });
});

test('pages with the same states share the streams that save and restore them', () => {
  const document = documentWith({
    ...treeOf([3, 4]),
    3: { '/Contents': '5 0 R' },
    4: { '/Contents': '5 0 R' },
    5: streamOf(),
  });
  overlayPages(document, pagesOf(document), new Map(), () => ({ content: 'x', resources: {} }));
  const [first, second] = ['3 0 R', '4 0 R'].map((page) => document.array(document.dictionary(page)['/Contents']));
  assert.deepEqual(first?.slice(0, 3), second?.slice(0, 3));
  assert.notEqual(first?.[3], second?.[3]);
});

test('a document that was marked before gets a name that is free', () => {
  const document = documentWith({
    ...treeOf([3, 4]),
    3: { '/Resources': { '/Font': { '/N': 1 } } },
    4: { '/Resources': { '/Font': { '/N2': 1 }, '/XObject': { '/O': 1 } } },
  });
  const free = (wanted: `/${string}`) => freeName(document, pagesOf(document), '/Font', wanted);
  assert.deepEqual([free('/N'), free('/O'), free('/N2')], ['/N3', '/O', '/N22']);
});

const widths = Array.from({ length: 10 }, () => 500);
const text = Buffer.from('mark data');
/** One page of 100 by 10 points with the text, as Cairo writes it. */
const line = (page: PdfDictionary = {}, font: PdfDictionary = {}) => ({
  graph: graphWith({
    ...treeOf([3]),
    3: { '/MediaBox': [0, 0, 100, 10], '/Contents': '4 0 R', '/Resources': { '/Font': { '/F': '5 0 R' } }, ...page },
    4: streamOf({ '/Length': 9, '/Filter': '/FlateDecode' }),
    5: { '/Type': '/Font', '/Encoding': '/WinAnsiEncoding', '/FirstChar': 48, '/Widths': widths, ...font },
  }),
  dataOf: () => text,
});

/** The content that is drawn over a page of `page`, and the document. */
function marked(page: PdfDictionary) {
  const graph = graphWith({ ...treeOf([3]), 3: page });
  const patch = watermark(graph, line(), '1 2 m 3 4 l S', new Map());
  const document = patched(graph, patch);
  const drawn = addedText(document, patch.objects, document.array(document.dictionary('3 0 R')['/Contents']).at(-1));
  return {
    document,
    objects: patch.objects,
    drawn,
    numbers: (/q ([-\d. ]+) cm \/Plat/.exec(drawn)?.[1] ?? '').split(' ').map(Number),
  };
}

test('a watermark runs through the middle of the page from bottom left to top right', () => {
  for (const [width, height] of [
    [600, 800],
    [800, 600],
    [500, 500],
    [2000, 100],
  ] as const) {
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = marked({ '/MediaBox': [0, 0, width, height] }).numbers;
    const at = (x: number, y: number) => [a * x + c * y + e, b * x + d * y + f];
    const near = (found: number | undefined, wanted: number, tolerance = 0.01) =>
      assert.ok(
        Math.abs((found ?? Number.NaN) - wanted) < tolerance,
        `${found} is not ${wanted}, of ${width} by ${height}`,
      );
    const [x, y] = at(50, 5);
    near(x, width / 2);
    near(y, height / 2);
    near(Math.atan2(b, a), Math.atan2(height, width), 0.001);
    near(Math.hypot(a, b), Math.hypot(c, d), 0.001);
    near(a * c + b * d, 0);
    assert.ok(a * d - b * c > 0, 'it is not mirrored');
    // As large as fits: 86 % of one side, or a fifth of the shorter one in height.
    const corners = [at(0, 0), at(100, 0), at(0, 10), at(100, 10)];
    const spanOf = (n: 0 | 1) =>
      Math.max(...corners.map((corner) => corner[n] ?? 0)) - Math.min(...corners.map((corner) => corner[n] ?? 0));
    const tall = Math.hypot(c, d) * 10;
    near(
      Math.max(spanOf(0) / (0.86 * width), spanOf(1) / (0.86 * height), tall / (0.2 * Math.min(width, height))),
      1,
      0.001,
    );
  }
});

test('a watermark is one form with its opacity, marked as a watermark (14.8.2.2)', () => {
  const { document, objects, drawn } = marked({ '/MediaBox': [0, 0, 600, 800] });
  assert.match(
    drawn,
    /^\nq 1 0 0 1 0 0 cm\n\/Artifact << \/Type \/Pagination \/Subtype \/Watermark >> BDC\nq .* cm \/PlatenWatermark Do Q\nEMC\nQ\n$/,
  );
  const outer = document.dictionary(document.dictionary('3 0 R')['/Resources'])['/XObject'];
  const form = document.dictionary(outer)['/PlatenWatermark'];
  const dictionary = document.dictionary(form);
  assert.deepEqual(dictionary['/BBox'], [0, 0, 100, 10]);
  const resources = document.dictionary(dictionary['/Resources']);
  assert.deepEqual(document.get(document.dictionary(resources['/ExtGState'])['/G']), {
    '/Type': '/ExtGState',
    '/ca': 0.5,
    '/CA': 0.5,
  });
  const group = document.dictionary(resources['/XObject'])['/M'];
  assert.deepEqual(document.dictionary(group)['/Group'], { '/S': '/Transparency' });
  // White outlines, and the letters over them.
  assert.equal(addedText(document, objects, group), 'q 1 0 0 -1 0 10 cm 1 G 0.45 w 1 j\n1 2 m 3 4 l S\nQ /L Do');
  const inner = document.dictionary(document.dictionary(document.dictionary(group)['/Resources'])['/XObject'])['/L'];
  const { '/Resources': own, ...entries } = document.dictionary(inner);
  assert.deepEqual(entries, {
    '/Filter': '/FlateDecode',
    '/Type': '/XObject',
    '/Subtype': '/Form',
    '/BBox': [0, 0, 100, 10],
  });
  assert.equal(addedText(document, objects, inner), 'mark data');
  assert.equal(document.dictionary(document.dictionary(document.dictionary(own)['/Font'])['/F'])['/FirstChar'], 48);
});

test('the outlines of letters come from an SVG of either kind that Cairo writes, and nothing else of it', () => {
  const uses = '<use xlink:href="#glyphID" x="3" y="5.5"/><use xlink:href="#glyph9-9" x="0" y="0"/>';
  const path = 'd="M 1 -2 L 3.5 4 C 1 2 3 4 5 6 Z M 1 -2 "';
  const older = `<symbol overflow="visible" id="glyph0-1">\n<path style="stroke:none;" ${path}/></symbol>${uses.replace('ID', '0-1')}`;
  const newer = `<g id="glyph-0-1">\n<path ${path}/></g>${uses.replace('ID', '-0-1')}`;
  for (const svg of [older, newer])
    assert.equal(
      glyphOutlines(svg),
      'q 1 0 0 1 3 5.5 cm 1 -2 m 3.5 4 l 1 2 3 4 5 6 c h 1 -2 m S Q\nq 1 0 0 1 0 0 cm  S Q',
    );
  assert.equal(glyphOutlines(older.replace('L 3.5', 'Q Do')), 'q 1 0 0 1 3 5.5 cm  S Q\nq 1 0 0 1 0 0 cm  S Q');
  assert.equal(glyphOutlines('%PDF'), '');
});

test('a mark without a page, content or size is refused', () => {
  const graph = graphWith({ ...treeOf([3]), 3: {} });
  const empty = { graph: graphWith(treeOf([])), dataOf: () => text };
  assert.throws(() => watermark(graph, empty, '', new Map()), /no page/);
  assert.throws(() => watermark(graph, line({ '/Contents': null }), '', new Map()), /no content/);
  for (const box of [[0, 0, 0, 10], [0, 0, 100, 0], []])
    assert.throws(() => watermark(graph, line({ '/MediaBox': box }), '', new Map()), /no size/);
});

interface Numbering extends Partial<Omit<Numbers, 'isFull'>> {
  page?: PdfDictionary;
  band?: Band;
  position?: NumberPosition;
  full?: boolean;
  count?: number;
  font?: PdfDictionary;
}

/** The text on the last page: the size of the font, the place, and the words. */
function numbered({ page = {}, band, full = false, count = 1, font = {}, ...numbers }: Numbering = {}) {
  const pages = Array.from({ length: count }, (_, n) => n + 3);
  const graph = graphWith({
    ...treeOf(pages),
    ...Object.fromEntries(pages.map((number) => [number, { '/MediaBox': [0, 0, 600, 800], ...page }])),
  });
  const patch = numberPages(
    graph,
    line({}, font),
    new Map(),
    Array.from({ length: count }, () => band),
    { position: 'bottom-center', ...usualNumbers, ...numbers, isFull: full },
  );
  const document = patched(graph, patch);
  const own = document.dictionary(`${pages.at(-1)} 0 R`);
  const drawn = addedText(document, patch.objects, document.array(own['/Contents']).at(-1));
  const found =
    /^\nq [-\d. ]+ cm\n\/Artifact << \/Type \/Pagination \/Subtype \/PageNum >> BDC\nq 0 g BT \/PlatenNumbers ([\d.]+) Tf ([-\d.]+) ([-\d.]+) Td \((.*)\) Tj ET Q\nEMC\nQ\n$/.exec(
      drawn,
    );
  assert.ok(found !== null, drawn);
  const resources = document.dictionary(document.dictionary(own['/Resources'])['/Font']);
  assert.equal(document.dictionary(resources['/PlatenNumbers'])['/FirstChar'], 48);
  return [...found.slice(1, 4).map(Number), found[4]];
}

test('a page number is 28 points above the bottom, left, centred or right', () => {
  // Digits of half an em: "12" is 10 points wide.
  assert.deepEqual(numbered({ count: 12 }), [10, 295, 28, '12']);
  assert.deepEqual(numbered({ count: 12, position: 'bottom-left' }), [10, 36, 28, '12']);
  assert.deepEqual(numbered({ count: 12, position: 'bottom-right' }), [10, 554, 28, '12']);
  assert.deepEqual(
    numbered({ count: 2, full: true, font: { '/Widths': [500, 600, 700] } }),
    [10, 285.5, 28, '2 / 2'],
    'a character without a width is half an em wide',
  );
});

test('a page number fits small pages and keeps its size on pages in larger units', () => {
  // 24 points of height are needed for the whole size, and the text with 8 points around it.
  assert.deepEqual(numbered({ page: { '/MediaBox': [0, 0, 600, 12] } }), [5, 298.75, 3, '1']);
  assert.deepEqual(numbered({ page: { '/MediaBox': [0, 0, 6.5, 800] } }), [5, 2, 28, '1']);
  assert.deepEqual(
    numbered({ page: { '/MediaBox': [0, 0, 80, 800] }, position: 'bottom-left' }),
    [10, 10, 28, '1'],
    'margins are an eighth at most',
  );
  assert.deepEqual(numbered({ page: { '/UserUnit': 2 }, position: 'bottom-left' }), [5, 18, 14, '1']);
  assert.deepEqual(numbered({ page: { '/UserUnit': 4, '/MediaBox': [0, 0, 600, 3] }, position: 'bottom-right' }), [
    1.25,
    590.38,
    0.75,
    '1',
  ]);
});

/** Rows with ink, from the bottom up. */
const inked = (...rows: number[]) => Array.from({ length: 80 }, (_, row) => rows.includes(row));

test('a page number is moved to the nearest free place', () => {
  const baselineOf = (ink: boolean[], more: Numbering = {}) => numbered({ band: [inked(), ink, inked()], ...more })[2];
  assert.equal(baselineOf(inked()), 28);
  // It needs 5 points below its baseline and 13 above it.
  assert.equal(baselineOf(inked(22, 41)), 28);
  assert.equal(baselineOf(inked(23)), 32, 'five below the baseline are too near');
  assert.equal(baselineOf(inked(40)), 24);
  assert.equal(baselineOf(inked(30)), 36);
  assert.equal(baselineOf(inked(36)), 20);
  assert.equal(baselineOf(inked(31, 40)), 16);
  assert.equal(baselineOf(inked(28, 31)), 14);
  assert.equal(baselineOf(inked(20, 31)), 40);
  assert.equal(baselineOf(inked(20, 31, 50)), 56);
  assert.equal(baselineOf(inked(20, 31, 50, 54)), 60);
  assert.equal(
    baselineOf(inked(...Array.from({ length: 80 }, (_, n) => n))),
    28,
    'where there is no room it is where it was',
  );
  assert.equal(baselineOf(inked(30), { position: 'bottom-left' }), 28, 'ink in the other thirds does not count');
  assert.equal(numbered({ band: [inked(), inked(), inked(30)], position: 'bottom-right' })[2], 36);
  assert.equal(numbered({ band: [inked(30), inked(), inked()], position: 'bottom-left' })[2], 36);
  assert.equal(baselineOf(inked(30), { page: { '/UserUnit': 2 } }), 14);
});

test('digits in more than one font, or in an encoding of their own, are refused', () => {
  const graph = graphWith({ ...treeOf([3]), 3: {} });
  const number = (digits: ReturnType<typeof line>) =>
    numberPages(graph, digits, new Map(), [], { ...usualNumbers, position: 'bottom-left', isFull: false });
  assert.throws(() => number(line({ '/Contents': null })), /no page/);
  assert.throws(() => number({ ...line(), graph: graphWith(treeOf([])) }), /no page/);
  assert.throws(() => number(line({}, { '/Encoding': '/Identity-H' })), /one simple font/);
  assert.throws(() => number(line({ '/Resources': { '/Font': { '/F': '5 0 R', '/G': '5 0 R' } } })), /one simple font/);
});
