// The numbers of captions as fields that count, and references to captions as fields that link to them; all show the printed text.
import type { Paragraph, Run, Section } from '../docx-model.ts';
import { textOf } from '../docx-model.ts';
import { paragraphsIn } from '../docx-paragraphs.ts';
import { type CaptionLabel, captionLabelOf } from '#conversion/layout/text/captions.ts';

interface Caption {
  paragraph: Paragraph;
  label: CaptionLabel;
}

/** Sets the fields where Word counts as it is printed: from 1 on, each number once. */
export function countCaptions(sections: readonly Section[]): void {
  const paragraphs = sections.flatMap(({ blocks }) => blocks.flatMap(paragraphsIn));
  const captions = paragraphs.flatMap((paragraph): Caption[] => {
    const label = paragraph.isCaption === true ? captionLabelOf(textOf(paragraph)) : undefined;
    return label === undefined ? [] : [{ paragraph, label }];
  });
  const marked = new Map<string, string>();
  for (const [word, own] of Map.groupBy(captions, ({ label }) => label.word)) {
    if (!own.every(({ label }, n) => label.number === String(n + 1))) continue;
    for (const { paragraph, label } of own) {
      const name = `_Ref_caption${marked.size + 1}`;
      if (setNumber(paragraph, label, word.replace(/[^\p{L}]/gu, ''), name)) marked.set(plainBlanks(label.text), name);
    }
  }
  if (marked.size === 0) return;
  for (const paragraph of paragraphs) if (paragraph.contents === undefined) setReferences(paragraph, marked);
}

const plainBlanks = (text: string): string => text.replaceAll('\u00a0', ' ');

/** Makes the number of a caption a field, within a bookmark around its word and number. @returns whether both are of one style */
function setNumber(paragraph: Paragraph, { text, number }: CaptionLabel, sequence: string, name: string): boolean {
  const at = paragraph.runs.findIndex((run) => run.text !== '');
  const run = paragraph.runs[at];
  if (run === undefined || !run.text.startsWith(text) || !isPlain(run)) return false;
  const word = { ...run, text: text.slice(0, -number.length), beginsBookmark: name };
  const field: Run = { ...run, text: number, field: `SEQ ${sequence} \\* ARABIC`, endsBookmark: name };
  const rest = run.text.slice(text.length);
  paragraph.runs.splice(at, 1, word, field, ...(rest === '' ? [] : [{ ...run, text: rest }]));
  return true;
}

const isPlain = ({ link, field, control, note, picture, shape, turned, remarks }: Run): boolean =>
  [link, field, control, note, picture, shape, turned, remarks].every((own) => own === undefined);

const reference = /(?<![\p{L}\p{N}])(\p{L}+\.?)[ \u00a0](\d{1,4})(?![\p{L}\p{N}]|[.,-]\d)/gu;

/** Text that names a caption exactly links to it. */
function setReferences(paragraph: Paragraph, marked: ReadonlyMap<string, string>): void {
  paragraph.runs = paragraph.runs.flatMap((run): Run[] => {
    if (!isPlain(run) || run.beginsBookmark !== undefined) return [run];
    const parts: Run[] = [];
    let from = 0;
    for (const match of run.text.matchAll(reference)) {
      const name = marked.get(plainBlanks(match[0]));
      if (name === undefined) continue;
      if (match.index > from) parts.push({ ...run, text: run.text.slice(from, match.index) });
      parts.push({ ...run, text: match[0], field: `REF ${name} \\h \\* MERGEFORMAT` });
      from = match.index + match[0].length;
    }
    if (from === 0) return [run];
    return from < run.text.length ? [...parts, { ...run, text: run.text.slice(from) }] : parts;
  });
}
