// The objects of a PDF as the qpdf command shows them: another reader than the one that is tested.
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { graphOf, PdfDocument, type PdfObjects, type PdfPatch } from '#conversion/pdf/graph.ts';

const execute = promisify(execFile);
type Json = { qpdf: [{ maxobjectid: number }, PdfObjects['objects']] };

export async function readObjects(path: string): Promise<PdfObjects> {
  const words = ['--json=2', '--json-key=qpdf', '--json-stream-data=none', '--no-warn', '--warning-exit-0', path];
  const { qpdf } = JSON.parse((await execute('qpdf', words, { maxBuffer: 1 << 30 })).stdout) as Json;
  return { maxId: qpdf[0].maxobjectid, objects: qpdf[1] };
}

export const readDocument = async (path: string): Promise<PdfDocument> =>
  new PdfDocument(graphOf(await readObjects(path)));

/** Writes the document with changes. */
export async function applyPatch(path: string, output: string, { maxId, objects }: PdfPatch): Promise<void> {
  const header = {
    jsonversion: 2,
    pdfversion: '1.7',
    pushedinheritedpageresources: false,
    calledgetallpages: false,
    maxobjectid: maxId,
  };
  await writeFile(`${output}.json`, JSON.stringify({ qpdf: [header, objects] }));
  await execute('qpdf', [path, `--update-from-json=${output}.json`, output]);
}
