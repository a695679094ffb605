// The inputs to damage: the samples as they are, packed and encrypted, and their objects as JSON, made by the program itself.
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Document } from '../caller.ts';
import { wholeDocument } from './cases.ts';
import { NativeProcess } from './process.ts';

export interface Seeds {
  documents: readonly Document[];
  /** Packed and encrypted ones: damage mostly breaks them, and to find a key takes as long as ten other documents. */
  costly: readonly Document[];
  /** The output of an inspector: objects by key. */
  patches: readonly Buffer[];
  /** The same as a file for the verb `patch`. */
  patchFile(patch: Buffer): Buffer;
}

const head =
  '{"qpdf":[{"jsonversion":2,"pdfversion":"1.7","pushedinheritedpageresources":false,"calledgetallpages":false,"maxobjectid":99},';
/** Kinds that no sample has: a new object, data of a stream, a trailer, names and texts that are escaped. */
const more =
  '{"obj:4 0 R":{"stream":{"dict":{"/Length":3},"data":"YWJj"}},"obj:40 0 R":{"value":["u:\\u00e9\\ud83d\\ude00\\n","b:00ff","/A#20B",-1.5e-3,true,"3 0 R"]},"obj:3 0 R":{"stream":{"dict":{},"datafile":"whole.pdf"}},"trailer":{"value":{"/Root":"1 0 R"}}}';
const password = Buffer.from('password').toString('hex');

/** Made in the folder, which is empty again afterwards but for a document that is plain. */
export async function seedsOf(documents: readonly Document[], program: string, folder: string): Promise<Seeds> {
  const costly: Document[] = [];
  const patches = [Buffer.from(more)];
  await using maker = new NativeProcess(program, folder);
  for (const { name, bytes } of documents) {
    // A file of its own: if this document cannot be opened, the last one stays open, and is mapped from its file.
    await writeFile(join(folder, name), bytes);
    const outputs = ['packed', 'locked', 'graph'].map((kind) => join(folder, `${kind}-${name}`));
    const answers = await maker.serve([
      ['open', '0', name],
      ['unfold', '0', `graph-${name}`, ''],
      ['write', '0', `packed-${name}`, 'packed'],
      ['protect', '0', `locked-${name}`, password, '', '0', '0'],
    ]);
    if (answers.every(([kind, what]) => (kind === 'opened' ? what === 'open' : what === 'ok'))) {
      for (const kind of ['packed', 'locked'])
        costly.push({ name: `${kind}-${name}`, bytes: await readFile(join(folder, `${kind}-${name}`)) });
      const graph = (await readFile(join(folder, `graph-${name}`))).toString('latin1');
      patches.push(Buffer.from(graph.slice(graph.indexOf('},') + 2, -']}'.length), 'latin1'));
    }
    for (const path of [join(folder, name), ...outputs]) await rm(path, { force: true });
  }
  const [first] = documents;
  if (first !== undefined) await writeFile(join(folder, wholeDocument), first.bytes);
  return {
    documents,
    costly: costly.length === 0 ? documents : costly,
    patches,
    patchFile: (patch) => Buffer.concat([Buffer.from(head), patch, Buffer.from(']}')]),
  };
}
