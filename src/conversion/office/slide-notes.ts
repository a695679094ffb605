// The speaker notes of a presentation, by the slides that are shown.
import { formats } from '#core/formats.ts';
import { attribute, elementsOf, fromFirstElement, tagsOf } from '#core/markup.ts';
import type { OfficeDocument } from './document.ts';
import { relationsOf } from './relations.ts';
import { unescapeMarkup } from './xml.ts';

const maxBytes = 64 << 20;
/** Letters of the notes of one slide. */
const maxLetters = 20_000;

/** The notes of each slide in their order; empty of slides without any. */
export async function slideNotes(document: OfficeDocument, flat: () => Promise<string>): Promise<string[]> {
  const { format, archive } = document;
  if (format === formats.fodp) return openDocumentNotes(await flat());
  if (archive === null) return [];
  const read = async (name: string) => (await archive.read(name, maxBytes))?.toString('utf8') ?? '';
  if (format === formats.odp) return openDocumentNotes(await read('content.xml'));
  return await officeOpenXmlNotes(read);
}

/** OpenDocument 1.3 part 3, 10.2.4 and 16.8.2. */
function openDocumentNotes(content: string): string[] {
  const hidden = new Set<string>();
  for (const style of elementsOf(content, 'style:style'))
    if (style.includes('presentation:visibility="hidden"')) hidden.add(attribute(style, 'style:name') ?? '');
  const shown = [...elementsOf(content, 'draw:page')].filter(
    (page) => !hidden.has(attribute(page.slice(0, page.indexOf('>')), 'draw:style-name') ?? ''),
  );
  return shown.map((page) => {
    const at = page.indexOf('<presentation:notes');
    const notes = at < 0 ? '' : page.slice(at, page.indexOf('</presentation:notes>', at));
    return textOf(notes, /^<text:p[\s>]/, /^<\/text:p>/, /^<text:(line-break|tab|s)[\s/>]/, 'draw:text-box');
  });
}

/** ECMA-376 part 1, 13.3.5 and 19.3.1.38: relationships lead from the presentation to slides, and from these to notes. */
async function officeOpenXmlNotes(read: (name: string) => Promise<string>): Promise<string[]> {
  const presentation = 'ppt/presentation.xml';
  const slides = new Map((await relationsOf(read, presentation)).map(({ id, target }) => [id, target]));
  const notes: string[] = [];
  for (const listed of elementsOf(await read(presentation), 'p:sldId')) {
    const slide = slides.get(attribute(listed, 'r:id') ?? '') ?? '';
    const head = fromFirstElement((await read(slide)).slice(0, 1 << 16)).slice(0, 4096);
    if (/<p:sld\s[^<>]*\bshow="(0|false)"/.test(head)) continue;
    const target = (await relationsOf(read, slide)).find(({ type }) => type.endsWith('/notesSlide'))?.target;
    const page = target === undefined ? '' : await read(target);
    const shapes = [...elementsOf(page, 'p:sp')];
    // Other placeholders show the slide, its number, the date.
    const body = shapes.filter((shape) => /<p:ph\s[^<>]*type="body"/.test(shape));
    const own = body.length > 0 ? body : shapes.filter((shape) => !shape.includes('<p:ph'));
    notes.push(textOf(own.join(''), /^<a:p[\s>]/, /^<\/a:p>/, /^<a:br[\s/>]/));
  }
  return notes;
}

/** The paragraphs of markup, within elements of a name where there is one. */
function textOf(markup: string, begin: RegExp, end: RegExp, blank: RegExp, within?: string): string {
  const parts = within === undefined ? [markup] : [...elementsOf(markup, within)];
  let text = '';
  let isOpen = false;
  for (const piece of tagsOf(parts.join(''))) {
    if (begin.test(piece)) isOpen = true;
    else if (end.test(piece)) {
      isOpen = false;
      text += '\n';
    } else if (blank.test(piece)) text += ' ';
    if (isOpen) text += unescapeMarkup(piece.slice(piece.indexOf('>') + 1));
  }
  return text.trim().slice(0, maxLetters);
}
