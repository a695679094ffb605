// From the page's own space (ISO 32000-2, 8.3.2.3: default user space, y upwards) to its visible part.
import type { Matrix } from '#conversion/pdfium/matrix.ts';
import type { Box } from '../box.ts';

/** The visible box in the page's own space, and how the page is turned clockwise. */
export interface Viewport {
  left: number;
  bottom: number;
  right: number;
  top: number;
  rotation: 0 | 90 | 180 | 270;
  /** Seen in a mirror before it is turned, left for right. */
  isMirrored?: boolean;
  /** Quarter turns clockwise that PDFium adds to the rotation in the file, before the page is mirrored. */
  quarters?: number;
}

/** Which way text with such a matrix runs as it is seen: degrees anticlockwise, and whether it can be read in a mirror only. */
export function runOf({ rotation, isMirrored = false }: Viewport, [a, b, c, d]: Readonly<Matrix>): TextRun {
  const turned = Math.round((Math.atan2(b, isMirrored ? -a : a) * 180) / Math.PI);
  return { angle: (turned - rotation + 720) % 360, isMirrored: a * d - b * c < 0 !== isMirrored };
}

interface TextRun {
  angle: number;
  isMirrored?: boolean;
}

const thresholds = {
  /** Letters of a page; of fewer it is not said which way is up. */
  letters: 200,
  /** Share of the letters that run one way. */
  oneWay: 0.95,
};

/** How a page is seen so that its text can be read; undefined where nearly all of it can, or runs in several ways. */
export function readableViewport(viewport: Viewport, letters: readonly TextRun[]): Viewport | undefined {
  if (letters.length < thresholds.letters) return undefined;
  const most = [...Map.groupBy(letters, ({ angle, isMirrored }) => `${angle} ${isMirrored}`).values()].find(
    (own) => own.length >= letters.length * thresholds.oneWay,
  )?.[0];
  if (most === undefined || most.angle % 90 !== 0 || (most.angle === 0 && most.isMirrored !== true)) return undefined;
  const turned = viewport.rotation + most.angle;
  const rotation = ((most.isMirrored === true ? 540 - turned : turned) % 360) as Viewport['rotation'];
  const painted = most.isMirrored === true ? 360 - rotation : rotation;
  return {
    ...viewport,
    rotation,
    ...(most.isMirrored === true ? { isMirrored: true } : {}),
    quarters: ((painted - viewport.rotation + 360) / 90) % 4,
  };
}

/** Width and height as they are seen. */
export function sizeOf({ left, bottom, right, top, rotation }: Viewport): { width: number; height: number } {
  const [across, up] = [right - left, top - bottom];
  return rotation === 90 || rotation === 270 ? { width: up, height: across } : { width: across, height: up };
}

/** Points from the top left of the visible part, y downwards. */
export function toViewport(viewport: Viewport, inPage: number, y: number): [x: number, y: number] {
  const x = viewport.isMirrored === true ? viewport.left + viewport.right - inPage : inPage;
  switch (viewport.rotation) {
    case 90:
      return [y - viewport.bottom, x - viewport.left];
    case 180:
      return [viewport.right - x, y - viewport.bottom];
    case 270:
      return [viewport.top - y, viewport.right - x];
    default:
      return [x - viewport.left, viewport.top - y];
  }
}

export function boxInViewport(viewport: Viewport, left: number, bottom: number, right: number, top: number): Box {
  const [x1, y1] = toViewport(viewport, left, bottom);
  const [x2, y2] = toViewport(viewport, right, top);
  return { left: Math.min(x1, x2), right: Math.max(x1, x2), top: Math.min(y1, y2), bottom: Math.max(y1, y2) };
}

/** The smallest box around points. */
export function boxOfPoints(points: readonly (readonly [x: number, y: number])[]): Box {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
}
