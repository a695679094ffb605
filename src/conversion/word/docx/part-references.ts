// References of a part of the package: pictures, links, footnotes, numberings. Each gets its number at the first reference.
import { escapeMarkup } from '#core/markup.ts';
import type { Picture } from '#conversion/layout/page-content.ts';
import type { ListItem, Note, Run } from '../docx-model.ts';
import type { Comments } from './comments.ts';

/** The number of the first bookmark within a paragraph: those of whole paragraphs have lower ones. */
const firstInText = 1_000_000;

export class PartReferences {
  readonly pictures = new Map<Picture, { id: number; relation: string; file: string }>();
  readonly notes: Note[] = [];
  /** Only in the body. */
  readonly comments: Comments | undefined;
  /** Of each list: the formats of its levels. */
  readonly lists = new Map<number, Map<number, ListItem>>();
  readonly #links = new Map<string, string>();
  #next = 10;
  #drawings = 0;
  /** By name. */
  readonly #bookmarks = new Map<string, number>();

  constructor(comments?: Comments) {
    this.comments = comments;
  }

  picture(picture: Picture): { id: number; relation: string } {
    const known = this.pictures.get(picture);
    if (known !== undefined) return known;
    const id = this.pictures.size + 1;
    const made = { id, relation: `rId${this.#next++}`, file: `media/image${id}` };
    this.pictures.set(picture, made);
    return made;
  }

  /** A number for each place that a picture is shown at. */
  drawing(): number {
    return ++this.#drawings;
  }

  /** XML of bookmarks that begin before a run and end after it. */
  bookmarksAround({ beginsBookmark, endsBookmark }: Run): [string, string] {
    const begins =
      beginsBookmark === undefined
        ? ''
        : `<w:bookmarkStart w:id="${this.#bookmark(beginsBookmark)}" w:name="${escapeMarkup(beginsBookmark)}"/>`;
    return [begins, endsBookmark === undefined ? '' : `<w:bookmarkEnd w:id="${this.#bookmark(endsBookmark)}"/>`];
  }

  #bookmark(name: string): number {
    const id = this.#bookmarks.get(name) ?? firstInText + this.#bookmarks.size;
    this.#bookmarks.set(name, id);
    return id;
  }

  link(address: string): string {
    const known = this.#links.get(address) ?? `rId${this.#next++}`;
    this.#links.set(address, known);
    return known;
  }

  /** The first two numbers are Word's own separators. */
  note(note: Note): number {
    this.notes.push(note);
    return this.notes.length + 1;
  }

  numbering(place: ListItem): number {
    const levels = this.lists.get(place.list) ?? new Map<number, ListItem>();
    if (!levels.has(place.level)) levels.set(place.level, place);
    this.lists.set(place.list, levels);
    return [...this.lists.keys()].indexOf(place.list) + 1;
  }

  /** The relationships of the part; `extensions` by picture. */
  relationships(extensions: ReadonlyMap<Picture, string>): string {
    const base = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
    const pictures = [...this.pictures].map(
      ([picture, { relation, file }]) =>
        `<Relationship Id="${relation}" Type="${base}/image" Target="${file}.${extensions.get(picture) ?? 'png'}"/>`,
    );
    const links = [...this.#links].map(
      ([address, relation]) =>
        `<Relationship Id="${relation}" Type="${base}/hyperlink" Target="${escapeMarkup(address)}" TargetMode="External"/>`,
    );
    return [...pictures, ...links].join('');
  }
}
