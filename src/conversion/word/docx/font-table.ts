// The fonts that a document names, with what a program needs to know to take a similar one (ECMA-376, 17.8.3.10).
import { escapeMarkup } from '#core/markup.ts';
import type { Block, WordDocument } from '../docx-model.ts';
import type { TextStyle } from '../page-content.ts';
import { fontKindOf } from '../text/font-kinds.ts';
import { writtenFamily } from './runs.ts';
import { declaration, namespaces } from './xml.ts';

export function fontTableXml(document: WordDocument): string {
  const fonts = [...fontsOf(document)].map(([name, style]) => {
    // A family that stands for that of the page has nothing of its descriptor.
    const { family, isFixedPitch, charset } = fontKindOf(name, name === style.font ? style : {});
    return (
      `<w:font w:name="${escapeMarkup(name)}"><w:charset w:val="${charset}"/>` +
      `<w:family w:val="${family}"/><w:pitch w:val="${isFixedPitch ? 'fixed' : 'variable'}"/></w:font>`
    );
  });
  return `${declaration}<w:fonts ${namespaces}>${fonts.join('')}</w:fonts>`;
}

/** Families that are written, each with a style that has it. */
function fontsOf({ sections, bodyStyle }: WordDocument): Map<string, TextStyle> {
  const fonts = new Map<string, TextStyle>([[writtenFamily(bodyStyle), bodyStyle]]);
  const add = (style: TextStyle | undefined) => {
    if (style !== undefined && !fonts.has(writtenFamily(style))) fonts.set(writtenFamily(style), style);
  };
  const visit = (block: Block): void => {
    if (block.kind === 'table') {
      for (const { cells } of block.rows) for (const cell of cells) cell.blocks.forEach(visit);
      return;
    }
    add(block.list?.style);
    for (const { style, note } of block.runs) {
      add(style);
      note?.paragraphs.forEach(visit);
    }
  };
  for (const { blocks, headersFooters = [] } of sections) {
    blocks.forEach(visit);
    for (const { header, footer } of headersFooters) [...header, ...footer].forEach(visit);
  }
  return fonts;
}
