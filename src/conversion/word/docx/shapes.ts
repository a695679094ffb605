// Rectangles behind the text and boxes of turned text, at their place on the page, as DrawingML (Word 2010's shapes; ECMA-376,
// 20.4, 20.1.9.18 and 20.1.10.83).
import type { Box } from '#conversion/layout/box.ts';
import type { Run } from '../docx-model.ts';
import type { PartReferences } from './part-references.ts';
import { emu } from './xml.ts';

export function shapeXml(
  { shape, across, below, isOfPage = false }: NonNullable<Run['shape']>,
  references: PartReferences,
): string {
  const { fill, stroke } = shape;
  const paint = fill === undefined ? '<a:noFill/>' : solid(fill);
  const line =
    stroke === undefined
      ? '<a:ln><a:noFill/></a:ln>'
      : `<a:ln w="${Math.max(1, emu(stroke.thickness))}">${solid(stroke.color)}</a:ln>`;
  return anchored(shape, references, {
    // Within cells, word processors always measure from the cell; only positions relative to the column are the same everywhere.
    position: isOfPage
      ? positionXml('H', 'page', across) + positionXml('V', 'page', below)
      : positionXml('H', 'column', across) + positionXml('V', 'line', below),
    isBehind: true,
    paint: paint + line,
    inner: '<wps:bodyPr/>',
  });
}

/** A box of text at its place on the page, over other text; it grows with its text. */
export const textBoxXml = (box: Box, paragraphs: string, references: PartReferences): string =>
  anchored(box, references, {
    position: positionXml('H', 'page', box.left) + positionXml('V', 'page', box.top),
    isBehind: false,
    paint: '<a:noFill/><a:ln><a:noFill/></a:ln>',
    inner: `<wps:txbx><w:txbxContent>${paragraphs}</w:txbxContent></wps:txbx><wps:bodyPr wrap="square" lIns="0" tIns="0" rIns="0" bIns="0"><a:spAutoFit/></wps:bodyPr>`,
  });

/** A box whose text, given as WordprocessingML, is rotated with the box by this many degrees counter-clockwise. */
export function turnedTextXml(
  { box, angle, across, below }: Omit<NonNullable<Run['turned']>, 'paragraph'>,
  paragraph: string,
  references: PartReferences,
): string {
  const isSideways = angle % 180 === 90;
  const place = roomy(isSideways ? onItsSide(box) : box, angle);
  const direction = isSideways ? ` vert="${angle === 90 ? 'vert270' : 'vert'}"` : '';
  return anchored(place, references, {
    position:
      positionXml('H', 'column', across + place.left - box.left) +
      positionXml('V', 'line', below + place.top - box.top),
    isBehind: !isSideways,
    paint: '<a:noFill/><a:ln><a:noFill/></a:ln>',
    turn: isSideways ? 0 : (360 - angle) % 360,
    inner: `<wps:txbx><w:txbxContent>${paragraph}</w:txbxContent></wps:txbx><wps:bodyPr rot="0"${direction} wrap="square" lIns="0" tIns="0" rIns="0" bIns="0"/>`,
  });
}

function onItsSide({ left, top, right, bottom }: Box): Box {
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  const [wide, high] = [(bottom - top) / 2, (right - left) / 2];
  return { left: x - wide, right: x + wide, top: y - high, bottom: y + high };
}

/** With room behind the text, so that another font does not break the line. */
function roomy(box: Box, angle: number): Box {
  const more = Math.max(minSlack, Math.max(box.right - box.left, box.bottom - box.top) * slack);
  if (angle === 90) return { ...box, top: box.top - more };
  return angle === 270
    ? { ...box, bottom: box.bottom + more }
    : { ...box, left: box.left - more / 2, right: box.right + more / 2 };
}

/** Share of its length, and points at least. */
const slack = 0.08;
const minSlack = 8;

const positionXml = (axis: 'H' | 'V', from: string, points: number): string =>
  `<wp:position${axis} relativeFrom="${from}"><wp:posOffset>${emu(points)}</wp:posOffset></wp:position${axis}>`;

/** A shape of Word. */
function anchored(
  { left, top, right, bottom }: Box,
  references: PartReferences,
  {
    position,
    isBehind,
    paint,
    inner,
    turn = 0,
  }: { position: string; isBehind: boolean; paint: string; inner: string; turn?: number },
): string {
  const id = references.drawing();
  const [cx, cy] = [Math.max(1, emu(right - left)), Math.max(1, emu(bottom - top))];
  const rotation = turn === 0 ? '' : ` rot="${Math.round(turn * 60_000)}"`;
  return (
    '<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing>' +
    `<wp:anchor distT="0" distB="0" distL="0" distR="0" simplePos="0" relativeHeight="${id}" behindDoc="${isBehind ? 1 : 0}" locked="0" layoutInCell="0" allowOverlap="1">` +
    `<wp:simplePos x="0" y="0"/>${position}` +
    `<wp:extent cx="${cx}" cy="${cy}"/><wp:effectExtent l="0" t="0" r="0" b="0"/><wp:wrapNone/><wp:docPr id="${id}" name="Shape ${id}"/>` +
    '<a:graphic><a:graphicData uri="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"><wps:wsp><wps:cNvSpPr/>' +
    `<wps:spPr><a:xfrm${rotation}><a:off x="0" y="0"/><a:ext cx="${cx}" cy="${cy}"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom>${paint}</wps:spPr>` +
    `${inner}</wps:wsp></a:graphicData></a:graphic></wp:anchor></w:drawing></mc:Choice></mc:AlternateContent></w:r>`
  );
}

const solid = (color: string): string => `<a:solidFill><a:srgbClr val="${color.toUpperCase()}"/></a:solidFill>`;
