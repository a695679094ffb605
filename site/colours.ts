// Syntax highlighting: shiki's grammars, with a class for each kind of token, so that the pages' style sheet sets the colours.
import { escapeMarkup } from '#core/markup.ts';
import { bundledLanguages, createCssVariablesTheme, createHighlighter, type BundledLanguage } from 'shiki';

const theme = createCssVariablesTheme({ name: 'platen', variablePrefix: '--t-' });

/** `var(--t-token-keyword)` as a class of the style sheet; other tokens have the colour of text. */
const kinds: Readonly<Record<string, string>> = {
  comment: 'comment',
  string: 'string',
  'string-expression': 'string',
  keyword: 'keyword',
  function: 'function',
  constant: 'constant',
  punctuation: 'punctuation',
};

const isKnown = (language: string): language is BundledLanguage => language in bundledLanguages;

/** Highlights code in the listed languages; others stay plain. */
export async function colourer(languages: readonly string[]): Promise<(code: string, language: string) => string> {
  const highlighter = await createHighlighter({
    themes: [theme],
    langs: [...new Set(languages)].filter(isKnown),
  });
  return (code, language) => {
    if (!isKnown(language)) return escapeMarkup(code);
    const { tokens } = highlighter.codeToTokens(code, { lang: language, theme: 'platen' });
    return tokens
      .map((line) =>
        joined(
          line.map(({ content, color = '' }) => ({ content, kind: kinds[/token-([\w-]+)/.exec(color)?.[1] ?? ''] })),
        )
          .map(({ content, kind }) =>
            kind === undefined ? escapeMarkup(content) : `<span class="t-${kind}">${escapeMarkup(content)}</span>`,
          )
          .join(''),
      )
      .join('\n');
  };
}

interface Coloured {
  content: string;
  kind: string | undefined;
}

/** Merges adjacent tokens of one kind: a URL stays in one piece, and can be replaced when a page is sent. */
function joined(line: readonly Coloured[]): Coloured[] {
  const whole: Coloured[] = [];
  for (const token of line) {
    const last = whole.at(-1);
    if (last?.kind === token.kind && last !== undefined) last.content += token.content;
    else whole.push({ ...token });
  }
  return whole;
}
