// The form of a reduced document: the fields that have a widget on a kept page.
import { isReference, type PdfDictionary, type PdfValue } from '../graph.ts';
import type { Keeping } from './keeping.ts';

const formKeys = ['/NeedAppearances', '/SigFlags', '/DR', '/DA', '/Q'] as const;
const maxDepth = 64;

/** The new /AcroForm, or null when no field is left. XFA, calculation order and scripts go. */
export function keptForm({ document }: Keeping, widgets: ReadonlySet<string>): PdfValue | null {
  const form = document.dictionary(document.catalog['/AcroForm']);
  const seen = new Set<string>();

  const keep = (field: PdfValue, depth: number): boolean => {
    if (!isReference(field) || seen.has(field) || depth > maxDepth) return false;
    seen.add(field);
    const { '/AA': _scripts, '/A': action, ...dictionary } = document.dictionary(field);
    const kids = document.array(dictionary['/Kids']);
    const keptKids = kids.filter((kid) => keep(kid, depth + 1));
    if (keptKids.length === 0 && !widgets.has(field)) {
      document.set(field, null);
      return false;
    }
    // A widget's own action was kept with the annotations of its page.
    const result: PdfDictionary = {
      ...dictionary,
      ...(widgets.has(field) && action !== undefined ? { '/A': action } : {}),
    };
    if (kids.length > 0) result['/Kids'] = keptKids;
    document.set(field, result);
    return true;
  };

  const fields = document.array(form['/Fields']).filter((field) => keep(field, 0));
  // Widgets that no field of the form knows keep only themselves.
  for (const widget of widgets) if (!seen.has(widget)) detach(document, widget);
  if (fields.length === 0) return null;
  const result: PdfDictionary = { '/Fields': fields };
  for (const key of formKeys) if (form[key] !== undefined) result[key] = form[key];
  return document.add(result);
}

function detach(document: Keeping['document'], widget: string): void {
  const { '/Parent': _parent, ...own } = document.dictionary(widget);
  document.set(widget, own);
}
