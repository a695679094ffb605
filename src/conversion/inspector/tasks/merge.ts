// merge-pdf: the documents of all slots as one, with what each brings along.
import { Failure, isFailure } from '#core/failure.ts';
import { PdfDocument, withChanges } from '#conversion/pdf/graph.ts';
import { digestOf, possibleDuplicates, shareDuplicates } from '#conversion/pdf/merge/duplicates.ts';
import { mergePatch } from '#conversion/pdf/merge/merge.ts';
import { PdfSession } from '../session.ts';
import { readPages } from './pages.ts';
import type { Ceiling } from '#conversion/options/limits.ts';

/** Leaves the joined document in `out.pdf`. @throws too_many_pages; source_unreadable with the file's name */
export function mergeDocuments({ names, ceiling }: { names: readonly string[]; ceiling: Ceiling }): void {
  using session = new PdfSession();
  let total = 0;
  const parts = names.map((name, slot) => {
    const graph = session.document(slot);
    total += pagesOfPart(name, () => readPages(graph, ceiling).length);
    return { title: name.replace(/\.pdf$/i, ''), graph };
  });
  if (total > ceiling.pages) throw new Failure(ceiling.code, { pages: total, max_pages: ceiling.pages });

  const joined = session.join();
  const document = new PdfDocument(joined);
  const lengths = joined.lengths(document.references().filter((reference) => document.isStream(reference)));
  const alike = joined.streams(
    possibleDuplicates(joined, (reference) => lengths.get(reference) ?? 0),
    'stored',
  );
  const shared = shareDuplicates(joined, new Map([...alike].map(([reference, data]) => [reference, digestOf(data)])));
  const patch = mergePatch(withChanges(joined, shared), parts);
  joined.patch({ maxId: patch.maxId, objects: { ...shared.objects, ...patch.objects } });
  joined.write('out.pdf');
}

/** Says which of the files cannot be read. */
function pagesOfPart(file: string, count: () => number): number {
  try {
    return count();
  } catch (error) {
    throw isFailure(error, 'source_unreadable') ? new Failure('source_unreadable', { file }, { cause: error }) : error;
  }
}
