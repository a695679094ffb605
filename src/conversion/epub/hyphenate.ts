// Soft hyphens by the patterns of TeX, for the languages that have some (Liang, Word Hy-phen-a-tion by Com-put-er, 1983).
import { createRequire } from 'node:module';
import { isTag, isText, type AnyNode } from 'domhandler';

const require = createRequire(import.meta.url);
const createHyphenator = require('hyphen') as (patterns: unknown, options: object) => Hyphenator;

/** Languages whose tag differs from the name of their patterns. */
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

type Hyphenator = (text: string) => string;

/** A hyphenator keeps every word that it is given, also in its table of exceptions: each book has its own, and a copy of that table. */
function hyphenatorFor(language: string): Hyphenator | undefined {
  const tag = language.toLowerCase();
  const short = tag.split('-')[0] ?? '';
  for (const name of [names[tag], tag, names[short], short]) {
    if (name === undefined || !/^[a-z-]+$/.test(name)) continue;
    try {
      const [levels, patterns, exceptions] = require(`hyphen/patterns/${name}`) as [unknown, unknown, object?];
      return createHyphenator([levels, patterns, { ...exceptions }], { minWordLength: 6 });
    } catch {
      // no patterns under this name
    }
  }
  return undefined;
}

const untouched = /^(?:pre|code|kbd|samp|tt|svg|math|style|title|h[1-6]|a)$/i;

/** Returns a function that puts soft hyphens into the running text below a node, for one book. */
export function bookHyphenation(): (node: AnyNode, language: string) => void {
  const known = new Map<string, Hyphenator | undefined>();
  const hyphenated = (text: string, language: string): string => {
    if (!/\p{L}{6}/u.test(text)) return text;
    if (!known.has(language)) known.set(language, hyphenatorFor(language));
    return known.get(language)?.(text) ?? text;
  };
  return (node, language) => {
    const work = [{ node, language }];
    for (let next = work.pop(); next !== undefined; next = work.pop()) {
      const { node: current } = next;
      if (isText(current)) current.data = hyphenated(current.data, next.language);
      else if ('children' in current) {
        if (isTag(current) && untouched.test(current.name)) continue;
        const own = isTag(current) ? (current.attribs['xml:lang'] ?? current.attribs['lang']) : undefined;
        for (const child of current.children) work.push({ node: child, language: own ?? next.language });
      }
    }
  };
}
