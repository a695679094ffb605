// Tables of contents as fields (ECMA-376, part 1, 17.16.5.68): the printed table is the field's result.
import { escapeMarkup } from '#core/markup.ts';
import type { Paragraph, WordDocument } from '../docx-model.ts';

export interface ContentsFields {
  /** XML before and after the runs of a paragraph. */
  around: (paragraph: Paragraph) => [string, string];
  /** The styles of the entries. */
  styles: string;
}

export const contentsStyleOf = ({ level, caption }: NonNullable<Paragraph['contents']>): string =>
  caption === undefined ? `TOC${level}` : 'TableofFigures';

/** The fields of a document's text: each from the first of its entries to the last one, or to where pages stay as they are. */
export function contentsFieldsOf({ sections }: Pick<WordDocument, 'sections'>): ContentsFields {
  const tables = new Map<number, Paragraph[]>();
  for (const { blocks, columns } of sections) {
    // LibreOffice lays out a table of contents across all columns.
    if (columns.length > 1) continue;
    for (const block of blocks) {
      if (block.kind !== 'paragraph' || block.contents === undefined) continue;
      const key = block.contents.field;
      tables.set(key, [...(tables.get(key) ?? []), block]);
    }
  }
  const begins = new Map(
    [...tables.values()].flatMap((entries) => (entries[0] ? [[entries[0], beginXml(entries)] as const] : [])),
  );
  const ends = new Set([...tables.values()].map((entries) => entries.at(-1)));
  const used = new Set(
    sections.flatMap(({ blocks }) =>
      blocks.flatMap((block) =>
        block.kind === 'paragraph' && block.contents !== undefined ? [contentsStyleOf(block.contents)] : [],
      ),
    ),
  );
  return {
    around: (paragraph) => [begins.get(paragraph) ?? '', ends.has(paragraph) ? endXml : ''],
    styles: [...used].map(styleXml).join(''),
  };
}

const endXml = '<w:r><w:fldChar w:fldCharType="end"/></w:r>';

function beginXml(entries: readonly Paragraph[]): string {
  const caption = entries[0]?.contents?.caption;
  const deepest = Math.max(3, ...entries.map(({ contents }) => contents?.level ?? 1));
  const code =
    caption === undefined
      ? `TOC \\o "1-${deepest}" \\h \\z \\u`
      : `TOC \\h \\z \\c "${caption.replace(/[^\p{L}\p{N}.]/gu, '')}"`;
  return (
    '<w:r><w:fldChar w:fldCharType="begin"/></w:r>' +
    `<w:r><w:instrText xml:space="preserve"> ${escapeMarkup(code)} </w:instrText></w:r>` +
    '<w:r><w:fldChar w:fldCharType="separate"/></w:r>'
  );
}

function styleXml(id: string): string {
  const level = /^TOC(\d)$/.exec(id)?.[1];
  const name = level === undefined ? 'table of figures' : `toc ${level}`;
  return `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/><w:basedOn w:val="Normal"/><w:next w:val="Normal"/></w:style>`;
}
