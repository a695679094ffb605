// Text that people have put on a page (ISO 32000-2, 12.5.6.6), as letters in lines.
import type { PdfDictionary, PdfDocument } from '#conversion/pdf/graph.ts';
import type { Matrix } from '#conversion/pdfium/matrix.ts';
import { stringText } from '#conversion/pdf/strings.ts';
import type { Box } from '../box.ts';
import { type FreeText, type Glyph, letterOn, type Shape, type TextStyle } from '../page-content.ts';
import { textWidth } from '../text/family-advances.ts';
import { plainStyle } from '../text/style.ts';
import { tolerances } from '../tolerances.ts';
import { type AnnotationLook, isTextSize } from './annotation-look.ts';
import { colorOf } from './annotation-colors.ts';

const thresholds = {
  /** Times the width: another font than the one that is painted with may be a little wider. */
  wider: 1.04,
  /** Times the size: from line to line. */
  leading: 1.15,
  /** Times the size: the first baseline below the top. */
  ascent: 0.9,
  /** Characters: hostile texts have no end. */
  text: 10_000,
  /** The default in points. */
  size: 12,
};

/** Its letters in lines, styled as they are painted where that is known; undefined of text that is turned, points at something or says nothing: it stays a picture. */
export function freeText(
  annotation: PdfDictionary,
  box: Box,
  { document, look, matrix: [, b, c] }: { document: PdfDocument; look: () => AnnotationLook; matrix: Matrix },
): FreeText | undefined {
  const text = stringText(document.get(annotation['/Contents'])).slice(0, thresholds.text).trim();
  const isTurned = (document.number(annotation['/Rotate']) ?? 0) % 360 !== 0 || b !== 0 || c !== 0;
  const isCallout = annotation['/CL'] !== undefined;
  if (text === '' || isTurned || isCallout) return undefined;
  const style = { ...styleOf(annotation, document), ...look().style };
  const width = box.right - box.left - tolerances.slackPoints * 2;
  const align = (['left', 'center', 'right'] as const)[document.number(annotation['/Q']) ?? 0] ?? 'left';
  const lines = wrapped(text, style, (box.right - box.left) * thresholds.wider).map((line, n) => {
    const free = Math.max(0, width - textWidth(line, style)) * { left: 0, center: 0.5, right: 1 }[align];
    const down = style.size * (thresholds.ascent + n * thresholds.leading);
    const [left, baseline] = [box.left + tolerances.slackPoints + free, box.top + tolerances.slackPoints + down];
    return lettersOf(line, style, left, baseline);
  });
  return {
    box,
    lines: lines.filter((line) => line.length > 0),
    align,
    ...shapeOf(annotation, box, { document, borderColor: style.color }),
  };
}

/** From the operators of its default appearance and the declarations of its default style. */
function styleOf(annotation: PdfDictionary, document: PdfDocument): TextStyle {
  const appearance = stringText(document.get(annotation['/DA'])).slice(0, 500);
  const declared = stringText(document.get(annotation['/DS'])).slice(0, 500);
  const stated = /font:[^;]*?([\d.]+)pt/.exec(declared) ?? /font-size:\s*([\d.]+)pt/.exec(declared);
  const size = Number(stated?.[1] ?? /([\d.]+)\s+Tf/.exec(appearance)?.[1] ?? 0);
  const names = `${/font(?:-family)?:[^;]*/.exec(declared)?.[0] ?? ''} ${/\/(\S+)\s/.exec(appearance)?.[1] ?? ''}`;
  return {
    ...plainStyle(isTextSize(size) ? size : thresholds.size),
    font: /cour/i.test(names) ? 'Courier New' : /times|tiro/i.test(names) ? 'Times New Roman' : 'Arial',
    bold: /bold/i.test(names),
    italic: /italic|oblique/i.test(names),
    color:
      /color:\s*#([\da-f]{6})/i.exec(declared)?.[1]?.toLowerCase() ?? paintedColor(appearance, document) ?? '000000',
  };
}

function paintedColor(appearance: string, document: PdfDocument): string | undefined {
  const [, parts = ''] = /((?:[\d.]+\s+){1,4})(?:g|rg|k)\b/.exec(appearance) ?? [];
  return colorOf(
    document,
    parts
      .trim()
      .split(/\s+/)
      .filter((part) => part !== '')
      .map(Number),
  );
}

/** Lines as wide as that; a wider word is alone. */
function wrapped(text: string, style: TextStyle, width: number): string[] {
  return text.split(/\r\n?|\n/).flatMap((paragraph) => {
    const lines: string[] = [];
    let taken = 0;
    for (const word of paragraph.split(/\s+/)) {
      const own = textWidth(word, style);
      const space = textWidth(' ', style);
      if (lines.length > 0 && taken + space + own <= width) {
        lines.push(`${lines.pop() ?? ''} ${word}`);
        taken += space + own;
      } else {
        lines.push(word);
        taken = own;
      }
    }
    return lines;
  });
}

function lettersOf(line: string, style: TextStyle, left: number, baseline: number): Glyph[] {
  let at = left;
  return [...line].map((text) => {
    const begin = at;
    at += textWidth(text, style);
    return letterOn(baseline, text, { left: begin, right: at }, style);
  });
}

/** The ground and the border. */
function shapeOf(
  annotation: PdfDictionary,
  box: Box,
  { document, borderColor }: { document: PdfDocument; borderColor: string },
): { shape?: Shape } {
  const fill = colorOf(document, annotation['/C']);
  const [, , width] = document.array(annotation['/Border']).map((value) => document.number(value) ?? 0);
  const thickness = document.number(document.dictionary(annotation['/BS'])['/W']) ?? width ?? 0;
  if (fill === undefined && thickness <= 0) return {};
  const stroke = thickness > 0 ? { stroke: { thickness, color: borderColor } } : {};
  return { shape: { ...box, ...(fill === undefined ? {} : { fill }), ...stroke } };
}
