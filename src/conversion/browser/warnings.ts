// Warnings about a page for the client: always few and short.
import type { SiteAnswers } from './site-answers.ts';

const maxNames = 10;
const maxLetters = 120;

export interface Noticed {
  site: Pick<SiteAnswers, 'missing' | 'foreign'>;
  /** The messages of scripts that failed. */
  failures: readonly string[];
  /** The element or condition that never appeared. */
  notFound: string | null;
}

export function warningsOf({ site, failures, notFound }: Noticed): string[] {
  const { missing, foreign } = site;
  return [
    ...(missing.size === 0 ? [] : [`The page asks for files that were not sent with it: ${named(missing)}.`]),
    ...(foreign.size === 0
      ? []
      : [`The page requests external resources, and nothing is fetched from a network: ${named(foreign)}.`]),
    ...(failures.length === 0 ? [] : [`A script of the page failed: ${short(failures[0] ?? '')}`]),
    ...(notFound === null ? [] : [`The page was printed without "${short(notFound)}", which had not come in time.`]),
  ];
}

function named(names: ReadonlySet<string>): string {
  const shown = [...names].slice(0, maxNames).map(short);
  const others = names.size - shown.length;
  return others > 0 ? `${shown.join(', ')} and ${others} more` : shown.join(', ');
}

const short = (text: string): string => {
  const line = text.replace(/\s+/g, ' ');
  return line.length > maxLetters ? `${line.slice(0, maxLetters)}…` : line;
};
