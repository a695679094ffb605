// merge-pdf: the documents of all slots as one, with their outlines, forms and the like.
import { Failure, isFailure } from '#core/failure.ts';
import { PdfDocument, withChanges } from '#conversion/pdf/graph.ts';
import { keepPages } from '#conversion/pdf/keep-pages.ts';
import { digestOf, possibleDuplicates, shareDuplicates } from '#conversion/pdf/merge/duplicates.ts';
import { mergePatch } from '#conversion/pdf/merge/merge.ts';
import { PdfSession } from '../session.ts';
import { isEveryPage, type JoinedPage } from '#conversion/options/file-pages.ts';
import { contentStreams, readPages } from './pages.ts';
import { turn } from './turn.ts';
import type { OpenDocument } from '../session.ts';
import type { Ceiling } from '#conversion/options/limits.ts';

interface Merge {
  names: readonly string[];
  /** Null for all pages as they come. */
  selected: readonly JoinedPage[] | null;
  ceiling: Ceiling;
}

/** Leaves the joined document in `out.pdf`. @throws too_many_pages; source_unreadable with the file's name */
export function mergeDocuments({ names, selected, ceiling }: Merge): void {
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
  if (selected !== null) select(joined, selected, ceiling);
  joined.write('out.pdf');
}

/** Leaves the selected pages in their order, some of them turned. */
function select(joined: OpenDocument, selected: readonly JoinedPage[], ceiling: Ceiling): void {
  const pages = readPages(joined, ceiling);
  if (!isEveryPage(selected, pages.length)) {
    const numbers = selected.map(({ number }) => number);
    const kept = numbers.flatMap((number) => pages[number - 1] ?? []);
    joined.patch(keepPages(joined, numbers, contentStreams(joined, kept)));
  }
  if (selected.some((page) => page.turn !== 0))
    turn(joined, new Map(selected.map((page, n) => [n + 1, page.turn])), ceiling);
}

/** Says which of the files cannot be read. */
function pagesOfPart(file: string, count: () => number): number {
  try {
    return count();
  } catch (error) {
    throw isFailure(error, 'source_unreadable') ? new Failure('source_unreadable', { file }, { cause: error }) : error;
  }
}
