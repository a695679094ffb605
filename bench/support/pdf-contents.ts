// Counts the content of a PDF besides its appearance: none of it may be lost.
import { reachable } from '#conversion/compress/clean.ts';
import { isDictionary, type PdfDocument, type PdfDictionary, type PdfValue } from '#conversion/pdf/graph.ts';
import { readDocument } from '../../test/support/pdf-graph.ts';

export const kinds = ['links', 'outline', 'fields', 'tags', 'attachments', 'destinations', 'output intents'] as const;
export type Contents = Record<(typeof kinds)[number], number>;

export async function contentsOf(path: string): Promise<Contents> {
  const document = await readDocument(path);
  const counts: Contents = {
    links: 0,
    outline: 0,
    fields: 0,
    tags: 0,
    attachments: 0,
    destinations: 0,
    'output intents': 0,
  };
  // The source that hybrid PDFs of LibreOffice carry is an attachment too.
  counts.attachments += document.array(document.trailer['/AdditionalStreams']).length / 2;
  counts['output intents'] = document.array(document.catalog['/OutputIntents']).length;
  for (const dictionary of reachableDictionaries(document)) {
    const type = document.name(dictionary['/Type']);
    if (document.name(dictionary['/Subtype']) === '/Link') counts.links += 1;
    if (dictionary['/Title'] !== undefined && dictionary['/Parent'] !== undefined) counts.outline += 1;
    if (dictionary['/FT'] !== undefined) counts.fields += 1;
    if (dictionary['/S'] !== undefined && dictionary['/P'] !== undefined && type !== '/Action') counts.tags += 1;
    if (dictionary['/EF'] !== undefined) counts.attachments += 1;
  }
  const names = document.dictionary(document.dictionary(document.catalog['/Names'])['/Dests']);
  counts.destinations =
    document.array(names['/Names']).length / 2 + Object.keys(document.dictionary(document.catalog['/Dests'])).length;
  return counts;
}

/** The content of which `after` has less than `before`, in words. */
export const lost = (before: Contents, after: Contents): string[] =>
  kinds.flatMap((kind) =>
    after[kind] < before[kind] ? [`${before[kind] - after[kind]} of ${before[kind]} ${kind}`] : [],
  );

/** Unreachable objects do not count as lost. */
function* reachableDictionaries(document: PdfDocument): Generator<PdfDictionary> {
  for (const reference of [...reachable(document), null]) {
    const work: PdfValue[] = [reference === null ? document.trailer : document.get(reference)];
    for (let value = work.pop(); value !== undefined; value = work.pop()) {
      if (isDictionary(value)) yield value;
      if (typeof value === 'object' && value !== null)
        for (const item of Object.values(value)) work.push(item as PdfValue);
    }
  }
}
