// The content of a page in one stream: many small ones cost an object each, and are compressed apart.
import type { PdfDocument } from '#conversion/pdf/graph.ts';
import { contentOf } from '#conversion/pdf/overlay.ts';
import type { PdfPage } from '#conversion/pdf/pages.ts';
import type { StreamStore } from './store.ts';

/** Content that several pages share is repeated only when it is this small. */
const smallBytes = 256;
const maxTotalBytes = 32 << 20;

export function joinContentStreams(document: PdfDocument, pages: readonly PdfPage[], store: StreamStore): void {
  const users = new Map<string, number>();
  for (const page of pages)
    for (const stream of contentOf(document, page)) users.set(stream, (users.get(stream) ?? 0) + 1);
  let total = 0;
  let last: { stream: string; data: Buffer | null } | null = null;
  const decodedOnce = (stream: string): Buffer | null => {
    if (last?.stream !== stream) last = { stream, data: store.decoded(stream, maxTotalBytes) };
    return last.data;
  };
  for (const page of pages) {
    const streams = contentOf(document, page);
    if (streams.length < 2 || total > maxTotalBytes) continue;
    if (new Set(streams).size > 2000) continue;
    const parts = streams.map((stream) => decodedOnce(stream));
    const mayJoin = parts.every((part, n) => {
      const isOwn = users.get(streams[n] ?? '') === 1;
      return part !== null && (isOwn || part.length <= smallBytes);
    });
    if (!mayJoin) continue;
    // Between two streams tokens end (ISO 32000-2, table 31).
    const data = Buffer.concat(
      parts.flatMap((part, n) => [...(n === 0 ? [] : [Buffer.from('\n')]), part ?? '']) as Buffer[],
    );
    total += data.length;
    const reference = document.addStream({}, data);
    store.put(reference, data);
    document.set(page.reference, { ...document.dictionary(page.reference), '/Contents': reference });
  }
}
