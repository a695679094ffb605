// The parts of split-pdf: 1-3;4,6-9.
import { Failure } from '#core/failure.ts';
import { parseSelection, UnnamedPages, type PageRange } from './page-selection.ts';

/** Files in the archive. */
export const maxParts = 200;

const field = 'parts';

/** @throws invalid_page_range with cause `syntax` or `page_zero`; invalid_value for too many */
export function parseParts(text: string): PageRange[][] {
  const parts = text.split(';');
  if (parts.length > maxParts)
    throw new Failure('invalid_value', { field, expected: `at most ${maxParts} parts, separated by semicolons` });
  return parts.map((part) => parseSelection(part, field));
}

/** The pages of each part, in the order written, each once in a part. @throws as {@link parseParts}; `beyond_last_page` */
export const selectParts = (text: string, total: number): number[][] =>
  parseParts(text).map((part) => {
    const unnamed = new UnnamedPages(total);
    return part.flatMap((item) => unnamed.take(item, field));
  });

/** All pages, in parts of so many. @throws invalid_value if there would be too many parts */
export function equalParts(every: number, total: number): number[][] {
  const count = Math.ceil(total / every);
  if (count > maxParts)
    throw new Failure('invalid_value', {
      field: 'every',
      expected: `at least ${Math.ceil(total / maxParts)} for a document of ${total} pages, since an archive has at most ${maxParts} parts`,
    });
  return Array.from({ length: count }, (_, part) =>
    Array.from({ length: Math.min(every, total - part * every) }, (_page, n) => part * every + n + 1),
  );
}
