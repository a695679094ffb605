// The paths of a page: lines along the axes and rectangles mean something to the layout, all others are parts of drawings.
import type { PageObjectHandle } from '#conversion/pdfium/handles.ts';
import { type Matrix, multiplied, transformed } from '#conversion/pdfium/matrix.ts';
import { pageObjects, path, segmentTypes } from '#conversion/pdfium/page-objects.ts';
import type { PageContent } from '../page-content.ts';
import { boxOfPoints, toViewport, type Viewport } from './viewport.ts';

type Point = [x: number, y: number];
type Paths = Pick<PageContent, 'rules' | 'fills' | 'drawingPaths'>;

const thresholds = {
  /** Points: a filled box that is thinner is a rule. Borders of three points are common. */
  ruleThickness: 3.2,
  /** Times its thickness: a shorter thin box is a speck or a square bullet. */
  ruleLength: 1.5,
  /** Points that a segment may be off its axis: rounding of producers. */
  offAxis: 0.3,
  /** Points: a shorter segment is the end of another. */
  segmentLength: 0.5,
  /** Points: the thinnest stroke; PDF's 0 means the thinnest that a device has. */
  strokeWidth: 0.1,
};

/** A path with more segments is a drawing: its first ones are enough. */
const maxSegments = 4000;

interface Paint {
  isFilled: boolean;
  isStroked: boolean;
  strokeWidth: number;
  fillColor: string;
  strokeColor: string;
}

/** Sorts a path into the page's rules, fills and drawings. */
export function readPath(
  object: PageObjectHandle,
  page: Paths,
  { outer, viewport, inArtifact }: { outer: Matrix; viewport: Viewport; inArtifact: boolean },
): void {
  const { isFilled, isStroked } = path.painting(object);
  if (!isFilled && !isStroked) return;
  const matrix = multiplied(pageObjects.matrix(object), outer);
  const { subpaths, hasCurve } = subpathsOf(object, matrix, viewport);
  if (subpaths.length === 0) return;
  const isArtifact = inArtifact || pageObjects.isArtifact(object);
  const scale = Math.sqrt(Math.abs(matrix[0] * matrix[3] - matrix[1] * matrix[2])) || 1;
  const strokeColor = pageObjects.strokeColor(object);
  const paint: Paint = {
    isFilled,
    isStroked,
    strokeWidth: isStroked ? Math.max(thresholds.strokeWidth, pageObjects.strokeWidth(object) * scale) : 0,
    fillColor: isFilled ? pageObjects.fillColor(object) : strokeColor,
    strokeColor,
  };
  const drawn = { isArtifact, isFilled, color: paint.fillColor };
  if (hasCurve) {
    page.drawingPaths.push({ ...boxOfPoints(subpaths.flat()), ...drawn });
    return;
  }
  for (const points of subpaths)
    if (isAlongAxes(points)) addStraight(points, paint, page);
    else page.drawingPaths.push({ ...boxOfPoints(points), ...drawn });
}

function subpathsOf(
  object: PageObjectHandle,
  matrix: Matrix,
  viewport: Viewport,
): { subpaths: Point[][]; hasCurve: boolean } {
  const subpaths: Point[][] = [];
  let hasCurve = false;
  const count = Math.min(path.countSegments(object), maxSegments);
  for (let n = 0; n < count; n++) {
    const segment = path.segment(object, n);
    if (segment === null) continue;
    const type = path.segmentType(segment);
    if (type === segmentTypes.curve) hasCurve = true;
    if (type === segmentTypes.move || subpaths.length === 0) subpaths.push([]);
    subpaths.at(-1)?.push(toViewport(viewport, ...transformed(matrix, ...path.point(segment))));
  }
  return { subpaths, hasCurve };
}

const isAlongAxes = (points: readonly Point[]): boolean =>
  points.every((point, n) => {
    const next = points[n + 1];
    return (
      next === undefined ||
      Math.abs(point[0] - next[0]) < thresholds.offAxis ||
      Math.abs(point[1] - next[1]) < thresholds.offAxis
    );
  });

function addStraight(points: readonly Point[], paint: Paint, { rules, fills }: Paths): void {
  const box = boxOfPoints(points);
  const [width, height] = [box.right - box.left, box.bottom - box.top];
  if (paint.isFilled && points.length >= 4) {
    if (height <= thresholds.ruleThickness && width > height * thresholds.ruleLength)
      rules.push({ ...box, direction: 'horizontal', thickness: height, color: paint.fillColor });
    else if (width <= thresholds.ruleThickness && height > width * thresholds.ruleLength)
      rules.push({ ...box, direction: 'vertical', thickness: width, color: paint.fillColor });
    else fills.push({ ...box, color: paint.fillColor });
  }
  if (!paint.isStroked) return;
  const half = paint.strokeWidth / 2;
  for (const [n, from] of points.entries()) {
    const to = points[n + 1];
    if (to === undefined) break;
    const line = boxOfPoints([from, to]);
    if (line.right - line.left < thresholds.segmentLength && line.bottom - line.top < thresholds.segmentLength)
      continue;
    const isHorizontal = Math.abs(from[1] - to[1]) < thresholds.offAxis;
    rules.push({
      ...line,
      ...(isHorizontal
        ? { top: line.top - half, bottom: line.bottom + half }
        : { left: line.left - half, right: line.right + half }),
      direction: isHorizontal ? 'horizontal' : 'vertical',
      thickness: paint.strokeWidth,
      color: paint.strokeColor,
    });
  }
}
