// The facts at the top of a Markdown file, between two lines of dashes, in YAML.
import { parse, YAMLParseError } from 'yaml';

export interface FrontMatter {
  title: string;
  authors: string[];
  date: string;
  /** A language tag (BCP 47); empty if not set. */
  language: string;
}

const maxLetters = 64 * 1024;
const maxAuthors = 50;

/** The front matter of a text, and the text without it. Invalid YAML stays in the text. */
export function readFrontMatter(text: string): { facts: FrontMatter; body: string } {
  const found = /^---[ \t]*\r?\n([\s\S]*?)^(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/m.exec(text);
  const source = found?.index === 0 && (found[1]?.length ?? 0) <= maxLetters ? found[1] : undefined;
  const values = source === undefined ? null : mapping(source);
  if (found === null || values === null)
    return { facts: { title: '', authors: [], date: '', language: '' }, body: text };
  const authors = values['author'] ?? values['authors'];
  return {
    facts: {
      title: line(values['title']),
      authors: (Array.isArray(authors) ? authors : [authors])
        .slice(0, maxAuthors)
        .map(nameOf)
        .filter((name) => name !== ''),
      date: line(values['date']),
      language: /^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/.exec(line(values['lang'] ?? values['language']))?.[0] ?? '',
    },
    body: text.slice(found[0].length),
  };
}

function mapping(source: string): Record<string, unknown> | null {
  try {
    // Aliases could make little text into much; dates stay as they are written.
    const value: unknown = parse(source, { schema: 'failsafe', maxAliasCount: 0, logLevel: 'silent' });
    if (value === null || value === undefined || value === '') return {};
    return typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, unknown>) : null;
  } catch (error) {
    if (error instanceof YAMLParseError || error instanceof ReferenceError) return null;
    throw error;
  }
}

/** An author is a name, or a mapping with one. */
const nameOf = (author: unknown): string =>
  typeof author === 'object' && author !== null && 'name' in author ? line(author.name) : line(author);

const line = (value: unknown): string =>
  typeof value === 'string' ? value.replace(/\s+/g, ' ').trim().slice(0, 500) : '';
