// What a link or an outline item of a reduced document may still do.
import { targetPage } from '../destinations.ts';
import type { PdfDictionary } from '../graph.ts';
import type { Keeping } from './keeping.ts';

/** Actions that need nothing of the document; JavaScript, embedded files and media are not among them. */
const free = new Set(['/URI', '/GoToR', '/Launch', '/Named', '/ResetForm', '/SubmitForm', '/SetOCGState']);

/** The item's /Dest or /A as it stays; null when it led to a page that is gone, or did something that goes. */
export function keptActions({ document, kept, named }: Keeping, item: PdfDictionary): PdfDictionary | null {
  const page = targetPage(document, item, named);
  if (page === undefined) {
    const { '/Next': _next, '/Fields': _fields, ...action } = document.dictionary(item['/A']);
    const name = document.name(action['/S']);
    return name !== undefined && free.has(name) ? { '/A': action } : null;
  }
  if (page === null || !kept.has(page)) return null;
  if (item['/Dest'] !== undefined) return { '/Dest': item['/Dest'] };
  const { '/Next': _next, '/SD': _structure, ...action } = document.dictionary(item['/A']);
  return { '/A': action };
}
