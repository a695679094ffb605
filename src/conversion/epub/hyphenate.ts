// Soft hyphens by the patterns of TeX, for the languages that have some (Liang, Word Hy-phen-a-tion by Com-put-er, 1983).
import { createRequire } from 'node:module';
import { isTag, isText, type AnyNode } from 'domhandler';

const require = createRequire(import.meta.url);
const createHyphenator = require('hyphen') as (patterns: unknown, options: object) => (text: string) => string;

/** Where the tag of a language is not the name of its patterns. */
const names: Record<string, string> = {
  en: 'en-us',
  'en-au': 'en-gb',
  'en-nz': 'en-gb',
  'en-ie': 'en-gb',
  de: 'de-1996',
  el: 'el-monoton',
  nb: 'nb',
  no: 'nb',
  la: 'la-x-classic',
  mn: 'mn-cyrl',
  sr: 'sr-cyrl',
  sh: 'sh-latn',
};
const known = new Map<string, ((text: string) => string) | undefined>();

function hyphenatorFor(language: string): ((text: string) => string) | undefined {
  const tag = language.toLowerCase();
  const short = tag.split('-')[0] ?? '';
  const cached = known.get(tag);
  if (known.has(tag)) return cached;
  let found: ((text: string) => string) | undefined;
  for (const name of [names[tag], tag, names[short], short]) {
    if (name === undefined || !/^[a-z-]+$/.test(name)) continue;
    try {
      found = createHyphenator(require(`hyphen/patterns/${name}`), { minWordLength: 6 });
      break;
    } catch {
      // no patterns under this name
    }
  }
  known.set(tag, found);
  return found;
}

const untouched = new Set([
  'pre',
  'code',
  'kbd',
  'samp',
  'tt',
  'svg',
  'math',
  'style',
  'title',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'a',
]);

/** Puts soft hyphens into the running text below `node`. */
export function hyphenate(node: AnyNode, language: string): void {
  const work: { node: AnyNode; language: string }[] = [{ node, language }];
  for (let next = work.pop(); next !== undefined; next = work.pop()) {
    const { node: current } = next;
    if (isText(current)) {
      const hyphenator = /\p{L}{6}/u.test(current.data) ? hyphenatorFor(next.language) : undefined;
      if (hyphenator !== undefined) current.data = hyphenator(current.data);
    } else if ('children' in current) {
      if (isTag(current) && untouched.has(current.name.toLowerCase())) continue;
      const own = isTag(current) ? (current.attribs['xml:lang'] ?? current.attribs['lang']) : undefined;
      for (const child of current.children) work.push({ node: child, language: own ?? next.language });
    }
  }
}
