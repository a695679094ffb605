// The documents to damage: those of a folder; by default, built-in samples and their conversions.
import { readFile, readdir } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { samples } from '#conversion/engines/libreoffice/fork-server.ts';
import type { Tool } from '#conversion/tools/tool.ts';
import type { Caller, Document } from './caller.ts';

const maxBytes = 4 << 20;

/** All files of the folders, those in folders too; larger ones than 4 MiB are left out. */
export async function documentsIn(folders: readonly string[]): Promise<Document[]> {
  const found: Document[] = [];
  for (const folder of folders)
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const bytes = await readFile(join(entry.parentPath, entry.name));
      if (bytes.length > 0 && bytes.length <= maxBytes) found.push({ name: entry.name, bytes });
    }
  return found;
}

const postscript = `%!PS-Adobe-3.0
/Helvetica findfont 24 scalefont setfont 72 700 moveto (A page) show
0 1 9 { 20 mul 72 add 600 moveto 0 50 rlineto stroke } for showpage
`;

/** Conversions between the samples, in order. */
const steps: readonly (readonly [tool: string, from: string, to: string, fields?: Record<string, string>])[] = [
  ['office-to-pdf', 'text.fodt', 'text.pdf'],
  ['office-to-pdf', 'sheet.fods', 'sheet.pdf'],
  ['office-to-pdf', 'slides.fodp', 'slides.pdf'],
  ['pdf-to-word', 'text.pdf', 'text.docx'],
  ['page-numbers-pdf', 'text.pdf', 'numbered.pdf'],
  ['protect-pdf', 'text.pdf', 'locked.pdf', { password: 'password' }],
  ['pdf-to-image', 'slides.pdf', 'slides.zip'],
];

const page =
  '<!doctype html><title>Page</title><style>@page{size:A5}</style><h1>Page</h1><table><tr><td>1</td></tr></table><script>document.title+=1</script>';
const notes =
  '---\ntitle: Notes\n---\n\n# Notes\n\n- one\n  - two[^1]\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n[^1]: three\n';

/** Samples of every kind that this machine can make by itself. */
export async function ownDocuments(caller: Caller): Promise<Document[]> {
  const documents = new Map<string, Document>();
  const add = (document: Document) => documents.set(document.name, document);
  for (const document of await documentsIn([samples])) add(document);
  add({ name: 'page.ps', bytes: Buffer.from(postscript) });
  add({ name: 'table.csv', bytes: Buffer.from('name;amount\nApples;3\nPears;"4,5"\n') });
  add({ name: 'page.html', bytes: Buffer.from(page) });
  add({ name: 'notes.md', bytes: Buffer.from(notes) });
  for (const [tool, from, to, fields] of steps) {
    const source = documents.get(from);
    const made = source === undefined ? null : await caller.convert(tool, [source], fields);
    if (made?.result !== undefined) add({ name: to, bytes: made.result });
  }
  return [...documents.values()];
}

/** The documents that the tool accepts, by extension. */
export const documentsFor = (tool: Tool, documents: readonly Document[]): Document[] => {
  const extensions = new Set(tool.accepts.flatMap((format) => format.extensions));
  return documents.filter(({ name }) => extensions.has(extname(name).toLowerCase()));
};
