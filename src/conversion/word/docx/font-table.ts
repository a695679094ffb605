// The fonts that a document names, with what a program needs to know to take a similar one (ECMA-376, 17.8.3.10).
import { escapeMarkup } from '#core/markup.ts';
import type { WordDocument } from '../docx-model.ts';
import { paragraphsOfDocument } from '../docx-paragraphs.ts';
import type { TextStyle } from '../page-content.ts';
import { fontKindOf } from '../text/font-kinds.ts';
import { writtenFamily } from './runs.ts';
import { declaration, namespaces } from './xml.ts';

const lightEnd = / (?:Extra|Ultra|Semi|Demi)?(?:Light|Thin|Hairline)$/i;

export function fontTableXml(document: WordDocument): string {
  const fonts = [...fontsOf(document)].map(([name, style]) => {
    // A family that stands for that of the page has nothing of its descriptor.
    const { family, isFixedPitch, charset } = fontKindOf(name, name === style.font ? style : {});
    // A light family is most like the regular one.
    const regular = name.replace(lightEnd, '');
    const other = regular === name || regular === '' ? '' : `<w:altName w:val="${escapeMarkup(regular)}"/>`;
    return (
      `<w:font w:name="${escapeMarkup(name)}">${other}<w:charset w:val="${charset}"/>` +
      `<w:family w:val="${family}"/><w:pitch w:val="${isFixedPitch ? 'fixed' : 'variable'}"/></w:font>`
    );
  });
  return `${declaration}<w:fonts ${namespaces}>${fonts.join('')}</w:fonts>`;
}

/** Families that are written, each with a style that has it. */
function fontsOf(document: WordDocument): Map<string, TextStyle> {
  const fonts = new Map<string, TextStyle>();
  const add = (style: TextStyle | undefined) => {
    if (style !== undefined && !fonts.has(writtenFamily(style))) fonts.set(writtenFamily(style), style);
  };
  add(document.bodyStyle);
  for (const { list, runs } of paragraphsOfDocument(document)) {
    add(list?.style);
    for (const { style } of runs) add(style);
  }
  return fonts;
}
