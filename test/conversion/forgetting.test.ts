// An inspector reads one document after the other: nothing of a document may be in its memory once it has answered.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import sharp from 'sharp';
import { isFailure } from '#core/failure.ts';
import { pdfStandardNamed } from '#core/pdf-standards.ts';
import { removeTree } from '#core/remove-tree.ts';
import { startEngines, type Engines } from '#conversion/engines/index.ts';
import type { PdfJob } from '#conversion/engines/pdf/job.ts';
import { tasks } from '#conversion/inspector/tasks.ts';
import { createSandbox, type Sandbox, type SandboxedProgram } from '#conversion/process/sandbox/sandbox.ts';
import { epub, xhtml } from '../support/epub.ts';
import { docxParts, fods, fodt, ole, pdf, zip } from '../support/fixtures.ts';
import { pdfOf, richPdf, stream } from '../support/pdf-builder.ts';
import { eventually } from '../support/platen.ts';

const signal = new AbortController().signal;
const control = 'lodestone-control';
/** Words planted in the documents, and those found in a snapshot. */
const found = (snapshot: string) => [
  ...new Set([...snapshot.matchAll(/lodestone[a-z-]+|ofpage\dx/g)].map(([marker]) => marker)),
];

test('after 200 documents of every kind, the memory of an inspector holds nothing of any of them', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'platen-forgetting-'));
  const hosts: SandboxedProgram[] = [];
  const engines = startEngines(observed(createSandbox(folder), hosts), folder, { warmProcesses: 1 });
  engines.pdf.warmUp();
  await engines.pdf.settled();
  try {
    for (let n = 0; n < 180; n++) await kinds[n % kinds.length]?.(engines, documentsOf(folder, n));
    const held: Record<string, string[]> = {};
    for (const [n, read] of kinds.entries()) {
      await read(engines, documentsOf(folder, 180 + n));
      if (n % 4 !== 3) continue;
      const words = found(await snapshotOf(hosts[0] as SandboxedProgram));
      if (words.join(' ') !== control) held[`after document ${n}`] = words;
    }
    assert.equal(hosts.length, 1, 'one inspector has read all of them');
    assert.deepEqual(held, {});
    const never = Object.keys(tasks).filter((task) => !asked.has(task));
    assert.deepEqual(never, [], 'every task has read some of them');
  } finally {
    await engines.stop();
    await removeTree(folder);
  }
});

/** The tasks that inspectors had. */
const asked = new Set<string>();

/** Inspectors that can be asked for a snapshot, with whole strings. */
function observed(sandbox: Sandbox, hosts: SandboxedProgram[]): Sandbox {
  return {
    ...sandbox,
    async start(command) {
      const isInspector = (args: readonly string[]) =>
        args.some((argument) => argument.endsWith('inspector/worker.ts'));
      let watched = false;
      const host = await sandbox.start({
        ...command,
        async args(folders) {
          const args = await command.args(folders);
          watched = isInspector(args);
          return watched
            ? ['--heapsnapshot-signal=SIGUSR2', '--heap-snapshot-string-limit=100000000', ...args, control]
            : args;
        },
      });
      if (watched) {
        hosts.push(host);
        const { send } = host;
        host.send = (line) => {
          asked.add((JSON.parse(line) as { task: string }).task);
          send(line);
        };
      }
      return host;
    },
  };
}

async function snapshotOf({ pid, root }: SandboxedProgram): Promise<string> {
  const inspector = descendants(pid ?? 0).find((child) =>
    readFileSync(`/proc/${child}/cmdline`, 'utf8').startsWith(process.execPath),
  );
  assert.ok(inspector !== undefined, 'the inspector runs');
  process.kill(inspector, 'SIGUSR2');
  return eventually(async () => {
    const name = (await readdir(root)).find((file) => file.endsWith('.heapsnapshot'));
    const text = name === undefined ? '' : await readFile(join(root, name), 'utf8');
    if (!text.trimEnd().endsWith(']}')) return false;
    await removeTree(join(root, name ?? ''));
    return text;
  }, 'a snapshot of the heap');
}

function descendants(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  return children.flatMap((child) => [child, ...descendants(child)]);
}

/** The files of one document. */
interface Documents {
  /** Planted in its text, styles, names and metadata. */
  mark: (where: string) => string;
  put: (name: string, data: Uint8Array | string) => Promise<string>;
  result: (name: string) => string;
}

const documentsOf = (folder: string, n: number): Documents => ({
  // Of letters, as words are, but for the number.
  mark: (where) => `lodestone${where}${n}`,
  async put(name, data) {
    const path = join(folder, `${n}-${name}`);
    await writeFile(path, data);
    return path;
  },
  result: (name) => join(folder, `${n}-out-${name}`),
});

const allowFailure = (error: unknown) => {
  if (!isFailure(error) || error.code === 'conversion_failed') throw error;
};

async function detected(engines: Engines, { mark }: Documents, files: Record<string, string>): Promise<void> {
  const asked = Object.keys(files).map((file) => ({ file, name: `${mark('filename')}-${file}` }));
  await engines.inspectors.run('detect', asked, { files, signal });
}

async function office(engines: Engines, documents: Documents, format: string, data: Uint8Array | string) {
  const document = await documents.put(`document.${format}`, data);
  await detected(engines, documents, { document });
  await engines.inspectors.run(
    'prepareOffice',
    { format },
    { files: { document }, results: { source: documents.result('source') }, signal },
  );
  await engines.inspectors.run('officeNeedsOwnStart', { format }, { files: { document }, signal });
}

async function withPdf(
  engines: Engines,
  data: readonly (Uint8Array | string)[],
  documents: Documents,
  work: (job: PdfJob, file: string) => Promise<unknown>,
) {
  await using job = await engines.pdf.begin(signal);
  const files: string[] = [];
  for (const [slot, content] of data.entries()) {
    files.push(await documents.put(`${slot}.pdf`, content));
    await job.open(files[slot] ?? '');
  }
  await detected(engines, documents, { document: files[0] ?? '' });
  await work(job, files[0] ?? '');
}

const ceiling = { code: 'too_many_pages', pages: 100 } as const;
const results = ({ result }: Documents) => ({ results: { 'out.pdf': result('out.pdf') } });
const odf = (mime: string, content: string, styles = '') =>
  zip({
    mimetype: mime,
    'content.xml': content,
    'styles.xml': styles,
    'META-INF/manifest.xml': '<manifest:manifest/>',
  });

/** A page as it is recognised, with this word. */
const wordsOf = (text: string): string =>
  JSON.stringify({
    width: 612,
    height: 792,
    turn: 0,
    skew: 0.01,
    confidence: 50,
    matrix: [1, 0, 0, 1, 0, 0],
    lines: [
      {
        starts: 2,
        up: 0,
        baseline: [72, 84, 172, 84],
        height: 12,
        words: [{ text, box: [72, 72, 172, 84], confidence: 50, stroke: 1 }],
      },
    ],
  });

const kinds: readonly ((engines: Engines, documents: Documents) => Promise<unknown>)[] = [
  async (engines, documents) => {
    const { mark, put, result } = documents;
    const style = `<style>.${mark('class')} { color: #123456; font-family: ${mark('font')} }</style><link rel="stylesheet" href="${mark('sheet')}.css"/>`;
    const document = await put(
      'book.epub',
      await epub({
        files: {
          'c1.xhtml': xhtml(
            `<h1 id="${mark('id')}">${mark('heading')}</h1><p class="${mark('class')}">${mark('text')} ${'internationalization '.repeat(20)}</p>`,
            style,
          ),
          [`${mark('name')}.xhtml`]: xhtml(
            `<p xml:lang="lodestone-tongue">${mark('other')} <a href="c1.xhtml#${mark('id')}">${mark('link')}</a></p>`,
          ),
          [`${mark('sheet')}.css`]: `.${mark('rule')}, p { margin: 3px }`,
        },
        nav: `<li><a href="c1.xhtml">${mark('entry')}</a></li>`,
        language: ['en', 'de', 'fr'][Number(mark('').slice(-1)) % 3] ?? 'en',
        metadata: `<dc:publisher>${mark('publisher')}</dc:publisher>`,
      }),
    );
    await detected(engines, documents, { document });
    const facts = result('facts');
    await engines.inspectors.run(
      'unfoldBook',
      { hasContents: true },
      {
        files: { document },
        results: { book: result('book'), facts },
        signal,
      },
    );
    await withPdf(engines, [pdf(mark('printed'), mark('second'))], documents, (job) =>
      job.inspect('finishBook', { maxPages: 100 }, { files: { facts }, ...results(documents) }),
    );
  },
  async (engines, documents) =>
    office(
      engines,
      documents,
      'docx',
      await zip({
        ...docxParts(documents.mark('text')),
        'docProps/core.xml': `<cp:coreProperties><dc:title>${documents.mark('title')}</dc:title></cp:coreProperties>`,
        'word/styles.xml': `<w:styles><w:style w:styleId="${documents.mark('style')}"/></w:styles>`,
      }),
    ),
  async (engines, { mark, ...documents }) =>
    office(
      engines,
      { mark, ...documents },
      'xlsx',
      await zip({
        '[Content_Types].xml':
          '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>',
        '_rels/.rels':
          '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        'xl/_rels/workbook.xml.rels':
          '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
        'xl/workbook.xml': `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="${mark('sheet')}" sheetId="1" r:id="r1"/></sheets><definedNames><definedName name="${mark('name')}">A1</definedName></definedNames></workbook>`,
        'xl/worksheets/sheet1.xml': `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><cols><col min="1" max="40" width="30"/></cols><sheetData><row r="1"><c r="A1" t="inlineStr" s="0"><is><t>${mark('cell')}</t></is></c></row></sheetData></worksheet>`,
        'xl/styles.xml': `<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><fonts><font><name val="${mark('font')}"/></font></fonts></styleSheet>`,
      }),
    ),
  (engines, documents) =>
    office(
      engines,
      documents,
      'fodt',
      fodt(
        documents.mark('heading'),
        documents.mark('text'),
        `<text:table-of-content text:name="${documents.mark('toc')}"><text:index-body><text:p>${documents.mark('entry')}</text:p></text:index-body></text:table-of-content>`,
      ),
    ),
  (engines, documents) =>
    office(
      engines,
      documents,
      'fods',
      fods([documents.mark('cell'), documents.mark('other')], ['x', documents.mark('last')]),
    ),
  async (engines, documents) =>
    office(
      engines,
      documents,
      'ods',
      await odf(
        'application/vnd.oasis.opendocument.spreadsheet',
        fods([documents.mark('cell')]).toString(),
        `<office:document-styles><style:style style:name="${documents.mark('style')}"/></office:document-styles>`,
      ),
    ),
  async (engines, documents) => {
    const [before, after] = await Promise.all(
      ['before', 'after'].map(async (name) =>
        documents.put(
          `${name}.odt`,
          await odf(
            'application/vnd.oasis.opendocument.text',
            fodt(documents.mark('heading'), documents.mark('text'), name).toString(),
          ),
        ),
      ),
    );
    await engines.inspectors.run('tableOfContentsUnchanged', undefined, {
      files: { before: before ?? '', after: after ?? '' },
      signal,
    });
    await office(engines, documents, 'odt', await readFile(before ?? ''));
  },
  (engines, documents) =>
    office(engines, documents, 'csv', `${documents.mark('column')};b;c\n1;2;${documents.mark('cell')}\n`),
  (engines, documents) =>
    office(engines, documents, 'txt', Buffer.from(`\ufeff${documents.mark('text')} `.repeat(50), 'utf16le')),
  (engines, documents) =>
    withPdf(engines, [richPdf()], documents, (job) =>
      job.inspect('extractPages', { ranges: '2-3', ceiling }, results(documents)),
    ),
  (engines, documents) =>
    withPdf(engines, [richPdf(), richPdf()], documents, (job) =>
      job.inspect(
        'splitPages',
        { parts: [{ name: 'page-001.pdf', pages: [1] }], ceiling, maxBytes: 1 << 30 },
        { results: { 'page-001.pdf': documents.result('page-001.pdf') } },
      ),
    ),
  (engines, documents) =>
    withPdf(engines, [richPdf(), richPdf()], documents, (job) =>
      job.inspect(
        'splitBySize',
        { maxPartBytes: 1 << 20, maxParts: 9, ceiling, maxBytes: 1 << 30 },
        { results: { 'part-001.pdf': documents.result('part-001.pdf') } },
      ),
    ),
  (engines, documents) =>
    withPdf(engines, [richPdf(), pdf(documents.mark('text'))], documents, (job) =>
      job.inspect(
        'merge',
        {
          names: [documents.mark('first'), `${documents.mark('second')}.pdf`],
          selected: [{ number: 2, turn: 90 }],
          ceiling,
        },
        results(documents),
      ),
    ),
  (engines, documents) =>
    withPdf(engines, [richPdf()], documents, async (job) => {
      const files = { 'page-0': await documents.put('page-0', wordsOf(documents.mark('recognised'))) };
      const laying = { pages: [0], mode: 'redo', rotate: true, deskew: true, tags: 'suspect', language: 'en' } as const;
      await job.inspect('layText', { ceiling, ...laying }, { files });
      const results = { 'words.json': documents.result('words.json') };
      await engines.inspectors.run('writeWords', { pages: [0], units: [1] }, { files, results, signal });
    }),
  (engines, documents) =>
    withPdf(engines, [pdf(documents.mark('turned'))], documents, (job) =>
      job.inspect('turnPages', { turns: [[1, 90]], ceiling }, results(documents)),
    ),
  (engines, documents) =>
    withPdf(engines, [richPdf(), pdf(documents.mark('line'))], documents, async (job) => {
      const outlines = await documents.put('outlines.svg', `<path d="${documents.mark('path')}"/>`);
      await job.inspect('watermark', { ceiling }, { files: { 'outlines.svg': outlines }, ...results(documents) });
    }),
  (engines, documents) =>
    withPdf(engines, [richPdf(), pdf('0123456789 /')], documents, async (job, file) =>
      job.inspect(
        'numberPages',
        { ceiling, position: 'bottom-left', full: true, file: await job.put(file) },
        results(documents),
      ),
    ),
  (engines, documents) =>
    withPdf(engines, [richPdf()], documents, async (job) => {
      await job.inspect('blankPages', undefined);
      const standard = pdfStandardNamed('pdfa-2b');
      await job.inspect('finishMade', { standard, title: documents.mark('title'), without: [2] }, results(documents));
    }),
  (engines, documents) =>
    withPdf(engines, [pdf(documents.mark('text'))], documents, (job) => job.inspect('checkDistilled', { maxPages: 9 })),
  async (engines, { mark, ...documents }) => {
    const map = `/${mark('map')} 1 beginbfchar <01> <00660066> endbfchar`;
    const said = `/${mark('tag')} <</ActualText (${mark('said').slice(0, 16)})>> BDC <02> Tj EMC`;
    const hidden = `/OC /L BDC (${mark('hidden')}) Tj EMC`;
    const document = pdfOf({
      1: '<< /Type /Catalog /Pages 2 0 R /OCProperties << /OCGs [7 0 R] /D << /OFF [7 0 R] >> >> >>',
      2: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R /Annots [8 0 R] /Resources << /Font << /F 5 0 R >> /Properties << /L 7 0 R >> >> >>',
      4: stream('', `BT /F 1 Tf (${mark('shown')}) Tj <01> Tj ${said} ${hidden} ET`),
      5: `<< /Type /Font /Subtype /Type3 /FontBBox [0 0 9 9] /FontMatrix [1 0 0 1 0 0] /Encoding << /Differences [3 /${mark('glyph')} /f_f_i] >> /CharProcs << >> /ToUnicode 6 0 R >>`,
      6: stream('', map),
      7: `<< /Type /OCG /Name (${mark('layer')}) >>`,
      8: `<< /Subtype /FreeText /Rect [0 0 9 9] /Contents (${mark('written')}) /DA (/F 1 Tf) >>`,
    });
    for (const task of ['drawAnnotations', 'makeReadable'] as const)
      await withPdf(engines, [document], { mark, ...documents }, (job) => job.inspect(task, undefined));
  },
  async (engines, documents) => {
    const document = await documents.put(
      'page.ps',
      `%!PS-Adobe-3.0 EPSF-3.0\n%%Title: ${documents.mark('title')}\n%%BoundingBox: 0 0 9 9\n(${documents.mark('text')}) show showpage\n`,
    );
    await detected(engines, documents, { document });
    await engines.inspectors.run('postScript', undefined, {
      files: { document },
      results: { 'program.ps': documents.result('program.ps') },
      signal,
    });
  },
  async (engines, documents) => {
    const picture = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
      .withExif({ IFD0: { Artist: documents.mark('artist') }, IFD3: { GPSLatitudeRef: 'N' } })
      .jpeg()
      .toBuffer();
    const photo = await documents.put('photo.jpg', picture);
    await detected(engines, documents, { photo });
    await engines.inspectors.run('removeLocations', [['photo', 'bare']], {
      files: { photo },
      results: { bare: documents.result('bare.jpg') },
      signal,
    });
  },
  async (engines, documents) => {
    const archive = await documents.put(
      'pages.zip',
      await zip({ 'page-001.pdf': pdf(documents.mark('text')), [documents.mark('name')]: documents.mark('other') }),
    );
    await detected(engines, documents, { document: archive });
    await engines.inspectors.run('archivedPage', 1, {
      files: { document: archive },
      results: { page: documents.result('page') },
      signal,
    });
    await engines.inspectors.run('pagesPreview', undefined, { files: { document: archive }, signal });
  },
  async (engines, documents) => {
    const { mark, put, result } = documents;
    const page = `<html><title>${mark('title')}</title><p id="${mark('id')}">${mark('text')}</p></html>`;
    const site = await put('site.zip', await zip({ 'index.html': page, [`${mark('member')}.css`]: mark('style') }));
    const text = `---\ntitle: ${mark('title')}\nauthor: ${mark('author')}\n---\n\n## ${mark('heading')}\n\n[^${mark('note')}] \`${mark('code')}\`\n\n[^${mark('note')}]: ${mark('said')}\n\n| ${mark('cell')} |\n|--|\n| x |\n`;
    const markdown = await put('notes.md', text);
    const options = { style: mark('css'), hasContents: true, hasFooter: false };
    await engines.inspectors.run(
      'unfoldPageSite',
      { isArchive: true, isXml: false },
      { files: { document: site }, results: { site: result('page') }, signal },
    );
    await engines.inspectors.run(
      'unfoldMarkdownSite',
      { isArchive: false, ...options },
      { files: { document: markdown }, results: { site: result('markdown') }, signal },
    );
    const facts = { author: mark('writer'), origin: `https://${mark('origin')}`, isRightToLeft: false };
    await withPdf(engines, [pdf(mark('printed'), mark('second'))], documents, (job) =>
      job.inspect(
        'finishPrinted',
        { maxPages: 100, pages: '1', contents: [mark('target')], ...facts },
        results(documents),
      ),
    );
  },
  async (engines, documents) => {
    const { mark, put, result } = documents;
    const open = (body: string) =>
      `<office:document office:mimetype="application/vnd.oasis.opendocument.spreadsheet">${body}</office:document>`;
    const sheet = await put(
      'sheet.fods',
      open(
        `<table:table table:name="${mark('sheet')}"><table:table-row><table:table-cell><text:p>${mark('cell')}</text:p></table:table-cell></table:table-row></table:table>`,
      ),
    );
    await engines.inspectors.run(
      'sheetBlocks',
      { format: 'fods', title: mark('title') },
      { files: { document: sheet }, results: { blocks: result('blocks') }, signal },
    );
    const slides = await put(
      'slides.fodp',
      open(
        `<draw:page draw:name="a"><presentation:notes><draw:text-box><text:p>${mark('said')}</text:p></draw:text-box></presentation:notes></draw:page>`,
      ),
    );
    await engines.inspectors.run('slideNotes', { format: 'fodp' }, { files: { document: slides }, signal });
  },
  async (engines, documents) => {
    // Documents that cannot be read.
    const broken = [
      ole(documents.mark('stream').slice(0, 30)),
      await zip({ [documents.mark('member')]: documents.mark('text') }),
      Buffer.from(`<html><${documents.mark('element')}`),
    ];
    for (const [n, data] of broken.entries()) {
      const document = await documents.put(`broken-${n}`, data);
      await detected(engines, documents, { document });
      for (const format of ['docx', 'xlsx', 'fods'])
        await engines.inspectors.run('prepareOffice', { format }, { files: { document }, signal }).catch(allowFailure);
      await engines.inspectors
        .run('unfoldBook', { hasContents: true }, { files: { document }, signal })
        .catch(allowFailure);
    }
    await withPdf(engines, [pdf(documents.mark('text'))], documents, (job) =>
      job.inspect('extractPages', { ranges: documents.mark('range'), ceiling }, results(documents)).catch(allowFailure),
    );
  },
];
