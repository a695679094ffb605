// Markup as books have it: XHTML where it is well-formed, else read as HTML is.
import type { Document } from 'domhandler';
import { decodeHTML } from 'entities';
import { Parser, parseDocument } from 'htmlparser2';

/** Parses a file of a book. Entities of files are never loaded; those of HTML are known. */
export function parseMarkup(text: string): Document {
  const decoded = withoutNamedEntities(text);
  return isBalanced(decoded)
    ? parseDocument(decoded, { xmlMode: true, decodeEntities: true })
    : parseDocument(decoded, {
        xmlMode: false,
        decodeEntities: true,
        recognizeSelfClosing: true,
        recognizeCDATA: true,
        lowerCaseAttributeNames: false,
      });
}

/** Every element is closed, in order. */
function isBalanced(text: string): boolean {
  let balanced = true;
  const parser = new Parser(
    {
      onclosetag(_name, isImplied) {
        if (isImplied) balanced = false;
      },
    },
    { xmlMode: true },
  );
  // A self-closed element is reported as implied too, in a call of its own while its tag is read.
  parser.write(text.replace(/<([^<>!?/][^<>]*)\/>/g, ''));
  parser.end();
  return balanced;
}

const xmlEntities = new Set(['amp', 'lt', 'gt', 'quot', 'apos']);

const withoutNamedEntities = (text: string) =>
  text.replace(/&([A-Za-z][A-Za-z0-9]{1,31});/g, (whole, name: string) => {
    if (xmlEntities.has(name)) return whole;
    const decoded = decodeHTML(whole);
    if (decoded === whole) return whole;
    return [...decoded].map((char) => `&#${char.codePointAt(0)};`).join('');
  });
