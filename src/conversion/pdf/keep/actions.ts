// The actions that links and outline items of a reduced document may keep.
import { explicitDestination, targetPage } from '../destinations.ts';
import { isName, isString, type PdfDictionary, type PdfValue } from '../graph.ts';
import type { Keeping } from './keeping.ts';

/** Actions that need nothing of the document; JavaScript, embedded files and media are not among them. */
const free = new Set(['/URI', '/GoToR', '/Launch', '/Named', '/ResetForm', '/SubmitForm', '/SetOCGState']);

/** The item's /Dest or /A as it stays; null when it led to a page that is gone, or did something that goes. */
export function keptActions(keeping: Keeping, item: PdfDictionary): PdfDictionary | null {
  const { document, kept, named } = keeping;
  const page = targetPage(document, item, named);
  if (page === undefined) {
    const { '/Next': _next, '/Fields': _fields, ...action } = document.dictionary(item['/A']);
    const name = document.name(action['/S']);
    return name !== undefined && free.has(name) ? { '/A': action } : null;
  }
  if (page === null || !kept.has(page)) return null;
  if (item['/Dest'] !== undefined) return { '/Dest': bareDestination(keeping, item['/Dest']) };
  const { '/Next': _next, '/SD': _structure, '/D': destination, ...action } = document.dictionary(item['/A']);
  return { '/A': { ...action, '/D': bareDestination(keeping, destination) } };
}

/** The name or the array, without the other entries of a dictionary around it, which may refer to discarded pages. */
function bareDestination({ document, named }: Keeping, destination: PdfValue | undefined): PdfValue {
  const found = document.get(destination);
  return isName(found) || isString(found) ? found : explicitDestination(document, found, named);
}
