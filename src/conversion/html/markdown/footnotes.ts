// Footnotes as on GitHub: [^name] in the text, and [^name]: with the note anywhere. They are printed at the end of the document.
import type { MarkedExtension, Tokens } from 'marked';
import { escapeMarkup } from '#core/markup.ts';

interface Note {
  html: string;
  /** How often the text refers to it. */
  references: number;
}

export interface Footnotes {
  extension: MarkedExtension;
  /** The notes that the text refers to, once it is rendered; empty without notes. */
  section(): string;
}

const reference = /^\[\^([^\]\s]{1,100})\](?!:)/;
/** The first line, and the blank or indented lines below it. */
const definition =
  /^ {0,3}\[\^([^\]\s]{1,100})\]:[ \t]*([^\n]*(?:\n(?:(?: {2,}|\t)[^\n]*|[ \t]*(?=\n+(?: {4}|\t))))*)(?:\n|$)/;

export function footnotes(): Footnotes {
  const defined = new Map<string, Tokens.Generic>();
  const used = new Map<string, Note>();
  const keyOf = (label: string) => label.toLowerCase();
  const extension: MarkedExtension = {
    extensions: [
      {
        name: 'footnote',
        level: 'block',
        start: (text) => /^ {0,3}\[\^/m.exec(text)?.index,
        tokenizer(text) {
          const [raw, label, content] = definition.exec(text) ?? [];
          if (raw === undefined || label === undefined) return undefined;
          const body = (content ?? '').replaceAll(/\n(?: {1,4}|\t)/g, '\n');
          const token: Tokens.Generic = { type: 'footnote', raw, tokens: this.lexer.blockTokens(body, []) };
          if (!defined.has(keyOf(label))) defined.set(keyOf(label), token);
          return token;
        },
        renderer: () => '',
      },
      {
        name: 'footnoteReference',
        level: 'inline',
        start: (text) => text.indexOf('[^'),
        tokenizer(text) {
          const [raw, label] = reference.exec(text) ?? [];
          return raw === undefined || label === undefined ? undefined : { type: 'footnoteReference', raw, label };
        },
        renderer({ raw, label }) {
          const key = keyOf(label as string);
          const token = defined.get(key);
          if (token === undefined) return escapeMarkup(raw);
          let note = used.get(key);
          if (note === undefined) {
            note = { html: '', references: 0 };
            used.set(key, note);
            note.html = this.parser.parse(token.tokens ?? []);
          }
          note.references += 1;
          const number = [...used.keys()].indexOf(key) + 1;
          const id = note.references === 1 ? `ref-${number}` : `ref-${number}-${note.references}`;
          return `<sup class="note"><a href="#note-${number}" id="${id}">${number}</a></sup>`;
        },
      },
    ],
  };
  return {
    extension,
    section() {
      if (used.size === 0) return '';
      const items = [...used.values()].map(({ html }, n) => `<li id="note-${n + 1}">${withReturn(html, n + 1)}</li>`);
      return `<section class="notes" role="doc-endnotes"><ol>${items.join('\n')}</ol></section>`;
    },
  };
}

/** The link back follows the last word. */
function withReturn(html: string, number: number): string {
  const back = ` <a class="back" href="#ref-${number}" aria-label="Back to the text">↩</a>`;
  const end = html.lastIndexOf('</p>');
  return end < 0 ? html + back : html.slice(0, end) + back + html.slice(end);
}
