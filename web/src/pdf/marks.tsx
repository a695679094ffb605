// The marks of watermark-pdf and page-numbers-pdf on a page, at the position and size that the tools use.
import {
  numberText,
  pageNumber,
  placeNumber,
  placeWatermark,
  watermarkLook,
  type NumberPosition,
  type NumberText,
  type WatermarkPosition,
} from '../../../src/core/page-marks.ts';
import type { PageSize } from './open.ts';

const fontSize = 100;
/** The font of the tools, and its line in parts of the font size; platen.css names the same one. */
const font = '"Noto Sans", sans-serif';
const [ascent, descent] = [1.069, 0.293];

let measuring: CanvasRenderingContext2D | null | undefined;

/** The width of a text, at {@link fontSize}. */
function widthOf(text: string): number {
  measuring ??= document.createElement('canvas').getContext('2d');
  if (!measuring) return text.length * fontSize * 0.6;
  measuring.font = `${fontSize}px ${font}`;
  return Math.max(1, measuring.measureText(text).width);
}

export interface WatermarkFields {
  text: string;
  position: WatermarkPosition;
  angle: number | undefined;
  size: number | undefined;
  color: string | undefined;
  opacity: number | undefined;
}

export function WatermarkMark({ fields, size }: { fields: WatermarkFields; size: PageSize }) {
  // As the tool writes it.
  const text = fields.text.replace(/\s+/g, ' ').trim();
  if (text === '') return null;
  const line = { width: widthOf(text), height: (ascent + descent) * fontSize, size: fontSize };
  const { angle, scale, x, y } = placeWatermark({ ...size, unit: 1 }, line, fields);
  const degrees = (-angle * 180) / Math.PI;
  return (
    <text
      className="watermark-mark"
      fontSize={fontSize}
      textAnchor="middle"
      y={((ascent - descent) / 2) * fontSize}
      transform={`translate(${x} ${size.height - y}) rotate(${degrees}) scale(${scale})`}
      style={{ fill: fields.color ?? watermarkLook.color, opacity: fields.opacity ?? watermarkLook.opacity }}
    >
      {text}
    </text>
  );
}

export interface NumberFields extends NumberText {
  position: NumberPosition;
  size: number;
}

export const usualNumbers = { first: 1, fromPage: 1, size: pageNumber.size } as const;

export function NumberMark({
  page,
  pages,
  fields,
  size,
}: {
  page: number;
  pages: number;
  fields: NumberFields;
  size: PageSize;
}) {
  const text = numberText(page, pages, fields);
  if (text === null) return null;
  const em = widthOf(text) / fontSize;
  const placed = placeNumber({ ...size, unit: 1 }, em, fields);
  const width = em * placed.size;
  const y = size.height - placed.y;
  const anchor = fields.position.endsWith('left') ? 'start' : fields.position.endsWith('right') ? 'end' : 'middle';
  return (
    <g className="number-mark">
      {/* The number is small on a small picture: a spot says where it is. */}
      <circle cx={placed.x + width / 2} cy={y - placed.size * 0.35} r={Math.max(22, width / 2 + 8)} />
      <text
        x={placed.x + { start: 0, middle: width / 2, end: width }[anchor]}
        y={y}
        fontSize={placed.size}
        textAnchor={anchor}
      >
        {text}
      </text>
    </g>
  );
}
