// From the page's own space (ISO 32000-2, 8.3.2.3: default user space, y upwards) to what is seen of it.
import type { Box } from '../box.ts';

/** The visible box in the page's own space, and how the page is turned clockwise. */
export interface Viewport {
  left: number;
  bottom: number;
  right: number;
  top: number;
  rotation: 0 | 90 | 180 | 270;
}

/** Width and height as they are seen. */
export function sizeOf({ left, bottom, right, top, rotation }: Viewport): { width: number; height: number } {
  const [across, up] = [right - left, top - bottom];
  return rotation === 90 || rotation === 270 ? { width: up, height: across } : { width: across, height: up };
}

/** Points from the top left of what is visible, y downwards. */
export function toViewport(viewport: Viewport, x: number, y: number): [x: number, y: number] {
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
