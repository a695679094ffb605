// The layout of a PDF written as Markdown, plain text or JSON; with its pictures in an archive on request.
import { isLeftOut } from '#conversion/layout/claims.ts';
import { lostWords, named } from '#conversion/layout/account.ts';
import { readFile, writeFile } from 'node:fs/promises';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import type { TextWriting, WrittenTextFacts } from '#core/document-facts.ts';
import type { PdfGraph } from '#conversion/pdf/graph.ts';
import type { OnPage } from '#core/progress.ts';
import type { Picture } from '#conversion/layout/page-content.ts';
import type { DocumentLayout } from '#conversion/layout/document-layout.ts';
import { readLayout } from '#conversion/layout/read-layout.ts';
import { type ComposedBlock, composeBlocks } from './compose.ts';
import { type DocumentFacts, writeJson } from './write-json.ts';
import { writeMarkdown } from './write-markdown.ts';
import { plainOf, writeText } from './write-text.ts';

/** Writes the text of a PDF without encryption. @throws Failure source_unreadable, pdf_scanned_needs_ocr */
export async function convertToText(
  path: string,
  graph: PdfGraph,
  output: string,
  options: TextWriting & { onPage?: OnPage },
): Promise<WrittenTextFacts> {
  const { layout, unreadable } = readLayout(path, graph, { isPrint: options.isPrint === true, onPage: options.onPage });
  const pages = new Set(options.pages);
  const { blocks, pictures } = composeBlocks(layout, { pages, hasFiles: options.hasPictures, notes: options.notes });
  const { title, author, language } = layout.source;
  const facts = {
    title,
    author,
    language,
    pages: layout.pages
      .map(({ index, width, height }) => ({ page: index + 1, width, height }))
      .filter(({ page }) => pages.has(page)),
  };
  if (options.hasPictures) await writeArchive(blocks, pictures, output, facts, options);
  else await writeFile(output, written(blocks, facts, options), { flag: 'wx' });
  const hasWords = blocks.some((block) => words.test(plainOf(block)));
  const missing = named(lostWords(layout), (page) => pages.has(page));
  return { unreadable, missing, wordless: hasWords ? [] : pagesWithWords(layout).filter((page) => pages.has(page)) };
}

const words = /[\p{L}\p{N}]/u;

/** The pages, from 1, on which words are seen. */
const pagesWithWords = ({ pages }: DocumentLayout): number[] =>
  pages.flatMap(({ letters }, n) =>
    letters.some((letter) => !isLeftOut(letter) && words.test(letter.text)) ? [n + 1] : [],
  );

/** Writes blocks that were read from a document's source: there are no pictures. */
export async function writeBlocks(path: string, output: string, options: TextWriting): Promise<void> {
  const { blocks, ...facts } = JSON.parse(await readFile(path, 'utf8')) as SourceBlocks;
  const pages = new Set(options.pages);
  const chosen = blocks.filter(({ page }) => pages.has(page));
  await writeFile(output, written(chosen, facts, options), { flag: 'wx' });
}

export interface SourceBlocks extends DocumentFacts {
  blocks: ComposedBlock[];
}

function written(blocks: readonly ComposedBlock[], facts: DocumentFacts, options: TextWriting): string {
  const { format, mark } = options;
  if (format === 'json') return writeJson(blocks, mark === '' ? facts : { ...facts, test: true });
  if (format === 'txt') return `${mark === '' ? '' : `[${mark}]\n\n`}${writeText(blocks, options)}`;
  return `${mark === '' ? '' : `<!-- ${mark} -->\n\n`}${writeMarkdown(blocks, options)}`;
}

/** The text as `document`, and its pictures beside it. */
async function writeArchive(
  blocks: readonly ComposedBlock[],
  pictures: ReadonlyMap<string, Picture>,
  output: string,
  facts: DocumentFacts,
  options: TextWriting,
): Promise<void> {
  const zip = new ZipFile();
  const writing = pipeline(zip.outputStream, createWriteStream(output, { flags: 'wx' }));
  const names = new Map<string, string | null>();
  const mtime = new Date(1980, 0, 1);
  for (const [file, picture] of pictures) {
    const made = await picture.data();
    names.set(file, made && `${file}.${made.extension === 'jpeg' ? 'jpg' : made.extension}`);
    if (made !== null) zip.addBuffer(made.data, names.get(file) ?? '', { compress: false, mtime });
  }
  const text = written(withNames(blocks, names), facts, options);
  zip.addBuffer(Buffer.from(text), `document.${options.format}`, { mtime });
  zip.end();
  await writing;
}

/** The blocks with the full names of files: the type of a picture follows from its data. */
function withNames(
  blocks: readonly ComposedBlock[],
  names: ReadonlyMap<string, string | null>,
): readonly ComposedBlock[] {
  const nameOf = (file: string | null) => (file === null ? null : (names.get(file) ?? null));
  return blocks.map((block) => {
    if (block.type === 'picture') return { ...block, file: nameOf(block.file) };
    if (block.type === 'table')
      return { ...block, cells: block.cells.map((cell) => ({ ...cell, blocks: [...withNames(cell.blocks, names)] })) };
    if (!('spans' in block)) return block;
    const spans = block.spans.map((span) =>
      span.picture === undefined ? span : { ...span, picture: nameOf(span.picture) },
    );
    return { ...block, spans };
  });
}
