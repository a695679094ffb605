// Removes invisible text (text rendering mode 3), as an earlier recognition has left it.
import { readContent } from '#conversion/pdf/content.ts';
import { isReference, type PdfDocument, type PdfValue } from '#conversion/pdf/graph.ts';
import { contentOf } from '#conversion/pdf/overlay.ts';
import type { PdfPage } from '#conversion/pdf/pages.ts';

type Decoded = (references: readonly string[]) => Map<string, Buffer>;

/** Forms within forms. */
const maxDepth = 12;
const invisible = 3;

/** Removes it from the content of pages, and from the forms that they draw. `decoded` reads streams. */
export function dropInvisibleText(document: PdfDocument, pages: readonly PdfPage[], decoded: Decoded): void {
  const seen = new Set<PdfValue>();
  const drop = (references: readonly string[]): void => {
    const fresh = references.filter((reference) => !seen.has(reference));
    const data = decoded(fresh);
    const modes = new Modes();
    for (const reference of fresh) {
      seen.add(reference);
      const left = withoutInvisible(data.get(reference) ?? Buffer.alloc(0), modes);
      if (left !== undefined) document.setData(reference, left);
    }
  };
  const visit = (resources: PdfValue | undefined, depth: number): void => {
    if (depth > maxDepth) return;
    for (const object of Object.values(document.dictionary(document.dictionary(resources)['/XObject']))) {
      if (!isReference(object) || seen.has(object)) continue;
      const { '/Subtype': kind, '/Resources': own } = document.dictionary(object);
      if (document.name(kind) !== '/Form') continue;
      drop([object]);
      visit(own, depth + 1);
    }
  };
  for (const page of pages) {
    drop(contentOf(document, page));
    visit(page.dictionary['/Resources'], 0);
  }
}

/** The text rendering modes that are saved and in effect. */
class Modes {
  now = 0;
  readonly saved: number[] = [];
}

/** Replacements of operators that show text. */
const shows: Readonly<Record<string, string>> = { Tj: '', TJ: '', "'": 'T*', '"': 'T*' };

/** Undefined of content that has none. */
function withoutInvisible(content: Buffer, modes: Modes): Buffer | undefined {
  const kept: Buffer[] = [];
  let at = 0;
  readContent(content, (operator, [mode], from, to) => {
    if (operator === 'q') modes.saved.push(modes.now);
    else if (operator === 'Q') modes.now = modes.saved.pop() ?? 0;
    else if (operator === 'Tr') modes.now = typeof mode === 'number' ? mode : 0;
    else if (modes.now === invisible && operator in shows) {
      kept.push(content.subarray(at, from), Buffer.from(`\n${shows[operator]} `));
      at = to;
    }
  });
  return kept.length === 0 ? undefined : Buffer.concat([...kept, content.subarray(at)]);
}
