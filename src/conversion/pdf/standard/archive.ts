// PDF/A (ISO 19005-2 and -3): repairs what can be repaired, and reports the rest.
import { isDictionary, type PdfDictionary, type PdfDocument, type PdfValue } from '../graph.ts';
import { unembeddedFonts } from './fonts.ts';
import { srgbProfile } from './srgb-profile.ts';

/** Sentences on the violations of the standard that remain; empty if the document conforms. */
export function meetArchive(document: PdfDocument, part: 2 | 3): string[] {
  const shortcomings = new Set<string>();
  const fonts = unembeddedFonts(document);
  if (fonts.length > 0) shortcomings.add(`fonts are not embedded: ${fonts.join(', ')}`);
  for (const reference of document.references()) {
    const dictionary = document.dictionary(reference);
    const mended = mendedObject(document, dictionary);
    if (mended !== dictionary) document.set(reference, mended);
    if (document.name(mended['/Subtype']) === '/Image' && isPressColor(document, mended['/ColorSpace']))
      shortcomings.add('a picture is in CMYK without a colour profile');
    if (mended['/Rect'] !== undefined && media.includes(document.name(mended['/Subtype']) ?? ''))
      shortcomings.add('it has sound, film or three-dimensional content');
    if (part === 2 && mended['/EF'] !== undefined) shortcomings.add('it has files attached');
    if (isWithoutAppearance(document, mended)) shortcomings.add('an annotation has no appearance of its own');
  }
  const catalog = { ...document.catalog };
  delete catalog['/AA'];
  delete catalog['/OpenAction'];
  if (document.array(catalog['/OutputIntents']).length === 0) catalog['/OutputIntents'] = [outputIntent(document)];
  document.set(document.root, catalog);
  return [...shortcomings];
}

const media = ['/Sound', '/Movie', '/Screen', '/3D', '/RichMedia'];

/** 6.6.1: actions that do something besides going somewhere. */
const forbiddenActions = [
  '/Launch',
  '/Sound',
  '/Movie',
  '/ResetForm',
  '/ImportData',
  '/Hide',
  '/SetOCGState',
  '/Rendition',
  '/Trans',
  '/GoTo3DView',
  '/JavaScript',
];
const allowedNames = ['/NextPage', '/PrevPage', '/FirstPage', '/LastPage'];

/** ISO 32000-1, table 165: hidden in one way or the other, and printed. */
const [invisible, hidden, printed, noView, toggled] = [1, 2, 4, 32, 256];

/** The same dictionary where nothing is to be mended. */
function mendedObject(document: PdfDocument, dictionary: PdfDictionary): PdfDictionary {
  const changes: PdfDictionary = {};
  const gone: `/${string}`[] = [];
  if (dictionary['/Interpolate'] === true) changes['/Interpolate'] = false;
  for (const key of ['/TR', '/TR2', '/HTP', '/OPI', '/Alternates', '/PresSteps'] as const)
    if (dictionary[key] !== undefined && isStateOrImage(document, dictionary)) gone.push(key);
  const action = document.get(dictionary['/A']);
  if (isDictionary(action) && isForbidden(document, action)) gone.push('/A');
  if (dictionary['/AA'] !== undefined) gone.push('/AA');
  if (isAnnotation(document, dictionary)) {
    const flags = document.number(dictionary['/F']) ?? 0;
    const wanted = (flags & ~(invisible | hidden | noView | toggled)) | printed;
    if (wanted !== flags && document.name(dictionary['/Subtype']) !== '/Popup') changes['/F'] = wanted;
  }
  if (gone.length === 0 && Object.keys(changes).length === 0) return dictionary;
  const mended: PdfDictionary = { ...dictionary, ...changes };
  for (const key of gone) delete mended[key];
  return mended;
}

const isStateOrImage = (document: PdfDocument, dictionary: PdfDictionary) =>
  ['/ExtGState', '/XObject', '/Page'].includes(document.name(dictionary['/Type']) ?? '') ||
  document.name(dictionary['/Subtype']) === '/Image';

function isForbidden(document: PdfDocument, action: PdfDictionary): boolean {
  const kind = document.name(action['/S']) ?? '';
  return (
    forbiddenActions.includes(kind) || (kind === '/Named' && !allowedNames.includes(document.name(action['/N']) ?? ''))
  );
}

export const isAnnotation = (document: PdfDocument, dictionary: PdfDictionary): boolean =>
  document.array(dictionary['/Rect']).length === 4 && document.name(dictionary['/Subtype']) !== undefined;

/** 6.3.3: all but links, popups and those without an extent are drawn by a stream of their own. */
function isWithoutAppearance(document: PdfDocument, dictionary: PdfDictionary): boolean {
  if (!isAnnotation(document, dictionary)) return false;
  if (['/Link', '/Popup'].includes(document.name(dictionary['/Subtype']) ?? '')) return false;
  const [left, bottom, right, top] = document.array(dictionary['/Rect']);
  if (left === right && bottom === top) return false;
  return document.dictionary(dictionary['/AP'])['/N'] === undefined;
}

function isPressColor(document: PdfDocument, space: PdfValue | undefined): boolean {
  const value = document.get(space);
  if (Array.isArray(value) && document.name(value[0]) === '/Indexed') return isPressColor(document, value[1]);
  return value === '/DeviceCMYK';
}

function outputIntent(document: PdfDocument): string {
  const profile = document.addStream({ '/N': 3 }, srgbProfile());
  const name = 'u:sRGB IEC61966-2.1';
  return document.add({
    '/Type': '/OutputIntent',
    '/S': '/GTS_PDFA1',
    '/OutputConditionIdentifier': name,
    '/Info': name,
    '/DestOutputProfile': profile,
  });
}
