// The DOCX file: its parts in a ZIP archive (ECMA-376, part 2).
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { escapeMarkup } from '#core/markup.ts';
import { ZipFile } from 'yazl';
import type { Picture, PictureFile } from '#conversion/layout/page-content.ts';
import type { HeaderFooterSet, ListItem, Note, Paragraph, WordDocument } from '../docx-model.ts';
import { blocksXml, paragraphXml, noteNumbersXml, sectionXml, type Context } from './blocks.ts';
import { commentsOf, commentStyles, commentsXml } from './comments.ts';
import { contentsFieldsOf } from './contents.ts';
import { fontTableXml } from './font-table.ts';
import { PartReferences } from './part-references.ts';
import { noteMarkXml } from './runs.ts';
import { stylesOf, stylesXml } from './styles.ts';
import { declaration, namespaces, twips } from './xml.ts';

const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const wordType = 'application/vnd.openxmlformats-officedocument.wordprocessingml';

export async function writeDocx(document: WordDocument, output: Writable, keywords = ''): Promise<void> {
  const styles = stylesOf(document);
  const comments = commentsOf(document);
  const contents = contentsFieldsOf(document);
  const context: Context = {
    references: new PartReferences(comments),
    styles,
    contents,
    bookmarks: { next: 1 },
    indentsTablesByText: !document.narrowsBlanks,
  };
  const members = new Map<string, string>();
  members.set('word/document.xml', bodyXml(document, context));
  members.set(
    'word/styles.xml',
    stylesXml(styles, document, contents.styles + (comments.all.length === 0 ? '' : commentStyles)),
  );
  members.set('word/fontTable.xml', fontTableXml(document));
  const furniture = furnitureNames(document);
  const parts = furniture.map(({ name, kind, paragraphs }) => {
    const references = new PartReferences();
    members.set(`word/${name}.xml`, furnitureXml(kind, paragraphs, { ...context, references }));
    return { name, references };
  });
  const notes = new PartReferences();
  if (context.references.notes.length > 0) {
    members.set('word/footnotes.xml', notesXml(context.references.notes, { ...context, references: notes }));
    parts.push({ name: 'footnotes', references: notes });
  }
  if (comments.all.length > 0) members.set('word/comments.xml', commentsXml(comments.all));
  const all = [...new Set([context.references, notes, ...parts.map(({ references }) => references)])];
  const lists = new Map(all.flatMap((references) => [...references.lists]));
  if (context.references.lists.size > 0) members.set('word/numbering.xml', numberingXml(lists));

  const zip = new ZipFile();
  const writing = pipeline(zip.outputStream, output);
  const extensions = await addPictures(zip, all);
  const fixed = [
    relation('rId1', 'styles', 'styles.xml'),
    relation('rId2', 'settings', 'settings.xml'),
    relation('rId5', 'fontTable', 'fontTable.xml'),
    ...(members.has('word/numbering.xml') ? [relation('rId3', 'numbering', 'numbering.xml')] : []),
    ...(members.has('word/footnotes.xml') ? [relation('rId4', 'footnotes', 'footnotes.xml')] : []),
    ...(members.has('word/comments.xml') ? [relation('rId6', 'comments', 'comments.xml')] : []),
    ...furniture.map(({ name, kind, id }) => relation(id, kind, `${name}.xml`)),
  ].join('');
  members.set('word/settings.xml', settingsXml(document, members.has('word/footnotes.xml')));
  members.set('word/_rels/document.xml.rels', relationships(fixed + context.references.relationships(extensions)));
  for (const { name, references } of parts)
    members.set(`word/_rels/${name}.xml.rels`, relationships(references.relationships(extensions)));
  members.set('docProps/core.xml', coreXml(document, keywords));
  members.set('_rels/.rels', packageRelationships);
  zip.addBuffer(Buffer.from(typesXml([...members.keys()])), '[Content_Types].xml');
  for (const [name, text] of members) zip.addBuffer(Buffer.from(text), name);
  zip.end();
  await writing;
}

/** Adds the files of all pictures. @returns their extensions */
async function addPictures(zip: ZipFile, parts: readonly PartReferences[]): Promise<Map<Picture, string>> {
  const files = new Map<Picture, PictureFile>();
  let count = 0;
  for (const { pictures } of parts)
    for (const [picture, made] of pictures) {
      const found = files.get(picture) ?? (await picture.data()) ?? blank;
      files.set(picture, found);
      // Each part has its own numbers: the names of files come from a count over all parts.
      made.file = `media/image${++count}`;
      zip.addBuffer(found.data, `word/${made.file}.${found.extension}`, { compress: false });
    }
  return new Map([...files].map(([picture, { extension }]) => [picture, extension]));
}

/** One white pixel, in the place of an image that PDFium cannot decode. */
const blank = {
  data: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGP4DwABAQEAGbsNKgAAAABJRU5ErkJggg==',
    'base64',
  ),
  extension: 'png',
} as const;

interface FurniturePart {
  of: HeaderFooterSet;
  name: string;
  kind: 'header' | 'footer';
  pages: HeaderFooterSet['pages'];
  id: string;
  paragraphs: readonly Paragraph[];
}

/** Headers that no page has are left out: an empty one needs room. */
function furnitureNames({ sections }: WordDocument): FurniturePart[] {
  const all = sections.flatMap(({ headersFooters = [] }) => headersFooters);
  const kinds = (['header', 'footer'] as const).filter((kind) => all.some((furniture) => furniture[kind].length > 0));
  return all.flatMap((furniture, n) =>
    kinds.map((kind) => ({
      of: furniture,
      name: `${kind}${n + 1}`,
      kind,
      pages: furniture.pages,
      id: `rIdF${n * 2 + (kind === 'header' ? 1 : 2)}`,
      paragraphs: furniture[kind],
    })),
  );
}

/** A paragraph of next to no height, for places that have to have one. */
const emptyParagraph = (section = ''): string =>
  `<w:p><w:pPr><w:spacing w:before="0" w:after="0" w:line="20" w:lineRule="exact"/>${section}</w:pPr></w:p>`;

function furnitureXml(kind: FurniturePart['kind'], paragraphs: readonly Paragraph[], context: Context): string {
  const tag = kind === 'header' ? 'hdr' : 'ftr';
  const inner = paragraphs.map((paragraph) => paragraphXml(paragraph, context)).join('') || emptyParagraph();
  return `${declaration}<w:${tag} ${namespaces}>${inner}</w:${tag}>`;
}

function bodyXml(document: WordDocument, context: Context): string {
  const names = furnitureNames(document);
  const referencesOf = (furniture: readonly HeaderFooterSet[]) =>
    names
      .filter(({ of }) => furniture.includes(of))
      .map(({ kind, pages, id }) => `<w:${kind}Reference w:type="${pages}" r:id="${id}"/>`)
      .join('');
  const edges = { header: document.headerTop, footer: document.footerBottom };
  const { sections } = document;
  let body = '';
  for (const [n, section] of sections.entries()) {
    const { headersFooters = [] } = section;
    const hasFirst = headersFooters.some(({ pages }) => pages === 'first');
    const own = sectionXml(section, referencesOf(headersFooters), {
      ...edges,
      hasFirst,
      notes: noteNumbersXml(document.noteNumbers),
    });
    // A section's properties are in its last paragraph (17.6.18), those of the last one in the body.
    body +=
      n < sections.length - 1 ? blocksXml(section.blocks, context, own) : blocksXml(section.blocks, context) + own;
  }
  return `${declaration}<w:document ${namespaces}><w:body>${body}</w:body></w:document>`;
}

function notesXml(notes: readonly Note[], context: Context): string {
  const separators =
    '<w:footnote w:type="separator" w:id="0"><w:p><w:r><w:separator/></w:r></w:p></w:footnote>' +
    '<w:footnote w:type="continuationSeparator" w:id="1"><w:p><w:r><w:continuationSeparator/></w:r></w:p></w:footnote>';
  const all = notes.map((note, n) => {
    const mark = noteMarkXml(note);
    const inner = note.paragraphs.map((paragraph, index) =>
      paragraphXml(paragraph, context, '', index === 0 ? mark : ''),
    );
    return `<w:footnote w:id="${n + 2}">${inner.join('') || `<w:p>${mark}</w:p>`}</w:footnote>`;
  });
  return `${declaration}<w:footnotes ${namespaces}>${separators}${all.join('')}</w:footnotes>`;
}

function numberingXml(lists: ReadonlyMap<number, ReadonlyMap<number, ListItem>>): string {
  const all = [...lists.values()];
  const abstracts = all.map((levels, n) => {
    const inner = [...levels.values()]
      .sort((a, b) => a.level - b.level)
      .map(({ level, format }) => {
        const hanging = Math.max(0, format.textIndent - format.labelIndent);
        return (
          `<w:lvl w:ilvl="${level}"><w:start w:val="${format.start}"/><w:numFmt w:val="${format.kind}"/>${format.isNear === true ? '<w:suff w:val="space"/>' : ''}<w:lvlText w:val="${escapeMarkup(format.text)}"/><w:lvlJc w:val="left"/>` +
          `<w:pPr><w:ind w:left="${twips(format.textIndent)}" w:hanging="${twips(hanging)}"/></w:pPr></w:lvl>`
        );
      });
    return `<w:abstractNum w:abstractNumId="${n}"><w:multiLevelType w:val="multilevel"/>${inner.join('')}</w:abstractNum>`;
  });
  const numbers = all.map((_, n) => `<w:num w:numId="${n + 1}"><w:abstractNumId w:val="${n}"/></w:num>`);
  return `${declaration}<w:numbering ${namespaces}>${abstracts.join('')}${numbers.join('')}</w:numbering>`;
}

/** Justification with narrowed blanks came with the mode of Word 2013. */
const settingsXml = (
  { sections, narrowsBlanks, balancesColumns, noteNumbers }: WordDocument,
  hasNotes: boolean,
): string =>
  `${declaration}<w:settings ${namespaces}><w:defaultTabStop w:val="720"/>${sections.some(({ headersFooters = [] }) => headersFooters.some(({ pages }) => pages === 'even')) ? '<w:evenAndOddHeaders/>' : ''}` +
  (hasNotes
    ? `<w:footnotePr>${noteNumbersXml(noteNumbers)}<w:footnote w:id="0"/><w:footnote w:id="1"/></w:footnotePr>`
    : '') +
  `<w:compat>${balancesColumns ? '' : '<w:noColumnBalance/>'}` +
  '<w:compatSetting w:name="compatibilityMode" w:uri="http://schemas.microsoft.com/office/word" w:val="' +
  `${narrowsBlanks ? 15 : 14}"/></w:compat></w:settings>`;

const relation = (id: string, kind: string, target: string) =>
  `<Relationship Id="${id}" Type="${office}/${kind}" Target="${target}"/>`;
const relationships = (inner: string) =>
  `${declaration}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${inner}</Relationships>`;

const packageRelationships = relationships(
  `<Relationship Id="rId1" Type="${office}/officeDocument" Target="word/document.xml"/>` +
    '<Relationship Id="rId2" Type="http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties" Target="docProps/core.xml"/>',
);

function coreXml({ title, author, properties }: WordDocument, keywords: string): string {
  const { subject = '', created = '', modified = '' } = properties ?? {};
  const all = [properties?.keywords ?? '', keywords].filter((text) => text !== '').join('; ');
  const element = (name: string, text: string, type = '') =>
    text === '' ? '' : `<${name}${type}>${escapeMarkup(text)}</${name}>`;
  const date = ' xsi:type="dcterms:W3CDTF"';
  return (
    `${declaration}<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" ` +
    'xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">' +
    `<dc:title>${escapeMarkup(title)}</dc:title>${element('dc:subject', subject)}<dc:creator>${escapeMarkup(author)}</dc:creator>` +
    `${element('cp:keywords', all)}${element('dcterms:created', created, date)}${element('dcterms:modified', modified, date)}</cp:coreProperties>`
  );
}

function typesXml(names: readonly string[]): string {
  const known: Record<string, string> = {
    'word/document.xml': `${wordType}.document.main+xml`,
    'word/styles.xml': `${wordType}.styles+xml`,
    'word/settings.xml': `${wordType}.settings+xml`,
    'word/fontTable.xml': `${wordType}.fontTable+xml`,
    'word/numbering.xml': `${wordType}.numbering+xml`,
    'word/footnotes.xml': `${wordType}.footnotes+xml`,
    'word/comments.xml': `${wordType}.comments+xml`,
    'docProps/core.xml': 'application/vnd.openxmlformats-package.core-properties+xml',
  };
  const overrides = names.flatMap((name) => {
    const part = /^word\/(header|footer)\d+\.xml$/.exec(name)?.[1];
    const type = part === undefined ? known[name] : `${wordType}.${part}+xml`;
    return type === undefined ? [] : [`<Override PartName="/${name}" ContentType="${type}"/>`];
  });
  return (
    `${declaration}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>' +
    `<Default Extension="png" ContentType="image/png"/><Default Extension="jpeg" ContentType="image/jpeg"/>${overrides.join('')}</Types>`
  );
}
