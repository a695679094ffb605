// Documents of a few kilobytes that need minutes or gigabytes of a careless reader.
import { deflateSync } from 'node:zlib';
import { epub, xhtml } from './epub.ts';
import { docx, zip } from './fixtures.ts';

type Bytes = Buffer<ArrayBuffer>;
type Objects = Record<number, string | Bytes>;

export interface Saboteur {
  /** Its effect, as the end of a sentence. */
  what: string;
  tool: string;
  file: string;
  /** How often it is sent in one call; once by default. */
  copies?: number;
  fields?: Record<string, string>;
  make: () => Promise<Uint8Array<ArrayBuffer>> | Uint8Array<ArrayBuffer>;
  /** It only looks greedy. */
  converts?: true;
  /** Where it is to be refused. */
  refusal?: 'source_unreadable' | 'too_many_pages' | 'unsupported_content';
}

/** Deflated so often. */
function packed(data: string | Bytes, entries = '', times = 1): Bytes {
  let bytes: Bytes = typeof data === 'string' ? Buffer.from(data, 'latin1') : data;
  for (let n = 0; n < times; n++) bytes = deflateSync(bytes);
  const filters = '/FlateDecode '.repeat(times);
  const head = `<< ${entries} /Filter [${filters}] /Length ${bytes.length} >>\nstream\n`;
  return Buffer.concat([Buffer.from(head, 'latin1'), bytes, Buffer.from('\nendstream')]);
}

const repeated = (text: string, bytes: number): Bytes => Buffer.alloc(bytes, text);

/** A PDF of numbered objects, of which `compressed` lie together in an object stream. */
function pdfOf(objects: Objects, compressed: Record<number, string> = {}): Bytes {
  const last = Math.max(Number(Object.keys(objects).at(-1)), Number(Object.keys(compressed).at(-1) ?? 0));
  const [container, table] = [last + 1, last + 2];
  let offset = 0;
  const index = Object.entries(compressed).map(([number, text]) => {
    const entry = `${number} ${offset}`;
    offset += text.length + 1;
    return entry;
  });
  const head = `${index.join(' ')} `;
  const body = `${head}${Object.values(compressed).join(' ')} `;
  const contained = packed(body, `/Type /ObjStm /N ${index.length} /First ${head.length}`);

  const rows = Buffer.alloc(8 * (table + 1));
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')];
  let at = parts[0]?.length ?? 0;
  const put = (number: number, content: string | Bytes) => {
    rows[8 * number] = 1;
    rows.writeUInt32BE(at, 8 * number + 1);
    const bytes = typeof content === 'string' ? Buffer.from(content, 'latin1') : content;
    const part = Buffer.concat([Buffer.from(`${number} 0 obj\n`), bytes, Buffer.from('\nendobj\n')]);
    parts.push(part);
    at += part.length;
  };
  for (const [number, content] of Object.entries(objects)) put(Number(number), content);
  put(container, contained);
  for (const [n, number] of Object.keys(compressed).entries()) {
    rows[8 * Number(number)] = 2;
    rows.writeUInt32BE(container, 8 * Number(number) + 1);
    rows.writeUIntBE(n, 8 * Number(number) + 5, 3);
  }
  const start = at;
  rows[8 * table] = 1;
  rows.writeUInt32BE(start, 8 * table + 1);
  put(table, packed(rows, `/Type /XRef /Size ${table + 1} /W [1 4 3] /Root 1 0 R`));
  return Buffer.concat([...parts, Buffer.from(`startxref\n${start}\n%%EOF\n`)]);
}

/** A catalog and pages; their objects are 1, 2 and from 10 on. */
function paged(count: number, pageEntries: string, catalogEntries = ''): Objects {
  const numbers = Array.from({ length: count }, (_, n) => 10 + n);
  const page = `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 400] ${pageEntries} >>`;
  return {
    1: `<< /Type /Catalog /Pages 2 0 R ${catalogEntries} >>`,
    2: `<< /Type /Pages /Count ${count} /Kids [${numbers.map((number) => `${number} 0 R`).join(' ')}] >>`,
    ...Object.fromEntries(numbers.map((number) => [number, page])),
  };
}

/** Objects of which each names the next one twice: 2^28 of them to a reader that follows every name. qpdf 12 leaves high numbers of small files out. */
function doubling(each: (next: number) => string | Bytes, last: string | Bytes): Objects {
  const first = 100;
  const levels = 28;
  const objects: Objects = {};
  for (let n = 0; n < levels; n++) objects[first + n] = each(first + n + 1);
  objects[first + levels] = last;
  return objects;
}

const many = (count: number, text: (n: number) => string) => Array.from({ length: count }, (_, n) => text(n)).join('');

function annotated(count: number): Bytes {
  const numbers = Array.from({ length: count }, (_, n) => 1000 + n);
  return pdfOf(paged(2, '/Annots 5 0 R'), {
    5: `[${numbers.map((number) => `${number} 0 R`).join(' ')}]`,
    ...Object.fromEntries(
      numbers.map((number) => [number, '<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /Dest (nowhere) >>']),
    ),
  });
}

const formsOfForms = () =>
  pdfOf({
    ...paged(1, '/Resources << /XObject << /F 100 0 R >> >> /Contents 5 0 R'),
    5: packed('/F Do'),
    ...doubling(
      (next) =>
        packed(
          '/F Do /F Do',
          `/Type /XObject /Subtype /Form /BBox [0 0 300 400] /Resources << /XObject << /F ${next} 0 R >> >>`,
        ),
      packed('0 0 9 9 re f', '/Type /XObject /Subtype /Form /BBox [0 0 300 400]'),
    ),
  });

const namespaces = ['office', 'table', 'style', 'text']
  .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
  .join(' ');

function workbook(relations: number, anchors: number): Promise<Bytes> {
  const kinds = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const list = (items: string) =>
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${items}</Relationships>`;
  const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
  return zip({
    '[Content_Types].xml':
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>',
    '_rels/.rels': list(`<Relationship Id="a" Type="${kinds}/officeDocument" Target="xl/workbook.xml"/>`),
    'xl/workbook.xml': `<workbook ${main} xmlns:r="${kinds}"><sheets><sheet name="A" sheetId="1" r:id="a"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': list(
      `<Relationship Id="a" Type="${kinds}/worksheet" Target="worksheets/sheet1.xml"/>`,
    ),
    'xl/worksheets/sheet1.xml': `<worksheet ${main}><sheetData><row r="1"><c r="A1"><v>1</v></c></row></sheetData></worksheet>`,
    'xl/worksheets/_rels/sheet1.xml.rels': list(
      many(relations, (n) => `<Relationship Id="d${n}" Type="${kinds}/drawing" Target="../drawings/drawing1.xml"/>`),
    ),
    'xl/drawings/drawing1.xml': `<xdr:wsDr xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing">${'<xdr:to><xdr:col>1</xdr:col></xdr:to>'.repeat(anchors)}</xdr:wsDr>`,
  });
}

const styledSheets = (styles: number, tables: number) =>
  Buffer.from(
    `<office:document ${namespaces} office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.spreadsheet"><office:automatic-styles>${many(styles, (n) => `<style:style style:name="t${n}" style:family="table"/>`)}</office:automatic-styles><office:body><office:spreadsheet>${many(tables, (n) => `<table:table table:name="s${n}" table:style-name="t${styles - 1 - n}"><table:table-row><table:table-cell/></table:table-row></table:table>`)}</office:spreadsheet></office:body></office:document>`,
  );

/** 10^9 letters, by entities that expand to ten of the next each. */
const entities = `<!DOCTYPE html [<!ENTITY e0 "aaaaaaaaaa">${many(9, (n) => `<!ENTITY e${n + 1} "${`&e${n};`.repeat(10)}">`)}]>`;

export const saboteurs: readonly Saboteur[] = [
  {
    what: 'a content stream shared by 200 pages',
    tool: 'watermark-pdf',
    file: 'shared.pdf',
    fields: { text: 'DRAFT' },
    make: () => pdfOf({ ...paged(200, '/Contents 5 0 R'), 5: packed(repeated('q Q ', 4_000_000)) }),
  },
  {
    what: 'a stream that is a hundred times the content of its page',
    tool: 'watermark-pdf',
    file: 'repeated.pdf',
    fields: { text: 'DRAFT' },
    make: () => pdfOf({ ...paged(1, `/Contents [${'5 0 R '.repeat(100)}]`), 5: packed(repeated('q Q ', 6_000_000)) }),
  },
  {
    what: 'pages of endless states',
    tool: 'page-numbers-pdf',
    file: 'long.pdf',
    make: () => pdfOf({ ...paged(2, '/Contents 5 0 R'), 5: packed(repeated('q Q ', 40_000_000)) }),
  },
  {
    what: 'an array of a million dictionaries',
    tool: 'extract-pages',
    file: 'wide.pdf',
    fields: { ranges: '1' },
    make: () => pdfOf(paged(2, '/PieceInfo 5 0 R'), { 5: `[${'<<>>'.repeat(1_000_000)}]` }),
  },
  {
    what: '65,535 annotations on every page',
    tool: 'extract-pages',
    file: 'annotated.pdf',
    fields: { ranges: '1' },
    make: () => annotated(65_535),
  },
  {
    what: 'forms that draw each other 2^28 times',
    tool: 'pdf-to-image',
    file: 'forms.pdf',
    make: formsOfForms,
    refusal: 'source_unreadable',
  },
  {
    what: 'forms that draw each other 2^28 times, whose text is wanted',
    tool: 'pdf-to-word',
    file: 'forms.pdf',
    make: formsOfForms,
    refusal: 'source_unreadable',
  },
  {
    what: 'a form of 2^28 fields',
    tool: 'pdf-to-image',
    file: 'fields.pdf',
    make: () =>
      pdfOf({
        ...paged(1, '/Annots [128 0 R]', '/AcroForm << /Fields [100 0 R] >>'),
        ...doubling(
          (next) => `<< /T (a) /Kids [${next} 0 R ${next} 0 R] >>`,
          '<< /Type /Annot /Subtype /Widget /FT /Tx /T (a) /Rect [0 0 9 9] >>',
        ),
      }),
    refusal: 'source_unreadable',
  },
  {
    what: 'a tree of 2^28 pages',
    tool: 'rotate-pdf',
    file: 'tree.pdf',
    fields: { rotation: '90' },
    make: () =>
      pdfOf({
        1: '<< /Type /Catalog /Pages 100 0 R >>',
        ...doubling(
          (next) => `<< /Type /Pages /Count ${2 ** 28} /Kids [${next} 0 R ${next} 0 R] >>`,
          '<< /Type /Page /MediaBox [0 0 9 9] >>',
        ),
      }),
  },
  {
    what: 'a name tree of 2^28 leaves',
    tool: 'extract-pages',
    file: 'names.pdf',
    fields: { ranges: '1' },
    make: () =>
      pdfOf({
        ...paged(2, '', '/Names << /Dests 100 0 R >>'),
        ...doubling(
          (next) => `<< /Limits [(a) (z)] /Kids [${next} 0 R ${next} 0 R] >>`,
          '<< /Limits [(a) (z)] /Names [(a) [10 0 R /Fit]] >>',
        ),
      }),
  },
  {
    what: 'one name for 100,000 places',
    tool: 'merge-pdf',
    file: 'same.pdf',
    copies: 2,
    converts: true,
    make: () =>
      pdfOf(paged(2, '', '/Names << /Dests 5 0 R >>'), { 5: `<< /Names [${'(a) [10 0 R /Fit] '.repeat(100_000)}] >>` }),
  },
  {
    what: 'arrays in arrays, a hundred thousand deep',
    tool: 'extract-pages',
    file: 'chain.pdf',
    fields: { ranges: '1' },
    make: () =>
      pdfOf(
        paged(2, '/PieceInfo 1000 0 R'),
        Object.fromEntries(Array.from({ length: 100_000 }, (_, n) => [1000 + n, `[${1001 + n} 0 R]`])),
      ),
  },
  {
    what: 'a contents table whose line is a hundred thousand dots',
    tool: 'office-to-pdf',
    file: 'dots.docx',
    make: async () =>
      docx(
        `</w:t></w:r><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> TOC \\o </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>${'.'.repeat(100_000)}!x</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r><w:r><w:t>`,
      ),
  },
  {
    what: 'a drawing that a sheet names 300 times',
    tool: 'office-to-pdf',
    file: 'related.xlsx',
    make: () => workbook(300, 300_000),
  },
  {
    what: 'thousands of styles for hundreds of tables',
    tool: 'office-to-pdf',
    file: 'styled.fods',
    make: () => styledSheets(6_000, 256),
  },
  {
    what: 'a table of one line',
    tool: 'office-to-pdf',
    file: 'line.csv',
    make: () => repeated('a,', 20_000_000),
    refusal: 'source_unreadable',
  },
  {
    what: 'a table of more rows than a sheet has',
    tool: 'office-to-pdf',
    file: 'rows.csv',
    make: () => repeated('a,b\n', 5_000_000),
    refusal: 'source_unreadable',
  },
  {
    what: 'a table that covers more paper than anybody has',
    tool: 'office-to-pdf',
    file: 'paper.csv',
    make: () => Buffer.from(`a${','.repeat(16_000)}b\n${'a,b\n'.repeat(3_000)}`),
    refusal: 'too_many_pages',
  },
  {
    what: 'relations that unpack to gigabytes',
    tool: 'office-to-pdf',
    file: 'relations.docx',
    make: () => {
      const part = `<Relationships>${' '.repeat(3_000_000)}</Relationships>`;
      return zip(Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`word/_rels/${n}.xml.rels`, part])));
    },
  },
  {
    what: 'entities that stand for a billion letters',
    tool: 'office-to-pdf',
    file: 'entities.fodt',
    make: () =>
      Buffer.from(
        `<?xml version="1.0"?>${entities}<office:document ${namespaces} office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.text"><office:body><office:text><text:p>&e9;</text:p></office:text></office:body></office:document>`,
      ),
  },
  {
    what: 'a chapter of a billion letters',
    tool: 'epub-to-pdf',
    file: 'entities.epub',
    make: async () =>
      Buffer.from(
        await epub({ files: { 'a.xhtml': xhtml('<p>&e9;</p>').replace(/<!DOCTYPE html \[.*?\]>/, entities) } }),
      ),
  },
  {
    what: 'a chain of a hundred thousand form fields',
    tool: 'merge-pdf',
    file: 'chained.pdf',
    copies: 2,
    refusal: 'source_unreadable',
    make: () => {
      const last = 101_000;
      const field = (n: number) => `<< /T (a) /Kids [${n + 1} 0 R] ${n === 1000 ? '' : `/Parent ${n - 1} 0 R`} >>`;
      return pdfOf({
        ...paged(1, `/Annots [${last} 0 R]`, '/AcroForm << /Fields [1000 0 R] >>'),
        ...Object.fromEntries(Array.from({ length: last - 1000 }, (_, n) => [1000 + n, field(1000 + n)])),
        [last]: `<< /T (a) /FT /Tx /Type /Annot /Subtype /Widget /Rect [0 0 9 9] /Parent ${last - 1} 0 R >>`,
      });
    },
  },
];
