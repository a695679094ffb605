// The requirements of the standards that fail most, checked in a PDF by another reader than the one that wrote it.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { PdfDictionary, PdfDocument } from '#conversion/pdf/graph.ts';
import { pagesOf } from '#conversion/pdf/pages.ts';
import { stringText } from '#conversion/pdf/strings.ts';
import { readDocument } from './pdf-graph.ts';

const execute = promisify(execFile);

async function streamText(path: string, reference: unknown): Promise<string> {
  const number = Number.parseInt(String(reference), 10);
  const { stdout } = await execute('qpdf', [path, `--show-object=${number}`, '--filtered-stream-data'], {
    encoding: 'latin1',
    maxBuffer: 1 << 28,
  });
  return stdout;
}

/** The claims of the document in its metadata. */
export async function claimsOf(path: string): Promise<string[]> {
  const document = await readDocument(path);
  const xmp = Buffer.from(await streamText(path, document.catalog['/Metadata']), 'latin1').toString('utf8');
  const of = (name: string) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(xmp)?.[1];
  return [
    ...(of('pdfaid:part') === undefined
      ? []
      : [`PDF/A-${of('pdfaid:part')}${of('pdfaid:conformance')?.toLowerCase()}`]),
    ...(of('pdfuaid:part') === undefined ? [] : [`PDF/UA-${of('pdfuaid:part')}`]),
  ];
}

/** Violations of PDF/A-2 (ISO 19005-2) as sentences. */
export async function archiveProblems(path: string): Promise<string[]> {
  const document = await readDocument(path);
  const { catalog, trailer } = document;
  const problems: string[] = [];
  const intent = document.dictionary(document.array(catalog['/OutputIntents'])[0]);
  if (document.dictionary(intent['/DestOutputProfile'])['/N'] !== 3) problems.push('no output intent of three colours');
  const profile = Buffer.from(await streamText(path, intent['/DestOutputProfile']), 'latin1');
  if (profile.toString('latin1', 36, 40) !== 'acsp' || profile.readUInt32BE(0) !== profile.length)
    problems.push('the profile of the output intent is none');
  if (document.array(trailer['/ID']).length !== 2) problems.push('no identifier in the trailer');
  if (trailer['/Encrypt'] !== undefined) problems.push('encrypted');
  if (catalog['/AA'] !== undefined) problems.push('actions of the document');
  for (const dictionary of document.dictionaries()) {
    if (document.name(dictionary['/Type']) === '/FontDescriptor' && !hasFile(dictionary))
      problems.push(`font not embedded: ${document.name(dictionary['/FontName'])}`);
    const kind = document.name(dictionary['/Subtype']);
    if (document.name(dictionary['/Type']) === '/Font' && kind !== '/Type0' && kind !== '/Type3')
      if (dictionary['/FontDescriptor'] === undefined)
        problems.push(`font without a file: ${document.name(dictionary['/BaseFont'])}`);
    if (['/JavaScript', '/Launch'].includes(document.name(dictionary['/S']) ?? '')) problems.push('a forbidden action');
    if (dictionary['/Interpolate'] === true) problems.push('an interpolated picture');
    if (dictionary['/NeedAppearances'] === true) problems.push('fields that need appearances');
  }
  for (const annotation of annotationsOf(document))
    if ((Number(annotation['/F'] ?? 0) & 4) === 0) problems.push('an annotation that is not printed');
  return problems;
}

const hasFile = (descriptor: PdfDictionary) =>
  ['/FontFile', '/FontFile2', '/FontFile3'].some((key) => descriptor[key as '/FontFile'] !== undefined);

const annotationsOf = (document: PdfDocument) =>
  pagesOf(document).flatMap(({ dictionary }) =>
    document.array(dictionary['/Annots']).map((value) => document.dictionary(value)),
  );

/** Violations of PDF/UA-1 (ISO 14289-1) as sentences, except those of pictures. */
export async function accessibleProblems(path: string): Promise<string[]> {
  const document = await readDocument(path);
  const { catalog, trailer } = document;
  const problems: string[] = [];
  if (document.dictionary(catalog['/MarkInfo'])['/Marked'] !== true) problems.push('not tagged');
  if (document.dictionary(catalog['/ViewerPreferences'])['/DisplayDocTitle'] !== true)
    problems.push('the title is not shown');
  if (stringText(document.get(document.dictionary(trailer['/Info'])['/Title'])) === '') problems.push('no title');
  if (stringText(document.get(catalog['/Lang'])) === '') problems.push('no language');
  for (const { dictionary } of pagesOf(document)) {
    const hasAnnotations = document.array(dictionary['/Annots']).length > 0;
    if (hasAnnotations && dictionary['/Tabs'] !== '/S') problems.push('annotations are not in the order of the tags');
    problems.push(...unmarked(await streamText(path, dictionary['/Contents'])));
  }
  for (const annotation of annotationsOf(document)) {
    if (annotation['/StructParent'] === undefined) problems.push('an annotation outside of the tags');
    if (annotation['/Contents'] === undefined && annotation['/TU'] === undefined)
      problems.push('an annotation without words');
  }
  return [...new Set(problems)];
}

/** Painting outside of marked content, by the operators of content that has neither strings in brackets nor inline images. */
function unmarked(content: string): string[] {
  let depth = 0;
  for (const [operator] of content
    .replace(/\((?:[^()\\]|\\.)*\)|<[0-9a-fA-F\s]*>/g, ' ')
    .matchAll(/[A-Za-z*'"]+(?=\s|$)/g)) {
    if (operator === 'BDC' || operator === 'BMC') depth += 1;
    else if (operator === 'EMC') depth -= 1;
    else if (depth === 0 && /^(Tj|TJ|Do|f\*?|S|s|B\*?|sh)$/.test(operator)) return [`unmarked ${operator}`];
  }
  return depth === 0 ? [] : ['marked content without an end'];
}
