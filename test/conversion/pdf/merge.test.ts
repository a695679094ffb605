// Parts of each document in a joined one: outlines, named destinations, layers, structure; and objects stored once.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  isReference,
  type PdfDictionary,
  type PdfDocument,
  type PdfGraph,
  type PdfObject,
  type PdfValue,
} from '#conversion/pdf/graph.ts';
import { digestOf, possibleDuplicates, shareDuplicates } from '#conversion/pdf/merge/duplicates.ts';
import { copiedObjects } from '#conversion/pdf/merge/copied.ts';
import { mergePatch } from '#conversion/pdf/merge/merge.ts';
import { readOutline, type OutlineItem } from '#conversion/pdf/outline.ts';
import { treeEntries } from '#conversion/pdf/name-tree.ts';
import { documentWith, graphWith, patched, streamOf, treeOf } from '../../support/graphs.ts';

type Objects = Record<number, PdfValue | PdfObject>;

/** How far the numbers of a part's objects are moved where pages are joined. */
const step = 100;

/** The same value with its references moved. */
function moved(value: PdfValue, by: number): PdfValue {
  if (isReference(value)) return `${Number.parseInt(value, 10) + by} 0 R`;
  if (Array.isArray(value)) return value.map((item) => moved(item, by));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, moved(item as PdfValue, by)]));
}

interface Source {
  catalog?: PdfDictionary;
  /** From number 3 on; 3 is the first page. */
  objects?: Objects;
  pages?: number[];
}

/** Documents joined as qpdf does it: the pages of all with everything they reach, nothing of the catalogs. */
function merged(
  sources: readonly Source[],
  catalog: PdfDictionary = {},
): { document: PdfDocument; references: Set<string> } {
  const parts = sources.map(({ catalog: own = {}, objects = {}, pages = [3] }, n) => ({
    title: `part ${n + 1}`,
    graph: graphWith({
      ...treeOf(pages, own),
      ...Object.fromEntries(pages.map((page) => [page, { '/Type': '/Page' }])),
      ...objects,
    }),
  }));
  const joined: Objects = {
    ...treeOf(
      sources.flatMap(({ pages = [3] }, n) => pages.map((page) => page + (n + 1) * step)),
      catalog,
    ),
  };
  for (const [n, { graph }] of parts.entries())
    for (const key of graph.keys()) {
      const number = Number(/^obj:(\d+)/.exec(key)?.[1] ?? 0);
      const object = graph.object(key);
      if (number < 3 || object === undefined) continue;
      const by = (n + 1) * step;
      joined[number + by] =
        'stream' in object ? streamOf(moved(object.stream.dict, by) as PdfDictionary) : moved(object.value, by);
    }
  const graph = graphWith(joined);
  const document = patched(graph, mergePatch(graph, parts));
  return { document, references: new Set(document.references()) };
}

const outlineOf = (document: PdfDocument) => {
  const shown = ({ dictionary, children }: OutlineItem): unknown => [
    dictionary['/Title'],
    dictionary['/Dest'] ?? dictionary['/A'] ?? null,
    dictionary['/Count'] ?? 0,
    ...children.map(shown),
  ];
  return readOutline(document).map(shown);
};

test('every document has an entry in the outline, with its own outline below it as open as it was', () => {
  const { document } = merged([
    {
      catalog: { '/Outlines': '10 0 R', '/Dests': { '/n': ['4 0 R', '/XYZ', '30 0 R', 5, null] } },
      pages: [3, 4],
      objects: {
        10: { '/First': '11 0 R' },
        11: {
          '/Title': 'u:a',
          '/Dest': ['3 0 R', '/Fit'],
          '/First': '12 0 R',
          '/Count': 1,
          '/Next': '13 0 R',
          '/C': '31 0 R',
          '/F': 1,
          '/X': 2,
        },
        12: { '/Title': 'u:b', '/Dest': '/n' },
        13: {
          '/Title': '32 0 R',
          '/A': { '/S': '/GoTo', '/D': '/n' },
          '/First': '14 0 R',
          '/Count': -1,
          '/Next': '15 0 R',
        },
        14: { '/Title': 7, '/A': { '/S': '/URI', '/URI': '33 0 R', '/IsMap': true } },
        15: { '/Title': 'u:e', '/A': { '/S': '/Launch' }, '/First': '16 0 R' },
        16: { '/Title': 'u:f', '/Dest': ['99 0 R'] },
        30: 4,
        31: [1, 0, 0],
        32: 'u:d',
        33: 'u:http://a',
      },
    },
    {},
  ]);
  assert.deepEqual(outlineOf(document), [
    [
      'u:part 1',
      ['103 0 R', '/Fit'],
      4,
      ['u:a', ['103 0 R', '/Fit'], 1, ['u:b', ['104 0 R', '/XYZ', 4, 5, null], 0]],
      ['u:d', ['104 0 R', '/XYZ', 4, 5, null], -1, ['u:', { '/S': '/URI', '/URI': 'u:http://a' }, 0]],
      ['u:e', null, -1, ['u:f', null, 0]],
    ],
    ['u:part 2', ['203 0 R', '/Fit'], 0],
  ]);
  const root = document.dictionary(document.catalog['/Outlines']);
  assert.equal(root['/Count'], 6);
  const [first, second] = readOutline(document);
  assert.ok(first !== undefined && second !== undefined);
  assert.deepEqual([root['/First'], root['/Last']], [first.reference, second.reference]);
  assert.deepEqual([first.dictionary['/Next'], first.dictionary['/Prev']], [second.reference, undefined]);
  assert.deepEqual([second.dictionary['/Next'], second.dictionary['/Prev']], [undefined, first.reference]);
  const below = first.children.map(({ reference }) => reference) ?? [];
  assert.deepEqual([first.dictionary['/First'], first.dictionary['/Last']], [below[0], below[2]]);
  assert.deepEqual(
    first.children.map(({ dictionary }) => [dictionary['/Prev'], dictionary['/Next'], dictionary['/Parent']]),
    [
      [undefined, below[1], first.reference],
      [below[0], below[2], first.reference],
      [below[1], undefined, first.reference],
    ],
  );
  assert.deepEqual(
    [first.children[0]?.dictionary['/C'], first.children[0]?.dictionary['/F'], first.children[0]?.dictionary['/X']],
    [[1, 0, 0], 1, undefined],
  );
});

test('a name that two documents use leads to two places, and the links of the later one follow it', () => {
  const source = (more: PdfDictionary = {}): Source => ({
    catalog: {
      '/Names': {
        '/Dests': {
          '/Names': ['u:a', ['3 0 R', '/Fit'], 'b:62', ['3 0 R'], 'u:gone', ['77 0 R'], 'u:a', ['3 0 R', '/FitB']],
        },
      },
      '/Dests': { '/c': ['3 0 R', '/FitH'] },
      ...more,
    },
    objects: {
      3: { '/Type': '/Page', '/Annots': ['5 0 R', '6 0 R', '7 0 R', '8 0 R', { '/Dest': 'u:a' }] },
      5: { '/Dest': 'u:a' },
      6: { '/A': { '/S': '/GoTo', '/D': 'b:62', '/X': 1 } },
      7: { '/Dest': '9 0 R' },
      8: { '/Dest': ['3 0 R'], '/A': {} },
      9: '/c',
    },
  });
  const { document } = merged([source(), source(), source()], { '/Names': { '/EmbeddedFiles': 1 } });
  const names = document.dictionary(document.catalog['/Names']);
  assert.equal(names['/EmbeddedFiles'], 1);
  assert.deepEqual(treeEntries(document, names['/Dests'], '/Names'), [
    ['u:a', ['103 0 R', '/Fit']],
    ['u:a-2', ['203 0 R', '/Fit']],
    ['u:a-3', ['303 0 R', '/Fit']],
    ['b:62', ['103 0 R']],
    ['b:622d32', ['203 0 R']],
    ['b:622d33', ['303 0 R']],
    ['u:c', ['103 0 R', '/FitH']],
    ['u:c-2', ['203 0 R', '/FitH']],
    ['u:c-3', ['303 0 R', '/FitH']],
  ]);
  const links = (by: number) => [5, 6, 7, 8].map((number) => document.dictionary(`${number + by} 0 R`));
  assert.deepEqual(links(100), [
    { '/Dest': 'u:a' },
    { '/A': { '/S': '/GoTo', '/D': 'b:62', '/X': 1 } },
    { '/Dest': 'u:c' },
    { '/Dest': ['103 0 R'], '/A': {} },
  ]);
  assert.deepEqual(links(200), [
    { '/Dest': 'u:a-2' },
    { '/A': { '/S': '/GoTo', '/D': 'b:622d32', '/X': 1 } },
    { '/Dest': 'u:c-2' },
    { '/Dest': ['203 0 R'], '/A': {} },
  ]);
});

test('documents without names, layers, tags and a common language are joined without any', () => {
  const { document } = merged([{ catalog: { '/Lang': 'u:de' } }, { catalog: { '/Lang': 'u:en' } }], {
    '/PageMode': '/UseAttachments',
  });
  assert.deepEqual(Object.keys(document.catalog), ['/Type', '/Pages', '/Outlines']);
  assert.equal(
    merged([{ catalog: { '/Lang': 'u:de' } }, { catalog: { '/Lang': 'u:de' } }]).document.catalog['/Lang'],
    'u:de',
  );
  assert.equal('/Lang' in merged([{}, {}]).document.catalog, false);
  assert.equal('/Lang' in merged([{ catalog: { '/Lang': 7 } }]).document.catalog, false);
});

test('a layer stays as visible as its document has it', () => {
  const layers = (configuration: PdfDictionary): Source => ({
    catalog: { '/OCProperties': { '/OCGs': ['5 0 R', '6 0 R', '7 0 R'], '/D': configuration } },
    objects: {
      3: { '/Type': '/Page', '/Resources': { '/A': '5 0 R', '/B': '6 0 R' } },
      5: { '/Name': 'u:5' },
      6: { '/Name': 'u:6' },
      7: {},
      8: ['u:title', '5 0 R', '8 0 R'],
    },
  });
  const { document } = merged([
    layers({ '/OFF': ['6 0 R'], '/Order': ['5 0 R', ['u:x', '6 0 R', '7 0 R'], ['7 0 R'], '8 0 R', '8 0 R', null] }),
    layers({ '/BaseState': '/OFF', '/ON': ['5 0 R'] }),
    layers({ '/BaseState': '/ON' }),
    {},
  ]);
  const properties = document.dictionary(document.catalog['/OCProperties']);
  // A layer that no page refers to is not in the joined document: qpdf copies what pages reach.
  assert.deepEqual(properties['/OCGs'], ['105 0 R', '106 0 R', '205 0 R', '206 0 R', '305 0 R', '306 0 R']);
  assert.deepEqual(properties['/D'], {
    '/ON': ['105 0 R', '205 0 R', '305 0 R', '306 0 R'],
    '/OFF': ['106 0 R', '206 0 R'],
    '/Order': ['105 0 R', ['u:x', '106 0 R'], ['u:title', '105 0 R']],
  });
});

test('a list of layers that nests without end is cut off', () => {
  const lists = Object.fromEntries(Array.from({ length: 60 }, (_, n) => [n + 30, [`${n + 31} 0 R`, '5 0 R']]));
  const { document } = merged([
    {
      catalog: { '/OCProperties': { '/OCGs': ['5 0 R'], '/D': { '/Order': '30 0 R' } } },
      objects: { 3: { '/Type': '/Page', '/Resources': { '/A': '5 0 R' } }, 5: {}, ...lists, 90: [] },
    },
  ]);
  let depth = 0;
  const order = document.dictionary(document.dictionary(document.catalog['/OCProperties'])['/D'])['/Order'];
  for (let list = order; Array.isArray(list); list = list[0]) depth += 1;
  assert.equal(depth, 34);
});

const tagged = (roles: PdfDictionary): Source => ({
  catalog: { '/StructTreeRoot': '50 0 R' },
  objects: {
    3: { '/Type': '/Page', '/StructParents': 0, '/Annots': ['5 0 R'] },
    5: { '/StructParent': 2, '/Subtype': '/Link' },
    50: {
      '/K': ['51 0 R', '51 0 R', 7],
      '/RoleMap': roles,
      '/ClassMap': { '/C': { '/O': '/Layout', '/Of': '/C' } },
      '/ParentTree': { '/Nums': [0, ['51 0 R', '52 0 R', 3, '60 0 R'], 2, '52 0 R', 'u:x', 0] },
    },
    51: {
      '/S': '/P',
      '/Pg': '3 0 R',
      '/K': [4, '52 0 R', '53 0 R', { '/Type': '/MCR', '/Pg': '3 0 R', '/MCID': 1 }],
      '/P': '50 0 R',
      '/AF': [],
      '/Ref': ['52 0 R'],
      '/A': ['54 0 R', '54 0 R'],
    },
    52: { '/S': '/Link', '/K': { '/Type': '/OBJR', '/Obj': '5 0 R', '/Pg': '3 0 R' }, '/File': '55 0 R' },
    53: { '/S': '/Span', '/K': [{ '/Type': '/OBJR', '/Obj': '55 0 R' }] },
    54: { '/O': '/Table', '/Self': '54 0 R' },
    55: streamOf(),
  },
});

test('the structure trees of all documents are one, when each has one (14.7)', () => {
  const { document } = merged([tagged({ '/A': '/P', '/B': '/H' }), tagged({ '/B': '/H2', '/D': '/H3' })]);
  assert.deepEqual(document.catalog['/MarkInfo'], { '/Marked': true });
  const root = document.dictionary(document.catalog['/StructTreeRoot']);
  assert.deepEqual(root['/RoleMap'], { '/A': '/P', '/B': '/H', '/D': '/H3' }, 'the first document decides');
  assert.deepEqual(root['/ClassMap'], { '/C': { '/O': '/Layout', '/Of': '/C' } });
  assert.equal(root['/ParentTreeNextKey'], 6);
  const [top] = document.array(root['/K']);
  const whole = document.dictionary(top);
  assert.deepEqual(
    [whole['/Type'], whole['/S'], whole['/P']],
    ['/StructElem', '/Document', document.catalog['/StructTreeRoot']],
  );
  const [first, seven, second] = document.array(whole['/K']);
  assert.deepEqual([seven, document.array(whole['/K']).length], [7, 4]);
  const element = document.dictionary(first);
  const [attributes] = document.array(element['/A']);
  assert.deepEqual(document.array(element['/A']), [attributes, attributes], 'shared objects stay shared');
  assert.deepEqual(document.get(attributes), { '/O': '/Table', '/Self': attributes });
  const [number, link, span, content] = document.array(element['/K']);
  assert.deepEqual([number, content], [4, { '/Type': '/MCR', '/Pg': '103 0 R', '/MCID': 1 }]);
  assert.deepEqual(Object.keys(element).toSorted(), ['/A', '/K', '/P', '/Pg', '/S']);
  assert.deepEqual([element['/P'], element['/Pg']], [top, '103 0 R']);
  assert.deepEqual(document.get(link), {
    '/S': '/Link',
    '/File': null,
    '/P': first,
    '/K': [{ '/Type': '/OBJR', '/Obj': '105 0 R', '/Pg': '103 0 R' }],
  });
  assert.deepEqual(document.get(span), { '/S': '/Span', '/P': first }, 'a reference to a missing object is removed');
  const entries = treeEntries(document, root['/ParentTree'], '/Nums');
  assert.deepEqual(entries.slice(0, 2), [
    [0, [first, link, null, null]],
    [2, link],
  ]);
  assert.deepEqual(
    entries.map(([key]) => key),
    [0, 2, 3, 5],
  );
  assert.deepEqual(document.array(entries[2]?.[1])[0], second);
  const keys = ['103 0 R', '105 0 R', '203 0 R', '205 0 R'].map((reference) => {
    const { '/StructParents': page, '/StructParent': object } = document.dictionary(reference);
    return page ?? object;
  });
  assert.deepEqual(keys, [0, 2, 3, 5]);
});

test('the keys of the second document come behind those of the first, however few these are', () => {
  const one = (): Source => ({
    catalog: { '/StructTreeRoot': '50 0 R' },
    objects: {
      3: { '/Type': '/Page', '/StructParents': 0 },
      50: { '/K': '51 0 R', '/ParentTree': { '/Nums': [0, ['51 0 R']] } },
      51: { '/K': 0 },
    },
  });
  const { document } = merged([one(), one(), one()]);
  assert.deepEqual(
    ['103 0 R', '203 0 R', '303 0 R'].map((page) => document.dictionary(page)['/StructParents']),
    [0, 1, 2],
  );
});

test('a page and its copy are walked side by side, as far as they are alike', () => {
  const own = documentWith({
    1: {},
    3: { '/A': '5 0 R', '/B': ['6 0 R', '7 0 R'], '/C': { '/D': '8 0 R' }, '/Parent': '2 0 R' },
    2: { '/Type': '/Pages', '/Up': '9 0 R' },
    5: {},
    6: {},
    7: {},
    8: {},
    9: {},
  });
  const joined = documentWith({
    1: {},
    13: { '/A': '15 0 R', '/B': ['16 0 R'], '/C': null, '/Parent': '12 0 R' },
    12: { '/Type': '/Pages', '/Up': '19 0 R' },
    15: {},
    16: {},
    19: {},
  });
  const page = (document: PdfDocument, reference: string) => [
    { reference, dictionary: document.dictionary(reference) },
  ];
  const copied = copiedObjects(own, [...page(own, '3 0 R'), ...page(own, '5 0 R')], joined, page(joined, '13 0 R'));
  assert.deepEqual(
    [...copied].toSorted(([a], [b]) => a.localeCompare(b)),
    [
      ['2 0 R', '12 0 R'],
      ['3 0 R', '13 0 R'],
      ['5 0 R', '15 0 R'],
      ['6 0 R', '16 0 R'],
    ],
  );
});

test('one document without a structure tree removes those of the others, and the references into them', () => {
  const { document } = merged([tagged({}), {}]);
  assert.equal(document.catalog['/StructTreeRoot'], undefined);
  assert.deepEqual(document.get('103 0 R'), { '/Type': '/Page', '/Annots': ['105 0 R'] });
  assert.deepEqual(document.get('105 0 R'), { '/Subtype': '/Link' });
});

test('elements and values that nest without end are cut off', () => {
  const levels = 250;
  const chain = (key: '/K' | '/A') =>
    Object.fromEntries(
      Array.from({ length: levels }, (_, n) => [n + 52, key === '/K' ? { '/K': `${n + 53} 0 R` } : [`${n + 53} 0 R`]]),
    );
  const deep = (objects: Objects) => {
    const { document } = merged([
      { catalog: { '/StructTreeRoot': '50 0 R' }, objects: { 50: { '/K': '51 0 R' }, ...objects } },
    ]);
    const root = document.dictionary(document.catalog['/StructTreeRoot']);
    return { document, element: document.dictionary(document.array(root['/K'])[0]) };
  };
  const elements = deep({ 51: { '/K': '52 0 R' }, ...chain('/K') });
  let depth = 0;
  for (let element = elements.element; '/K' in element; depth++)
    element = elements.document.dictionary(elements.document.array(element['/K'])[0]);
  assert.equal(depth, 201);
  const values = deep({ 51: { '/A': '52 0 R' }, ...chain('/A') });
  let nested = 0;
  const [own] = values.document.array(values.element['/K']);
  for (let value = values.document.get(values.document.dictionary(own)['/A']); Array.isArray(value); nested++)
    value = values.document.get(value[0]);
  assert.equal(nested, 32);
});

const large = { '/Length': 600 };
const duplicated = (more: Objects = {}) =>
  graphWith({
    1: { '/A': '2 0 R', '/B': ['3 0 R', { '/C': '3 0 R' }] },
    2: streamOf({ ...large, '/Filter': '/Fl' }),
    3: streamOf({ ...large, '/Filter': '/Fl' }),
    ...more,
  });

test('streams may be the same when they are large, of one length, one filter and one width', () => {
  const streams = (...dictionaries: PdfDictionary[]) =>
    possibleDuplicates(
      graphWith({ 1: {}, ...Object.fromEntries(dictionaries.map((dict, n) => [n + 2, streamOf(dict)])) }),
    );
  assert.deepEqual(streams(large, large, { '/Length': 601 }), ['2 0 R', '3 0 R']);
  assert.deepEqual(streams({ '/Length': 512 }, { '/Length': 512 }), ['2 0 R', '3 0 R']);
  assert.deepEqual(streams({ '/Length': 511 }, { '/Length': 511 }), []);
  assert.deepEqual(streams({}, {}), []);
  assert.deepEqual(
    streams(large, { ...large, '/Filter': '/Fl' }, { ...large, '/Width': 1 }, { ...large, '/Length1': 2 }),
    [],
  );
  const measured = graphWith({ 1: {}, 2: streamOf({ '/Length': 3 }), 3: streamOf({}) });
  assert.deepEqual(
    possibleDuplicates(measured, () => 1000),
    ['2 0 R', '3 0 R'],
    'the measured size counts',
  );
  assert.notEqual(digestOf(Buffer.from('a')), digestOf(Buffer.from('b')));
});

const digests = new Map([
  ['2 0 R', 'same'],
  ['3 0 R', 'same'],
]);
const shared = (graph: PdfGraph, same: ReadonlyMap<string, string> = digests) => shareDuplicates(graph, same).objects;

test('of streams with the same data and the same words one is left, and everything refers to it', () => {
  assert.deepEqual(shared(duplicated()), {
    'obj:1 0 R': { value: { '/A': '2 0 R', '/B': ['2 0 R', { '/C': '2 0 R' }] } },
  });
  assert.deepEqual(shared(duplicated({ 4: streamOf({ '/Mask': '3 0 R' }) }))['obj:4 0 R'], {
    stream: { dict: { '/Mask': '2 0 R' } },
  });
  assert.deepEqual(
    shared(duplicated({ 3: streamOf({ '/Length': 601, '/Filter': '/Fl' }) })),
    shared(duplicated()),
    'their length is that of the data',
  );
  assert.deepEqual(shared(duplicated({ 3: streamOf({ ...large, '/Filter': '/Fl', '/Height': 2 }) })), {});
  const marked = streamOf({ ...large, '/StructParents': 1 });
  assert.deepEqual(shared(duplicated({ 2: marked, 3: marked })), {}, 'marked content has one place in the structure');
  assert.deepEqual(shared(duplicated(), new Map()), {});
  assert.deepEqual(
    shared(
      duplicated(),
      new Map([
        ['2 0 R', 'a'],
        ['3 0 R', 'b'],
      ]),
    ),
    {},
  );
});

test('fonts with the same program and dictionaries are one font, in any order of the file', () => {
  const graph = graphWith({
    1: {},
    2: { '/Use': ['3 0 R', '4 0 R'] },
    3: { '/Type': '/Font', '/DescendantFonts': ['5 0 R'] },
    4: { '/Type': '/Font', '/DescendantFonts': ['6 0 R'] },
    5: { '/Type': '/Font', '/FontDescriptor': '7 0 R' },
    6: { '/Type': '/Font', '/FontDescriptor': '8 0 R' },
    7: { '/Type': '/FontDescriptor', '/FontFile2': '9 0 R' },
    8: { '/Type': '/FontDescriptor', '/FontFile2': '10 0 R' },
    9: streamOf(large),
    10: streamOf(large),
  });
  const same = new Map([
    ['9 0 R', 'same'],
    ['10 0 R', 'same'],
  ]);
  assert.deepEqual(shared(graph, same), { 'obj:2 0 R': { value: { '/Use': ['3 0 R', '3 0 R'] } } });
  assert.equal(shareDuplicates(graph, same).maxId, 10);
});

test('dictionaries that have a place of their own are never shared, lists of numbers and profiles are', () => {
  const pair = (value: PdfValue) =>
    'obj:40 0 R' in shared(graphWith({ 1: {}, 30: value, 31: value, 40: ['31 0 R', 'x'] }));
  for (const type of ['/Font', '/FontDescriptor', '/ExtGState', '/Encoding'])
    assert.equal(pair({ '/Type': type }), true, type);
  for (const own of [{ '/Type': '/Page' }, { '/Type': '/Annot' }, {}, { '/Type': 7 }, 'u:text', null])
    assert.equal(pair(own), false, JSON.stringify(own));
  assert.equal(pair([1, 2, 3, 4]), true);
  assert.equal(pair([1, 2, 3]), false);
  assert.equal(pair([1, 2, 3, 'u:4']), false);
  assert.equal(pair(['/Indexed', ['/ICCBased', '5 0 R'], 1, 'b:00']), true);
});
