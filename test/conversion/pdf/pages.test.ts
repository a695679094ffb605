// The trees of a document's pages: their order, boxes and labels, and the targets of names, links and outlines.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { explicitDestination, namedDestinations, targetPage } from '#conversion/pdf/destinations.ts';
import { PdfDocument, withChanges, type PdfDictionary, type PdfValue } from '#conversion/pdf/graph.ts';
import { importValue } from '#conversion/pdf/import.ts';
import { nameTree, stringBytes, treeEntries } from '#conversion/pdf/name-tree.ts';
import { readOutline, type OutlineItem } from '#conversion/pdf/outline.ts';
import { labelsFor, labelTree, pageLabels } from '#conversion/pdf/page-labels.ts';
import { isRegular, pagesOf, userUnit, visibleBox } from '#conversion/pdf/pages.ts';
import { documentWith, graphWith, streamOf, treeOf } from '../../support/graphs.ts';

const page = (more: PdfDictionary = {}): PdfDictionary => ({ '/Type': '/Page', ...more });
const referencesOf = (document: PdfDocument) => pagesOf(document).map(({ reference }) => reference);

test('pages come in the order of the tree, at any depth', () => {
  const document = documentWith({
    1: { '/Pages': '2 0 R' },
    2: { '/Type': '/Pages', '/Kids': ['3 0 R', '4 0 R', '7 0 R'] },
    3: page(),
    4: { '/Type': '/Pages', '/Kids': ['5 0 R', '8 0 R', '6 0 R'] },
    5: page(),
    6: page(),
    7: page(),
    8: { '/Type': '/Pages', '/Kids': [] },
  });
  assert.deepEqual(referencesOf(document), ['3 0 R', '5 0 R', '6 0 R', '7 0 R'], 'a node without pages is none');
});

test('a node without a type is a tree when it has kids, and a page when it has none', () => {
  const document = documentWith({ 1: { '/Pages': '2 0 R' }, 2: { '/Kids': ['3 0 R'] }, 3: {} });
  assert.deepEqual(referencesOf(document), ['3 0 R']);
});

test('resources, boxes and rotation come down the tree, other entries do not (7.7.3.4)', () => {
  const [first, second] = pagesOf(
    documentWith({
      1: { '/Pages': '2 0 R' },
      2: { '/Kids': ['3 0 R'], '/MediaBox': [0, 0, 1, 1], '/Rotate': 90, '/Resources': { '/A': 1 }, '/Tabs': '/R' },
      3: { '/Kids': ['4 0 R', '5 0 R'], '/CropBox': [0, 0, 2, 2], '/Rotate': 180, '/UserUnit': 2 },
      4: page(),
      5: page({ '/MediaBox': [0, 0, 3, 3], '/Rotate': 0 }),
    }),
  );
  const passed = { '/Resources': { '/A': 1 }, '/MediaBox': [0, 0, 1, 1], '/CropBox': [0, 0, 2, 2], '/Rotate': 180 };
  assert.deepEqual(first, { reference: '4 0 R', dictionary: page(passed) });
  assert.deepEqual(second?.dictionary, page({ ...passed, '/MediaBox': [0, 0, 3, 3], '/Rotate': 0 }));
});

test('a page that is in the tree twice is two pages; a tree that contains itself ends', () => {
  const document = documentWith({
    1: { '/Pages': '2 0 R' },
    2: { '/Kids': ['3 0 R', '3 0 R', '2 0 R', '4 0 R', '4 0 R', page()] },
    3: page(),
    4: { '/Kids': ['3 0 R', '2 0 R'] },
  });
  assert.deepEqual(referencesOf(document), ['3 0 R', '3 0 R', '3 0 R']);
  assert.deepEqual(referencesOf(documentWith({ 1: {} })), []);
  assert.deepEqual(referencesOf(documentWith({ 1: { '/Pages': page() } })), []);
});

test('a tree is followed through a hundred levels', () => {
  const deep = (levels: number) =>
    documentWith({
      1: { '/Pages': '2 0 R' },
      ...Object.fromEntries(Array.from({ length: levels }, (_, n) => [n + 2, { '/Kids': [`${n + 3} 0 R`] }])),
      [levels + 2]: page(),
    });
  assert.deepEqual(referencesOf(deep(100)), ['102 0 R']);
  assert.deepEqual(referencesOf(deep(101)), []);
});

test('a page tree is regular when every kid is an object of its own', () => {
  const regular = {
    1: { '/Pages': '2 0 R' },
    2: { '/Kids': ['3 0 R', '4 0 R'] },
    3: { '/Kids': ['2 0 R', '4 0 R'] },
    4: page(),
  };
  assert.equal(isRegular(documentWith(regular)), true);
  assert.equal(isRegular(documentWith({ ...regular, 3: { '/Kids': ['4 0 R', page()] } })), false);
  assert.equal(isRegular(documentWith({ 1: { '/Pages': page() } })), false);
});

test('the unit of a page is the stated one, within reason (7.7.3.3)', () => {
  const document = documentWith({ 1: {}, 2: 2.5 });
  const unitOf = (unit?: PdfValue) =>
    userUnit(document, { reference: '3 0 R', dictionary: unit === undefined ? {} : { '/UserUnit': unit } });
  assert.deepEqual(
    [undefined, '2 0 R', 0.5, 75_000, 75_001, 0, -2, '/x'].map(unitOf),
    [1, 2.5, 0.5, 75_000, 1, 1, 1, 1],
  );
});

test('the visible part of a page is its crop box within its media box, with any order of corners', () => {
  const document = documentWith({ 1: {}, 2: [0, 0, '3 0 R', 200], 3: 100 });
  const boxOf = (media?: PdfValue, crop?: PdfValue) =>
    visibleBox(document, {
      reference: '9 0 R',
      dictionary: {
        ...(media === undefined ? {} : { '/MediaBox': media }),
        ...(crop === undefined ? {} : { '/CropBox': crop }),
      },
    }).box;
  assert.deepEqual(boxOf('2 0 R'), [0, 0, 100, 200]);
  assert.deepEqual(boxOf([100, 200, 0, -10]), [0, -10, 100, 200]);
  assert.deepEqual(boxOf([0, 0, 100, 200], [10, 20, 90, 150]), [10, 20, 90, 150]);
  assert.deepEqual(boxOf([0, 0, 100, 200], [90, 150, 10, 20]), [10, 20, 90, 150]);
  assert.deepEqual(boxOf([10, 20, 100, 200], [0, 0, 50, 300]), [10, 20, 50, 200]);
  assert.deepEqual(boxOf([10, 20, 100, 200], [50, 0, 300, 60]), [50, 20, 100, 60]);
  // Nothing of the crop box is on the page, on either side.
  assert.deepEqual(boxOf([0, 0, 100, 200], [100, 0, 150, 200]), [0, 0, 100, 200]);
  assert.deepEqual(boxOf([0, 0, 100, 200], [0, 200, 100, 300]), [0, 0, 100, 200]);
  // Without a media box, or with one that has no size, it is Letter.
  for (const none of [
    undefined,
    [0, 0, 100],
    [0, 0, 100, '/x'],
    [5, 0, 5, 100],
    [0, 7, 100, 7],
    ['/x', 0, 1, 1],
    [0, '/x', 1, 1],
    [0, 0, '/x', 1],
  ])
    assert.deepEqual(boxOf(none), [0, 0, 612, 792], JSON.stringify(none));
  assert.deepEqual(boxOf([0, 0, 100, 200], [5, 0, 5, 100]), [0, 0, 100, 200]);
});

test('a page is turned by quarters, forwards and backwards; other angles are none', () => {
  const document = documentWith({ 1: {} });
  const rotationOf = (angle: PdfValue) =>
    visibleBox(document, { reference: '9 0 R', dictionary: { '/Rotate': angle } }).rotation;
  assert.deepEqual(
    [0, 90, 180, 270, 360, 450, -90, -180, -270, -360, 45, '/x'].map(rotationOf),
    [0, 90, 180, 270, 0, 90, 270, 180, 90, 0, 0, 0],
  );
});

test('an object is the latest state of it, through chains of references but not through circles', () => {
  const graph = graphWith({ 1: {}, 2: '3 0 R', 3: '4 0 R', 4: 7, 5: '6 0 R', 6: '5 0 R', 7: streamOf({ '/A': 1 }) });
  const document = new PdfDocument(graph);
  assert.deepEqual([document.get('2 0 R'), document.get('5 0 R'), document.get('99 0 R')], [7, null, null]);
  assert.deepEqual(
    [document.isStream('7 0 R'), document.isStream('4 0 R'), document.isStream('99 0 R')],
    [true, false, false],
  );
  const chain = documentWith(
    Object.fromEntries(Array.from({ length: 40 }, (_, n) => [n + 1, n === 39 ? 7 : `${n + 2} 0 R`])),
  );
  assert.deepEqual([chain.get('9 0 R'), chain.get('8 0 R')], [7, null], 'a chain of 32 is followed');
  document.set('7 0 R', { '/A': 2 });
  document.set('4 0 R', 8);
  const added = document.addStream({ '/B': 1 }, 'data');
  assert.deepEqual([document.get('2 0 R'), document.get('7 0 R'), added], [8, { '/A': 2 }, '8 0 R']);
  assert.deepEqual(document.patch.objects[`obj:${added}`], {
    stream: { dict: { '/B': 1 }, data: Buffer.from('data').toString('base64') },
  });
  assert.ok('stream' in (document.patch.objects['obj:7 0 R'] ?? {}), 'a stream stays one');
  const later = withChanges(graph, document.patch);
  assert.equal(later.maxId, 8);
  assert.deepEqual([...later.keys()].toSorted(), [...graph.keys(), 'obj:8 0 R'].toSorted());
  assert.equal(new PdfDocument(later).get('2 0 R'), 8);
});

test('objects of another document come over with all they reach, each once', () => {
  const source = graphWith({
    1: {},
    5: { '/Kid': '6 0 R', '/Again': ['6 0 R', '5 0 R'], '/Gone': '99 0 R' },
    6: streamOf({ '/Length': 4, '/Filter': '/Fl', '/Up': '5 0 R' }),
  });
  const target = documentWith({ 1: {} });
  const value = importValue(target, source, { '/It': '5 0 R' }, (reference) => Buffer.from(`data of ${reference}`));
  assert.deepEqual(value, { '/It': '2 0 R' });
  assert.deepEqual(target.get('2 0 R'), { '/Kid': '3 0 R', '/Again': ['3 0 R', '2 0 R'], '/Gone': null });
  assert.deepEqual(target.patch.objects['obj:3 0 R'], {
    stream: { dict: { '/Filter': '/Fl', '/Up': '2 0 R' }, data: Buffer.from('data of 6 0 R').toString('base64') },
  });
});

test('the entries of a name tree come in the order of its leaves; one that contains itself ends (7.9.6)', () => {
  const document = documentWith({
    1: {},
    2: { '/Kids': ['3 0 R', '4 0 R', '3 0 R', '2 0 R', { '/Names': ['u:z', 9] }] },
    3: { '/Names': ['u:a', 1, '5 0 R', 2, 'u:odd'] },
    4: { '/Kids': ['6 0 R'], '/Names': ['u:c', 3] },
    5: 'u:b',
    6: { '/Names': ['u:d', '7 0 R'] },
  });
  assert.deepEqual(treeEntries(document, '2 0 R', '/Names'), [
    ['u:a', 1],
    ['u:b', 2],
    ['u:c', 3],
    ['u:d', '7 0 R'],
  ]);
  assert.deepEqual(treeEntries(document, { '/Nums': [0, 'x'] }, '/Nums'), [[0, 'x']]);
  assert.deepEqual(treeEntries(document, undefined, '/Names'), []);
});

test('names are sorted as bytes, in any notation', () => {
  assert.deepEqual(
    nameTree([
      ['u:b', 1],
      ['u:\u4e2d', 2],
      ['b:61', 3],
      ['u:\u00e4', 4],
    ]),
    {
      '/Names': ['b:61', 3, 'u:b', 1, 'u:\u00e4', 4, 'u:\u4e2d', 2],
    },
  );
  assert.deepEqual(stringBytes('u:\u4e2d'), Buffer.from([0xfe, 0xff, 0x4e, 0x2d]));
  assert.deepEqual(stringBytes('u:a\u00e4'), Buffer.from([0x61, 0xe4]));
  assert.deepEqual(stringBytes('b:00ff'), Buffer.from([0, 255]));
});

const linked = documentWith({
  1: {
    '/Names': { '/Dests': { '/Names': ['u:here', ['5 0 R', '/Fit'], 'b:7468657265', { '/D': '7 0 R' }, 3, 4] } },
    '/Dests': '8 0 R',
  },
  5: page(),
  7: ['5 0 R', '/XYZ', 0, 0, 0],
  8: { '/old': ['5 0 R'], '/loop': '/loop', '/far1': '/far2', '/far2': '/far3', '/far3': '/far4', '/far4': '/old' },
  9: 'u:here',
});
const named = namedDestinations(linked);

test('a destination is found by its name, in any notation, or is given directly (12.3.2.4)', () => {
  const at = (destination: PdfValue | undefined) => explicitDestination(linked, destination, named);
  assert.deepEqual(at('u:here'), ['5 0 R', '/Fit']);
  assert.deepEqual(at('9 0 R'), ['5 0 R', '/Fit']);
  assert.deepEqual(at('b:68657265'), ['5 0 R', '/Fit']);
  assert.deepEqual(at('u:there'), ['5 0 R', '/XYZ', 0, 0, 0]);
  assert.deepEqual(at('/old'), ['5 0 R']);
  assert.deepEqual(at({ '/D': 'u:here' }), ['5 0 R', '/Fit']);
  assert.deepEqual(at('/far3'), ['5 0 R'], 'names of names');
  for (const nowhere of ['/loop', 'u:old', 'u:none', 7, undefined, { '/D': null }, '/far2'])
    assert.equal(at(nowhere), null, JSON.stringify(nowhere));
  assert.equal(named.size, 8);
});

test('a link leads to a page, to nothing, or elsewhere', () => {
  const target = (item: PdfDictionary) => targetPage(linked, item, named);
  assert.equal(target({ '/Dest': 'u:here' }), '5 0 R');
  assert.equal(target({ '/A': { '/S': '/GoTo', '/D': '/old' } }), '5 0 R');
  assert.equal(target({ '/Dest': 'u:here', '/A': { '/S': '/URI' } }), '5 0 R');
  assert.equal(target({ '/Dest': 'u:none' }), null);
  assert.equal(target({ '/Dest': [0, '/Fit'] }), null, 'a page by its number is one of another file');
  assert.equal(target({ '/A': { '/S': '/GoTo' } }), null);
  assert.equal(target({ '/A': { '/S': '/URI', '/D': '/old' } }), undefined);
  assert.equal(target({}), undefined);
});

test('an outline is read level by level; circles and endless depth end (12.3.3)', () => {
  const titles = (items: readonly OutlineItem[]): unknown[] =>
    items.map(({ dictionary, children }) => [dictionary['/Title'], ...titles(children)]);
  const item = (title: string, more: PdfDictionary) => ({ '/Title': title, ...more });
  const document = documentWith({
    1: { '/Outlines': '2 0 R' },
    2: { '/First': '3 0 R' },
    3: item('a', { '/First': '4 0 R', '/Next': '6 0 R' }),
    4: item('b', { '/Next': '5 0 R' }),
    5: item('c', { '/First': '3 0 R', '/Next': '4 0 R' }),
    6: item('d', { '/Next': '3 0 R' }),
  });
  assert.deepEqual(titles(readOutline(document)), [['a', ['b'], ['c']], ['d']]);
  assert.deepEqual(readOutline(documentWith({ 1: {} })), []);
  const deep = documentWith({
    1: { '/Outlines': { '/First': '2 0 R' } },
    ...Object.fromEntries(Array.from({ length: 100 }, (_, n) => [n + 2, { '/First': `${n + 3} 0 R` }])),
  });
  let depth = 0;
  for (let items = readOutline(deep); items.length > 0; items = items[0]?.children ?? []) depth += 1;
  assert.equal(depth, 65);
});

const roman = { '/S': '/r', '/St': 3 };

test('each page has the label of its range (12.4.2)', () => {
  const document = documentWith({
    1: { '/PageLabels': { '/Nums': [4, { '/P': 'u:A-' }, 0, { '/S': '/D' }, 2, '2 0 R', 'u:x', {}] } },
    2: roman,
  });
  assert.deepEqual(pageLabels(document, 6), [
    { style: '/D', prefix: undefined, number: 1 },
    { style: '/D', prefix: undefined, number: 2 },
    { style: '/r', prefix: undefined, number: 3 },
    { style: '/r', prefix: undefined, number: 4 },
    { style: undefined, prefix: 'u:A-', number: 1 },
    { style: undefined, prefix: 'u:A-', number: 2 },
  ]);
  assert.equal(pageLabels(documentWith({ 1: {} }), 3), null);
  // Before the first range pages count from 1.
  const late = documentWith({ 1: { '/PageLabels': { '/Nums': [1, { '/S': '/a', '/P': 7 }] } } });
  assert.deepEqual(pageLabels(late, 2), [
    { style: '/D', prefix: undefined, number: 1 },
    { style: '/a', prefix: undefined, number: 1 },
  ]);
});

test('consecutive labels are one range, in any order of the pages', () => {
  const document = documentWith({ 1: { '/PageLabels': { '/Nums': [0, roman, 3, { '/S': '/D', '/P': 'u:x' }] } } });
  const D = (start: number) => ({ '/St': start, '/S': '/D', '/P': 'u:x' });
  assert.deepEqual(labelsFor(document, [0, 1, 2, 3, 4], 5), { '/Nums': [0, { '/St': 3, '/S': '/r' }, 3, D(1)] });
  assert.deepEqual(labelsFor(document, [4, 3, 1, 9], 5), { '/Nums': [0, D(2), 1, D(1), 2, { '/St': 4, '/S': '/r' }] });
  assert.equal(labelsFor(documentWith(treeOf([])), [0], 1), null);
  // Labels of nothing but a prefix have no number that could continue.
  const plain = { style: undefined, prefix: 'u:p' };
  assert.deepEqual(
    labelTree([
      { ...plain, number: 1 },
      { ...plain, number: 2 },
    ]),
    {
      '/Nums': [0, { '/St': 1, '/P': 'u:p' }, 1, { '/St': 2, '/P': 'u:p' }],
    },
  );
  const other = { style: '/D', prefix: undefined };
  assert.deepEqual(
    labelTree([
      { ...other, number: 1 },
      { ...other, prefix: 'u:q', number: 2 },
      { ...other, style: '/A', prefix: 'u:q', number: 3 },
    ]),
    {
      '/Nums': [
        0,
        { '/St': 1, '/S': '/D' },
        1,
        { '/St': 2, '/S': '/D', '/P': 'u:q' },
        2,
        { '/St': 3, '/S': '/A', '/P': 'u:q' },
      ],
    },
  );
});
