// Formulas as Office Math (ECMA-376, 22.1). LibreOffice makes Math objects of them.
import { escapeMarkup } from '#core/markup.ts';
import type { FormulaPart } from '#conversion/layout/math/formula.ts';
import type { Formula } from '#conversion/layout/page-content.ts';
import { sizeXml } from './xml.ts';

const styles = { plain: 'p', italic: 'i', bold: 'b', boldItalic: 'bi' } as const;

/** A formula in its line, or one by itself, aligned left or centred. */
export function formulaXml({ parts, size }: Formula, align?: 'left' | 'center'): string {
  const font = '<w:rFonts w:ascii="Cambria Math" w:hAnsi="Cambria Math"/>';
  const look = `<w:rPr>${font}${sizeXml(size)}</w:rPr>`;
  const inner = `<m:oMath>${partXml(parts, look)}</m:oMath>`;
  if (align === undefined) return inner;
  return `<m:oMathPara><m:oMathParaPr><m:jc m:val="${align}"/></m:oMathParaPr>${inner}</m:oMathPara>`;
}

function partXml(part: FormulaPart, look: string): string {
  const element = (name: string, inside: FormulaPart | undefined) =>
    `<m:${name}>${inside === undefined ? '' : partXml(inside, look)}</m:${name}>`;
  switch (part.kind) {
    case 'text':
      return `<m:r><m:rPr>${part.isLiteral === true ? '<m:nor/>' : `<m:sty m:val="${styles[part.look]}"/>`}</m:rPr>${look}<m:t xml:space="preserve">${escapeMarkup(part.text)}</m:t></m:r>`;
    case 'row':
      return part.parts.map((inner) => partXml(inner, look)).join('');
    case 'rows':
      return `<m:eqArr>${part.rows.map((inner) => element('e', inner)).join('')}</m:eqArr>`;
    case 'fraction':
      return `<m:f>${element('num', part.over)}${element('den', part.under)}</m:f>`;
    case 'root':
      return `<m:rad><m:radPr><m:degHide m:val="1"/></m:radPr><m:deg/>${element('e', part.inside)}</m:rad>`;
    case 'overline':
      return `<m:bar><m:barPr><m:pos m:val="top"/></m:barPr>${element('e', part.inside)}</m:bar>`;
    case 'scripts': {
      const name = part.sub === undefined ? 'sSup' : part.sup === undefined ? 'sSub' : 'sSubSup';
      const [sub, sup] = [part.sub && element('sub', part.sub), part.sup && element('sup', part.sup)];
      return `<m:${name}>${element('e', part.base)}${sub ?? ''}${sup ?? ''}</m:${name}>`;
    }
    case 'limits': {
      const inner = partXml(part.base, look);
      const low =
        part.below === undefined ? inner : `<m:limLow><m:e>${inner}</m:e>${element('lim', part.below)}</m:limLow>`;
      return part.above === undefined ? low : `<m:limUpp><m:e>${low}</m:e>${element('lim', part.above)}</m:limUpp>`;
    }
    case 'sum': {
      const place = `<m:limLoc m:val="${part.isStacked ? 'undOvr' : 'subSup'}"/>`;
      const hidden = `${part.sub === undefined ? '<m:subHide m:val="1"/>' : ''}${part.sup === undefined ? '<m:supHide m:val="1"/>' : ''}`;
      const head = `<m:naryPr><m:chr m:val="${part.sign}"/>${place}${hidden}</m:naryPr>`;
      return `<m:nary>${head}${element('sub', part.sub)}${element('sup', part.sup)}${element('e', part.inside)}</m:nary>`;
    }
    default: {
      const head = `<m:dPr><m:begChr m:val="${part.open}"/><m:endChr m:val="${part.close}"/></m:dPr>`;
      return `<m:d>${head}${element('e', part.inside)}</m:d>`;
    }
  }
}
