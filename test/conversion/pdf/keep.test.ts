// How each part of a document is reduced when some of its pages are kept.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { namedDestinations } from '#conversion/pdf/destinations.ts';
import { isReference, PdfDocument, type PdfDictionary, type PdfObject, type PdfValue } from '#conversion/pdf/graph.ts';
import { keepPages } from '#conversion/pdf/keep-pages.ts';
import { keptActions } from '#conversion/pdf/keep/actions.ts';
import { keptForm } from '#conversion/pdf/keep/form.ts';
import type { Keeping } from '#conversion/pdf/keep/keeping.ts';
import { keptLayers } from '#conversion/pdf/keep/layers.ts';
import { keptOutline } from '#conversion/pdf/keep/outline.ts';
import { namesIn, reducedResources } from '#conversion/pdf/keep/resources.ts';
import { keptStructure } from '#conversion/pdf/keep/structure.ts';
import { pagesOf } from '#conversion/pdf/pages.ts';
import { documentWith, graphWith, patched, streamOf, treeOf } from '../../support/graphs.ts';

type Objects = Record<number, PdfValue | PdfObject>;

const pageKept = '3 0 R';
const pageGone = '4 0 R';

/** Pages 3 (kept) and 4 (not), with further objects. */
function keepingOf(catalog: PdfDictionary, objects: Objects = {}): Keeping {
  const document = documentWith({
    ...treeOf([3, 4], catalog),
    3: { '/Type': '/Page' },
    4: { '/Type': '/Page' },
    ...objects,
  });
  const pages = pagesOf(document).filter(({ reference }) => reference === pageKept);
  return { document, pages, kept: new Set([pageKept]), named: namedDestinations(document) };
}

test('a link to a kept page stays, one to another page or to nothing goes', () => {
  const keeping = keepingOf(
    { '/Dests': { '/here': [pageKept, '/Fit'], '/there': { '/D': [pageGone, '/Fit'] } } },
    { 9: { '/D': [pageKept, '/XYZ', 0, 0, 0], '/SD': [pageGone] } },
  );
  const actions = (item: PdfDictionary) => keptActions(keeping, item);
  assert.deepEqual(actions({ '/Dest': '/here' }), { '/Dest': '/here' });
  assert.deepEqual(actions({ '/Dest': '9 0 R' }), { '/Dest': [pageKept, '/XYZ', 0, 0, 0] });
  assert.equal(actions({ '/Dest': '/there' }), null);
  assert.equal(actions({ '/Dest': '/none' }), null);
  assert.deepEqual(actions({ '/A': { '/S': '/GoTo', '/D': '/here', '/SD': 1, '/Next': {} } }), {
    '/A': { '/S': '/GoTo', '/D': '/here' },
  });
  assert.equal(actions({ '/A': { '/S': '/GoTo', '/D': '/there' } }), null);
});

test('actions that need nothing of the document stay, alone; scripts and media go', () => {
  const keeping = keepingOf({});
  for (const kind of ['/URI', '/GoToR', '/Launch', '/Named', '/ResetForm', '/SubmitForm', '/SetOCGState'])
    assert.deepEqual(keptActions(keeping, { '/A': { '/S': kind, '/Next': {}, '/Fields': [], '/F': 1 } }), {
      '/A': { '/S': kind, '/F': 1 },
    });
  for (const kind of ['/JavaScript', '/GoToE', '/Movie', '/Rendition'])
    assert.equal(keptActions(keeping, { '/A': { '/S': kind } }), null, kind);
  assert.equal(keptActions(keeping, {}), null);
});

test('a form keeps the fields that have a widget on a kept page, and of groups those below that do', () => {
  const keeping = keepingOf(
    {
      '/AcroForm': {
        '/Fields': ['10 0 R', '13 0 R', '14 0 R', { '/T': 'u:direct' }, '10 0 R'],
        '/DA': 'u:/F 1 Tf',
        '/Q': 1,
        '/NeedAppearances': true,
        '/SigFlags': 3,
        '/DR': {},
        '/XFA': [],
        '/CO': ['10 0 R'],
      },
    },
    {
      10: { '/T': 'u:group', '/Kids': ['11 0 R', '12 0 R'], '/A': { '/S': '/URI' }, '/AA': {} },
      11: { '/T': 'u:kept', '/Parent': '10 0 R', '/A': { '/S': '/Named' }, '/AA': {} },
      12: { '/T': 'u:gone', '/Parent': '10 0 R' },
      13: { '/T': 'u:gone too' },
      14: { '/T': 'u:alone' },
      15: { '/T': 'u:unknown', '/Parent': '13 0 R' },
    },
  );
  const { document } = keeping;
  const form = document.dictionary(keptForm(keeping, new Set(['11 0 R', '14 0 R', '15 0 R'])));
  assert.deepEqual(form, {
    '/Fields': ['10 0 R', '14 0 R'],
    '/NeedAppearances': true,
    '/SigFlags': 3,
    '/DR': {},
    '/DA': 'u:/F 1 Tf',
    '/Q': 1,
  });
  assert.deepEqual(document.get('10 0 R'), { '/T': 'u:group', '/Kids': ['11 0 R'] });
  assert.deepEqual(document.get('11 0 R'), { '/T': 'u:kept', '/Parent': '10 0 R', '/A': { '/S': '/Named' } });
  assert.deepEqual([document.get('12 0 R'), document.get('13 0 R')], [null, null]);
  assert.deepEqual(document.get('14 0 R'), { '/T': 'u:alone' });
  assert.deepEqual(document.get('15 0 R'), { '/T': 'u:unknown' }, 'a widget of no field keeps itself only');
});

test('a form without a field on a kept page goes; fields that contain each other end', () => {
  const gone = keepingOf({ '/AcroForm': { '/Fields': ['10 0 R'] } }, { 10: { '/Kids': ['10 0 R'] } });
  assert.equal(keptForm(gone, new Set()), null);
  const levels = 80;
  const chain = Object.fromEntries(
    Array.from({ length: levels }, (_, n) => [n + 10, { '/Kids': n === levels - 1 ? [] : [`${n + 11} 0 R`] }]),
  );
  const deep = (leaf: number) =>
    keptForm(keepingOf({ '/AcroForm': { '/Fields': ['10 0 R'] } }, chain), new Set([`${leaf} 0 R`]));
  assert.notEqual(deep(74), null);
  assert.equal(deep(75), null);
});

test('the layers that kept pages refer to stay, in their lists and as visible as they were', () => {
  const keeping = keepingOf(
    {
      '/OCProperties': {
        '/OCGs': ['20 0 R', '21 0 R', '22 0 R', 5],
        '/D': {
          '/Name': 'u:default',
          '/AS': [],
          '/ON': ['20 0 R', '22 0 R'],
          '/OFF': ['21 0 R'],
          '/Order': [
            'u:title',
            ['20 0 R', '22 0 R'],
            ['22 0 R'],
            '30 0 R',
            '30 0 R',
            ['u:below', '21 0 R'],
            '31 0 R',
            { '/X': 1 },
          ],
          '/RBGroups': [['20 0 R', '22 0 R'], '30 0 R'],
          '/Locked': ['22 0 R'],
        },
      },
    },
    {
      3: { '/Resources': { '/Properties': { '/A': '20 0 R', '/B': ['23 0 R'] } }, '/Parent': '24 0 R', '/P': '24 0 R' },
      20: { '/Type': '/OCG', '/More': '22 0 R' },
      21: { '/Type': '/OCG' },
      22: { '/Type': '/OCG' },
      23: { '/OCGs': '21 0 R', '/Up': '23 0 R' },
      24: { '/Hidden': '22 0 R' },
      30: ['21 0 R', '30 0 R'],
      31: { '/Type': '/Other' },
    },
  );
  const { document } = keeping;
  assert.deepEqual(document.dictionary(keptLayers(keeping)), {
    '/OCGs': ['21 0 R', '20 0 R'],
    '/D': {
      '/Name': 'u:default',
      '/ON': ['20 0 R'],
      '/OFF': ['21 0 R'],
      '/Order': ['u:title', ['20 0 R'], ['21 0 R'], ['u:below', '21 0 R']],
      '/RBGroups': [['20 0 R'], ['21 0 R']],
      '/Locked': [],
    },
  });
});

test('layers that no kept page refers to go with their lists; lists without end are cut off', () => {
  assert.equal(keptLayers(keepingOf({ '/OCProperties': { '/OCGs': ['20 0 R'] } }, { 20: {} })), null);
  assert.equal(keptLayers(keepingOf({})), null);
  const lists = Object.fromEntries(Array.from({ length: 60 }, (_, n) => [n + 30, [`${n + 31} 0 R`, '20 0 R']]));
  const keeping = keepingOf(
    { '/OCProperties': { '/OCGs': ['20 0 R'], '/D': { '/Order': '30 0 R' } } },
    { 3: { '/Resources': '20 0 R' }, 20: {}, ...lists, 90: [] },
  );
  const { '/D': configuration } = keeping.document.dictionary(keptLayers(keeping));
  let depth = 0;
  for (let list = keeping.document.dictionary(configuration)['/Order']; Array.isArray(list); list = list[0]) depth += 1;
  assert.equal(depth, 34);
});

test('an outline keeps the items that lead to kept pages; children of removed ones move up', () => {
  const item = (title: string, page: string | null, more: PdfDictionary) => ({
    '/Title': title,
    '/SE': '9 0 R',
    ...(page === null ? {} : { '/Dest': [page, '/Fit'] }),
    ...more,
  });
  const keeping = keepingOf(
    { '/Outlines': '40 0 R' },
    {
      40: { '/First': '41 0 R' },
      41: item('u:gone', pageGone, { '/First': '42 0 R', '/Next': '44 0 R', '/Count': 2 }),
      42: item('u:up', pageKept, { '/Next': '43 0 R' }),
      43: item('u:web', null, { '/A': { '/S': '/URI' } }),
      44: item('u:closed', pageKept, { '/First': '45 0 R', '/Count': -1, '/Next': '46 0 R', '/C': [1, 0, 0], '/F': 2 }),
      45: item('u:below', pageKept, {}),
      46: item('u:open', pageKept, { '/First': '47 0 R', '/Count': 1 }),
      47: item('u:shown', pageKept, { '/First': '48 0 R', '/Count': 1 }),
      48: item('u:shown too', pageKept, {}),
    },
  );
  const { document } = keeping;
  const top = keptOutline(keeping);
  assert.ok(isReference(top ?? undefined));
  assert.deepEqual(document.get(top), { '/Type': '/Outlines', '/First': '42 0 R', '/Last': '46 0 R', '/Count': 5 });
  const dest = { '/Dest': [pageKept, '/Fit'] };
  assert.deepEqual(document.get('42 0 R'), { '/Title': 'u:up', ...dest, '/Parent': top, '/Next': '44 0 R' });
  assert.deepEqual(document.get('44 0 R'), {
    '/Title': 'u:closed',
    '/C': [1, 0, 0],
    '/F': 2,
    ...dest,
    '/Parent': top,
    '/Prev': '42 0 R',
    '/Next': '46 0 R',
    '/First': '45 0 R',
    '/Last': '45 0 R',
    '/Count': -1,
  });
  assert.deepEqual(document.get('46 0 R'), {
    '/Title': 'u:open',
    ...dest,
    '/Parent': top,
    '/Prev': '44 0 R',
    '/First': '47 0 R',
    '/Last': '47 0 R',
    '/Count': 2,
  });
  assert.deepEqual([document.get('41 0 R'), document.get('43 0 R')], [null, null]);
  assert.equal(
    keptOutline(keepingOf({ '/Outlines': { '/First': '41 0 R' } }, { 41: item('u:gone', pageGone, {}) })),
    null,
  );
});

test('an item with nothing said of its items below is a closed one', () => {
  const keeping = keepingOf(
    { '/Outlines': { '/First': '41 0 R' } },
    {
      41: { '/Title': 'u:a', '/Dest': [pageKept], '/First': '42 0 R' },
      42: { '/Title': 'u:b', '/Dest': [pageKept] },
    },
  );
  const top = keeping.document.dictionary(keptOutline(keeping));
  assert.equal(top['/Count'], 1);
  assert.equal(keeping.document.dictionary('41 0 R')['/Count'], -1);
  const none = keepingOf(
    { '/Outlines': { '/First': '41 0 R' } },
    { 41: { '/Dest': [pageKept], '/First': '42 0 R', '/Count': 0 }, 42: { '/Dest': [pageKept] } },
  );
  assert.equal(none.document.dictionary(keptOutline(none))['/Count'], 1);
});

test('every name in content counts, as it is written and as it is meant', () => {
  assert.deepEqual(
    [...namesIn(Buffer.from('/A/B#41(/C)[/D]/E%/F\n<</G 1>>/H#zz/', 'latin1'))],
    ['/A', '/B#41', '/BA', '/C', '/D', '/E', '/F', '/G', '/H#zz'],
  );
});

test('resources are reduced to the named ones, except those that need no name or cannot be determined', () => {
  const document = documentWith({
    1: {},
    5: streamOf({ '/Subtype': '/Form', '/Resources': {} }),
    6: streamOf({ '/Subtype': '/Form' }),
  });
  const all = {
    '/ProcSet': ['/PDF'],
    '/Font': { '/F1': { '/Subtype': '/Type1' }, '/F2': 1 },
    '/XObject': { '/A': '5 0 R', '/B': '6 0 R', '/M\u00fc': 7 },
    '/ColorSpace': { '/DefaultRGB': 1, '/DefaultGray': 2, '/DefaultCMYK': 3, '/Cs': 4 },
    '/Pattern': { '/P': 1 },
    '/Shading': { '/S': 1 },
    '/ExtGState': { '/G': 1 },
    '/Properties': { '/Q': 1 },
  };
  assert.deepEqual(reducedResources(document, all, new Set(['/F1', '/A', '/G'])), {
    '/ProcSet': ['/PDF'],
    '/Font': { '/F1': { '/Subtype': '/Type1' } },
    '/XObject': { '/A': '5 0 R', '/M\u00fc': 7 },
    '/ColorSpace': { '/DefaultRGB': 1, '/DefaultGray': 2, '/DefaultCMYK': 3 },
    '/Pattern': {},
    '/Shading': {},
    '/ExtGState': { '/G': 1 },
    '/Properties': {},
  });
  assert.equal(reducedResources(document, all, new Set(['/B'])), all, 'a form borrows the resources of its page');
  const glyphs = { '/Font': { '/T': { '/Subtype': '/Type3' }, '/U': 1 } };
  assert.equal(reducedResources(document, glyphs, new Set(['/T'])), glyphs, 'so do glyphs');
  assert.deepEqual(reducedResources(document, glyphs, new Set(['/U'])), { '/Font': { '/U': 1 } });
  const pattern = { '/Pattern': { '/B': '6 0 R' } };
  assert.deepEqual(reducedResources(document, pattern, new Set(['/B'])), pattern);
  assert.deepEqual(reducedResources(document, undefined, new Set()), {});
});

test('the structure tree keeps the elements with content on kept pages, and the way back to them (14.7)', () => {
  const keeping = keepingOf(
    { '/StructTreeRoot': '50 0 R' },
    {
      3: {
        '/Own': '64 0 R',
        '/StructParents': 0,
        '/Annots': ['60 0 R'],
        '/Resources': { '/XObject': { '/X': '61 0 R' } },
      },
      50: {
        '/Type': '/StructTreeRoot',
        '/K': ['51 0 R', '55 0 R', '51 0 R'],
        '/RoleMap': { '/H': '/H1' },
        '/ClassMap': {},
        '/Namespaces': [],
        '/IDTree': {},
        '/ParentTree': {
          '/Nums': [
            0,
            ['52 0 R', '55 0 R', null],
            1,
            ['55 0 R'],
            2,
            '53 0 R',
            5,
            '52 0 R',
            6,
            '55 0 R',
            7,
            ['52 0 R'],
            8,
            ['52 0 R'],
          ],
        },
      },
      51: { '/S': '/Sect', '/K': ['52 0 R', '53 0 R', '54 0 R', '56 0 R'], '/AF': [] },
      52: {
        '/S': '/P',
        '/Pg': pageKept,
        '/K': [0, { '/Type': '/MCR', '/Pg': pageGone, '/MCID': 1 }, { '/Type': '/MCR', '/MCID': 2 }],
      },
      53: {
        '/S': '/Link',
        '/Pg': pageKept,
        '/K': [
          { '/Type': '/OBJR', '/Obj': '60 0 R' },
          { '/Type': '/OBJR', '/Obj': '62 0 R' },
          { '/Type': '/OBJR', '/Obj': '61 0 R' },
        ],
      },
      54: { '/S': '/P', '/Pg': pageGone, '/K': [4, { '/Type': '/MCR', '/Pg': pageKept, '/MCID': 5 }] },
      55: { '/S': '/P', '/Pg': pageGone, '/K': 0 },
      56: { '/S': '/Empty' },
      60: { '/StructParent': 5 },
      61: streamOf({ '/StructParents': 7, '/Parent': '62 0 R', '/Other': '63 0 R' }),
      62: { '/StructParents': 2 },
      63: { '/StructParent': 6 },
      64: { '/StructParent': 8 },
    },
  );
  const { document } = keeping;
  assert.equal(keptStructure(keeping, new Set(['60 0 R'])), '50 0 R');
  const root = document.dictionary('50 0 R');
  assert.deepEqual(document.dictionary(root['/ParentTree']), {
    '/Nums': [0, ['52 0 R', null, null], 5, '52 0 R', 7, ['52 0 R']],
  });
  const { '/ParentTree': _tree, ...rest } = root;
  assert.deepEqual(rest, {
    '/Type': '/StructTreeRoot',
    '/K': ['51 0 R'],
    '/RoleMap': { '/H': '/H1' },
    '/ClassMap': {},
    '/Namespaces': [],
    '/ParentTreeNextKey': 8,
  });
  assert.deepEqual(document.get('51 0 R'), { '/S': '/Sect', '/P': '50 0 R', '/K': ['52 0 R', '53 0 R', '54 0 R'] });
  assert.deepEqual(document.dictionary('52 0 R')['/K'], [0, { '/Type': '/MCR', '/MCID': 2 }]);
  assert.deepEqual(document.dictionary('52 0 R')['/Pg'], pageKept);
  assert.deepEqual(document.dictionary('53 0 R')['/K'], [
    { '/Type': '/OBJR', '/Obj': '60 0 R' },
    { '/Type': '/OBJR', '/Obj': '61 0 R' },
  ]);
  assert.deepEqual(document.get('54 0 R'), {
    '/S': '/P',
    '/P': '51 0 R',
    '/K': [{ '/Type': '/MCR', '/Pg': pageKept, '/MCID': 5 }],
  });
  assert.deepEqual([document.get('55 0 R'), document.get('56 0 R')], [null, null]);
});

test('a structure tree of which nothing is left goes; elements that contain each other end', () => {
  assert.equal(keptStructure(keepingOf({}), new Set()), null);
  assert.equal(keptStructure(keepingOf({ '/StructTreeRoot': '50 0 R' }, { 50: {} }), new Set()), null);
  const root = (kids: PdfValue, more: Objects = {}) =>
    keepingOf({ '/StructTreeRoot': '50 0 R' }, { 50: { '/K': kids }, ...more });
  const direct = { '/K': { '/Type': '/MCR', '/Pg': pageKept } };
  assert.equal(keptStructure(keepingOf({ '/StructTreeRoot': direct }), new Set()), null);
  assert.equal(keptStructure(root(['51 0 R'], { 51: { '/K': ['51 0 R'] } }), new Set()), null);
  const loop = root('51 0 R', { 51: { '/Pg': pageKept, '/K': [3, '51 0 R'] } });
  assert.equal(keptStructure(loop, new Set()), '50 0 R');
  assert.deepEqual(loop.document.dictionary('51 0 R')['/K'], [3]);
  assert.equal(loop.document.dictionary('50 0 R')['/ParentTree'], undefined);
  const chain = (levels: number) =>
    root(
      '51 0 R',
      Object.fromEntries(
        Array.from({ length: levels }, (_, n) => [
          n + 51,
          { '/Pg': pageKept, '/K': n === levels - 1 ? 0 : `${n + 52} 0 R` },
        ]),
      ),
    );
  assert.equal(keptStructure(chain(201), new Set()), '50 0 R');
  assert.equal(keptStructure(chain(202), new Set()), null);
});

test('the way back into the structure is followed through references of a page, two hundred levels deep', () => {
  const chain = Object.fromEntries(
    Array.from({ length: 250 }, (_, n) => [n + 100, { '/StructParent': n, '/Next': `${n + 101} 0 R` }]),
  );
  const asked = Array.from({ length: 250 }, (_, n) => [n, '51 0 R']).flat();
  const keeping = keepingOf(
    { '/StructTreeRoot': '50 0 R' },
    {
      3: { '/Annots': ['100 0 R'] },
      50: { '/K': '51 0 R', '/ParentTree': { '/Nums': asked } },
      51: { '/Pg': pageKept, '/K': 0 },
      ...chain,
    },
  );
  keptStructure(keeping, new Set());
  const root = keeping.document.dictionary('50 0 R');
  assert.equal(root['/ParentTreeNextKey'], 198);
  assert.equal(keeping.document.array(keeping.document.dictionary(root['/ParentTree'])['/Nums']).length, 2 * 198);
  const one = keepingOf(
    { '/StructTreeRoot': '50 0 R' },
    {
      3: { '/StructParents': 0 },
      50: { '/K': '51 0 R', '/ParentTree': { '/Nums': [0, ['51 0 R']] } },
      51: { '/Pg': pageKept, '/K': 0 },
    },
  );
  keptStructure(one, new Set());
  assert.equal(one.document.dictionary('50 0 R')['/ParentTreeNextKey'], 1);
});

const contents = new Map([
  ['6 0 R', Buffer.from('/F1 12 Tf')],
  ['7 0 R', Buffer.from('/F2 12 Tf')],
]);
const whole = (
  catalog: PdfDictionary = {},
  page: PdfDictionary = {},
  more: Objects = {},
  trailer: PdfDictionary = {},
) =>
  graphWith(
    {
      ...treeOf([3, 4], catalog),
      3: {
        '/Type': '/Page',
        '/MediaBox': [0, 0, 9, 9],
        '/Resources': '5 0 R',
        '/Contents': ['6 0 R', '7 0 R'],
        ...page,
      },
      4: { '/Type': '/Page', '/Annots': ['8 0 R'] },
      5: { '/Font': { '/F1': 1, '/F2': 2, '/F3': 3 } },
      6: streamOf(),
      7: streamOf(),
      8: { '/Subtype': '/Text' },
      ...more,
    },
    trailer,
  );
const kept = (
  graph: ReturnType<typeof graphWith>,
  numbers: number[] = [1],
  streams: ReadonlyMap<string, Buffer> = contents,
) => patched(graph, keepPages(graph, numbers, streams));

test('a page keeps the entries that it needs to look the same and to work', () => {
  const keys = {
    '/CropBox': [1],
    '/BleedBox': [1],
    '/TrimBox': [1],
    '/ArtBox': [1],
    '/BoxColorInfo': {},
    '/Rotate': 90,
    '/Group': {},
  };
  const more = { '/StructParents': 1, '/Tabs': '/S', '/Trans': {}, '/Dur': 1, '/UserUnit': 2, '/VP': [] };
  const gone = {
    '/B': [],
    '/Thumb': '7 0 R',
    '/PieceInfo': {},
    '/AA': {},
    '/Metadata': '7 0 R',
    '/AF': [],
    '/LastModified': 'u:',
    '/Own': 1,
  };
  const document = kept(whole({}, { ...keys, ...more, ...gone }));
  const [page, ...others] = pagesOf(document);
  assert.equal(others.length, 0);
  assert.deepEqual(document.get('3 0 R'), {
    '/Parent': document.catalog['/Pages'],
    '/Type': '/Page',
    '/MediaBox': [0, 0, 9, 9],
    '/Contents': ['6 0 R', '7 0 R'],
    ...keys,
    ...more,
    '/Resources': { '/Font': { '/F1': 1, '/F2': 2 } },
  });
  assert.equal(page?.reference, '3 0 R');
  assert.deepEqual([document.get('4 0 R'), document.get('8 0 R')], [null, null]);
});

test('a page whose content is not known keeps its resources', () => {
  const document = kept(whole(), [1], new Map([['6 0 R', Buffer.from('/F1')]]));
  assert.equal(document.dictionary('3 0 R')['/Resources'], '5 0 R');
});

test('the catalog keeps display settings; panels of removed parts do not open', () => {
  const stays = {
    '/Version': '/1.7',
    '/Extensions': {},
    '/ViewerPreferences': {},
    '/PageLayout': '/OneColumn',
    '/Lang': 'u:de',
    '/OutputIntents': [],
    '/URI': {},
  };
  const goes = {
    '/OpenAction': {},
    '/AA': {},
    '/Threads': [],
    '/Metadata': '7 0 R',
    '/PieceInfo': {},
    '/Collection': {},
    '/AF': [],
    '/Perms': {},
    '/DSS': {},
    '/Legal': {},
    '/MarkInfo': {},
  };
  for (const [mode, expected] of [
    ['/UseOutlines', undefined],
    ['/UseAttachments', undefined],
    ['/UseThumbs', '/UseThumbs'],
  ] as const) {
    const {
      '/Pages': pages,
      '/Type': type,
      '/PageMode': found,
      ...catalog
    } = kept(whole({ ...stays, ...goes, '/PageMode': mode })).catalog;
    assert.deepEqual([isReference(pages), type, found], [true, '/Catalog', expected]);
    assert.deepEqual(catalog, stays);
  }
  const outline = { 41: { '/Title': 'u:a', '/Dest': ['3 0 R'] } };
  assert.equal(
    kept(whole({ '/PageMode': '/UseOutlines', '/Outlines': { '/First': '41 0 R' } }, {}, outline)).catalog['/PageMode'],
    '/UseOutlines',
  );
  assert.equal(
    kept(whole({ '/PageMode': '/UseAttachments', '/Outlines': { '/First': '41 0 R' } }, {}, outline)).catalog[
      '/PageMode'
    ],
    undefined,
  );
  const tagged = kept(
    whole(
      { '/MarkInfo': { '/Marked': true }, '/StructTreeRoot': '50 0 R' },
      {},
      { 50: { '/K': '51 0 R' }, 51: { '/Pg': '3 0 R', '/K': 0 } },
    ),
  );
  assert.deepEqual(tagged.catalog['/MarkInfo'], { '/Marked': true });
});

test('of the trailer stays the identifier, when it is one', () => {
  const idOf = (id: PdfValue) =>
    kept(whole({}, {}, { 30: 'b:02' }, { '/ID': id, '/Size': 31, '/Info': '8 0 R', '/Own': '8 0 R' })).trailer;
  assert.deepEqual(idOf(['b:01', '30 0 R']), { '/Root': '1 0 R', '/Size': 31, '/ID': ['b:01', '30 0 R'] });
  for (const odd of [['b:01'], ['b:01', 'b:02', 'b:03'], ['b:01', 2], 7])
    assert.deepEqual(idOf(odd), { '/Root': '1 0 R', '/Size': 31 });
  assert.deepEqual(kept(whole()).trailer, { '/Root': '1 0 R', '/Size': 1 });
});

test('names that lead to kept pages stay, in the tree and in the older dictionary', () => {
  const document = kept(
    whole({
      '/Names': {
        '/Dests': {
          '/Names': ['u:b', ['3 0 R', '/Fit'], 'u:a', { '/D': ['3 0 R'], '/X': 1 }, 'u:c', ['4 0 R'], 9, ['3 0 R']],
        },
        '/JavaScript': {},
      },
      '/Dests': { '/old': { '/D': ['3 0 R', '/FitH', 1] }, '/gone': ['4 0 R'] },
    }),
  );
  const names = document.dictionary(document.catalog['/Names']);
  assert.deepEqual(Object.keys(names), ['/Dests']);
  assert.deepEqual(document.get(names['/Dests']), { '/Names': ['u:a', ['3 0 R'], 'u:b', ['3 0 R', '/Fit']] });
  assert.deepEqual(document.get(document.catalog['/Dests']), { '/old': ['3 0 R', '/FitH', 1] });
  const none = kept(
    whole({ '/Names': { '/Dests': { '/Names': ['u:c', ['4 0 R']] } }, '/Dests': { '/gone': ['4 0 R'] } }),
  ).catalog;
  assert.deepEqual([none['/Names'], none['/Dests']], [undefined, undefined]);
});

test('annotations stay without scripts, files and links to removed parts', () => {
  const document = kept(
    whole(
      { '/AcroForm': { '/Fields': ['14 0 R'] } },
      {
        '/Annots': [
          '10 0 R',
          '11 0 R',
          '12 0 R',
          '13 0 R',
          '14 0 R',
          '15 0 R',
          '16 0 R',
          '99 0 R',
          { '/Subtype': '/Square', '/P': '4 0 R', '/AA': {} },
        ],
      },
      {
        10: {
          '/Subtype': '/Text',
          '/P': '4 0 R',
          '/AA': {},
          '/PA': {},
          '/AF': [],
          '/PieceInfo': {},
          '/IRT': '11 0 R',
          '/Contents': 'u:note',
        },
        11: { '/Subtype': '/Link', '/Dest': ['3 0 R'], '/A': { '/S': '/URI' }, '/IRT': '8 0 R' },
        12: { '/Subtype': '/Link', '/Dest': ['4 0 R'] },
        13: { '/Subtype': '/FileAttachment', '/FS': {} },
        14: { '/Subtype': '/Widget', '/FT': '/Btn', '/A': { '/S': '/JavaScript' } },
        15: { '/Subtype': '/Stamp', '/A': { '/S': '/GoTo', '/D': ['4 0 R'] }, '/IRT': '17 0 R' },
        16: { '/Subtype': '/Link', '/A': { '/S': '/URI', '/URI': 'u:a' } },
        17: { '/Subtype': '/Text' },
      },
    ),
  );
  assert.deepEqual(document.dictionary('3 0 R')['/Annots'], [
    '10 0 R',
    '11 0 R',
    '14 0 R',
    '15 0 R',
    '16 0 R',
    { '/Subtype': '/Square', '/P': '3 0 R' },
  ]);
  assert.deepEqual(document.get('10 0 R'), {
    '/Subtype': '/Text',
    '/P': '3 0 R',
    '/IRT': '11 0 R',
    '/Contents': 'u:note',
  });
  assert.deepEqual(document.get('11 0 R'), { '/Subtype': '/Link', '/Dest': ['3 0 R'] });
  assert.deepEqual([document.get('12 0 R'), document.get('13 0 R')], [null, null]);
  assert.deepEqual(document.get('14 0 R'), { '/Subtype': '/Widget', '/FT': '/Btn' });
  assert.deepEqual(document.get('15 0 R'), { '/Subtype': '/Stamp' });
  assert.deepEqual(document.get('16 0 R'), { '/Subtype': '/Link', '/A': { '/S': '/URI', '/URI': 'u:a' } });
  assert.deepEqual(document.dictionary(document.catalog['/AcroForm'])['/Fields'], ['14 0 R']);
  assert.equal(
    '/Annots' in kept(whole({}, { '/Annots': ['12 0 R'] }, { 12: { '/Subtype': '/Link' } })).dictionary('3 0 R'),
    false,
  );
});

test('pages stay in the order asked for, with their labels', () => {
  const document = kept(whole({ '/PageLabels': { '/Nums': [0, { '/S': '/A' }, 1, { '/S': '/D' }] } }), [2, 1, 7]);
  assert.deepEqual(
    pagesOf(document).map(({ reference }) => reference),
    ['4 0 R', '3 0 R'],
  );
  assert.equal(document.dictionary(document.catalog['/Pages'])['/Count'], 2);
  assert.deepEqual(document.catalog['/PageLabels'], {
    '/Nums': [0, { '/St': 1, '/S': '/D' }, 1, { '/St': 1, '/S': '/A' }],
  });
  assert.ok(document instanceof PdfDocument);
});
