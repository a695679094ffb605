// Comments: where they begin and end in the text (ECMA-376, part 1, 17.13.4), and their part.
import { escapeMarkup } from '#core/markup.ts';
import type { Run, WordDocument } from '../docx-model.ts';
import { paragraphsIn } from '../docx-paragraphs.ts';
import type { Remark } from '#conversion/layout/page-content.ts';
import { declaration, namespaces } from './xml.ts';

export interface Comments {
  all: readonly Remark[];
  /** XML before and after a run. */
  around: (run: Run) => [string, string];
}

/** The comments of a document's text; a comment on several runs covers all runs between them. */
export function commentsOf({ sections }: Pick<WordDocument, 'sections'>): Comments {
  const extents = new Map<Remark, { first: Run; last: Run }>();
  for (const { runs } of sections.flatMap(({ blocks }) => blocks.flatMap(paragraphsIn)))
    for (const run of runs)
      for (const remark of run.remarks ?? []) {
        const extent = extents.get(remark);
        if (extent === undefined) extents.set(remark, { first: run, last: run });
        else extent.last = run;
      }
  const all = [...extents.keys()];
  const [begins, ends] = [new Map<Run, string>(), new Map<Run, string>()];
  const add = (to: Map<Run, string>, run: Run, xml: string) => to.set(run, (to.get(run) ?? '') + xml);
  for (const [id, { first, last }] of [...extents.values()].entries()) {
    add(begins, first, `<w:commentRangeStart w:id="${id}"/>`);
    add(
      ends,
      last,
      `<w:commentRangeEnd w:id="${id}"/><w:r><w:rPr><w:rStyle w:val="CommentReference"/></w:rPr><w:commentReference w:id="${id}"/></w:r>`,
    );
  }
  return { all, around: (run) => [begins.get(run) ?? '', ends.get(run) ?? ''] };
}

export const commentStyles =
  '<w:style w:type="paragraph" w:styleId="CommentText"><w:name w:val="annotation text"/><w:basedOn w:val="Normal"/><w:rPr><w:sz w:val="20"/><w:szCs w:val="20"/></w:rPr></w:style>' +
  '<w:style w:type="character" w:styleId="CommentReference"><w:name w:val="annotation reference"/><w:rPr><w:sz w:val="16"/><w:szCs w:val="16"/></w:rPr></w:style>';

export function commentsXml(remarks: readonly Remark[]): string {
  const all = remarks.map(({ author, text, date }, id) => {
    // Word has the time of day of who has written it, without a zone.
    const time = date === '' ? '' : ` w:date="${date.slice(0, 19)}Z"`;
    const paragraphs = text.split(/\r\n?|\n/).map((line, n) => {
      const mark = n === 0 ? '<w:r><w:rPr><w:rStyle w:val="CommentReference"/></w:rPr><w:annotationRef/></w:r>' : '';
      const own = `<w:r><w:t xml:space="preserve">${escapeMarkup(line)}</w:t></w:r>`;
      return `<w:p><w:pPr><w:pStyle w:val="CommentText"/></w:pPr>${mark}${own}</w:p>`;
    });
    return `<w:comment w:id="${id}" w:author="${escapeMarkup(author)}"${time} w:initials="${escapeMarkup(initialsOf(author))}">${paragraphs.join('')}</w:comment>`;
  });
  return `${declaration}<w:comments ${namespaces}>${all.join('')}</w:comments>`;
}

const initialsOf = (author: string): string =>
  (author.match(/\p{L}[\p{L}\p{M}'’.-]*/gu) ?? [])
    .slice(0, 4)
    .map((name) => [...name][0])
    .join('')
    .toUpperCase();
