// The fonts that a document names, with the properties by which a program substitutes a similar one (ECMA-376, 17.8.3.10).
import { escapeMarkup } from '#core/markup.ts';
import type { WordDocument } from '../docx-model.ts';
import { paragraphsOfDocument } from '../docx-paragraphs.ts';
import type { TextStyle } from '#conversion/layout/page-content.ts';
import {
  commonEastAsianFamily,
  eastAsianFamily,
  eastAsianLetter,
} from '#conversion/layout/text/east-asian-families.ts';
import { writtenFamily } from '#conversion/layout/text/style.ts';
import { fontKindOf } from './font-kinds.ts';
import { isWidespread } from '#conversion/layout/text/widespread-families.ts';
import { declaration, namespaces } from './xml.ts';

const lightEnd = / (?:Extra|Ultra|Semi|Demi)?(?:Light|Thin|Hairline)$/i;

export function fontTableXml(document: WordDocument): string {
  const fonts = [...fontsOf(document)].map(([name, { style, language }]) => {
    // The descriptor does not apply to a family that replaces that of the page.
    const { family, isFixedPitch, charset } = fontKindOf(name, name === style.font ? style : {});
    const alike = language === undefined ? lighterLess(name) : commonEastAsianFamily(language, family === 'roman');
    const other = alike === undefined ? '' : `<w:altName w:val="${escapeMarkup(alike)}"/>`;
    const written = charset === '00' && alike !== undefined ? fontKindOf(alike).charset : charset;
    return (
      `<w:font w:name="${escapeMarkup(name)}">${other}<w:charset w:val="${written}"/>` +
      `<w:family w:val="${family}"/><w:pitch w:val="${isFixedPitch ? 'fixed' : 'variable'}"/></w:font>`
    );
  });
  return `${declaration}<w:fonts ${namespaces}>${fonts.join('')}</w:fonts>`;
}

/** A light family is most like the regular one. */
function lighterLess(name: string): string | undefined {
  const regular = name.replace(lightEnd, '');
  return regular === name || regular === '' ? undefined : regular;
}

interface Written {
  style: TextStyle;
  /** Of its East Asian letters, where hardly anybody has the family. */
  language: string | undefined;
}

/** Families that are written, each with a style that has it. */
function fontsOf(document: WordDocument): Map<string, Written> {
  const fonts = new Map<string, Written>();
  const add = (name: string, style: TextStyle, language?: string) => {
    const known = fonts.get(name);
    if (known === undefined) fonts.set(name, { style, language });
    else known.language ??= language;
  };
  add(writtenFamily(document.bodyStyle), document.bodyStyle);
  for (const { list, runs } of paragraphsOfDocument(document)) {
    if (list?.style !== undefined) add(writtenFamily(list.style), list.style);
    for (const { style, eastAsia, text, languages } of runs) {
      add(writtenFamily(style), style);
      if (!eastAsianLetter.test(text)) continue;
      const own = eastAsia?.style ?? style;
      const name = writtenFamily(own);
      const isRare = eastAsianFamily(name) === undefined && !isWidespread(name);
      add(name, own, isRare ? (languages?.eastAsia ?? document.scriptLanguages?.eastAsia) : undefined);
    }
  }
  return fonts;
}
