// The marks of watermark-pdf and page-numbers-pdf on a page, at the position and size that the tools use; its colours are in platen.css.
import { alongDiagonal, pageNumber } from '../../../src/core/page-marks.ts';
import type { PageSize } from './open.ts';

const fontSize = 100;

let measuring: CanvasRenderingContext2D | null | undefined;

/** The box of a line, at {@link fontSize}. */
function lineBox(text: string): { width: number; height: number } {
  measuring ??= document.createElement('canvas').getContext('2d');
  if (!measuring) return { width: text.length * fontSize * 0.6, height: fontSize * 1.2 };
  measuring.font = `${fontSize}px sans-serif`;
  const { width, fontBoundingBoxAscent, fontBoundingBoxDescent } = measuring.measureText(text);
  return { width: Math.max(1, width), height: fontBoundingBoxAscent + fontBoundingBoxDescent };
}

export function WatermarkMark({ text, size }: { text: string; size: PageSize }) {
  if (text.trim() === '') return null;
  const { angle, scale } = alongDiagonal(size, lineBox(text));
  const degrees = (-angle * 180) / Math.PI;
  return (
    <text
      className="watermark-mark"
      fontSize={fontSize}
      textAnchor="middle"
      dominantBaseline="central"
      transform={`translate(${size.width / 2} ${size.height / 2}) rotate(${degrees}) scale(${scale})`}
    >
      {text}
    </text>
  );
}

const anchors = { 'bottom-left': 'start', 'bottom-center': 'middle', 'bottom-right': 'end' } as const;

export function NumberMark({
  page,
  pages,
  position,
  isFull,
  size,
}: {
  page: number;
  pages: number;
  position: string;
  isFull: boolean;
  size: PageSize;
}) {
  const anchor = anchors[position as keyof typeof anchors] ?? 'middle';
  const margin = Math.min(pageNumber.sideMargin, size.width / 8);
  const x = { start: margin, middle: size.width / 2, end: size.width - margin }[anchor];
  const y = size.height - Math.min(pageNumber.baseline, size.height / 4);
  return (
    <g className="number-mark">
      {/* The number is small on a small picture: a spot says where it is. */}
      <circle cx={x + { start: 6, middle: 0, end: -6 }[anchor]} cy={y - 3} r={22} />
      <text x={x} y={y} fontSize={pageNumber.size} textAnchor={anchor}>
        {isFull ? `${page} / ${pages}` : page}
      </text>
    </g>
  );
}
