// Rectangles at their place on the page, behind the text, as DrawingML (Word 2010's shapes; ECMA-376, 20.4 and 20.1.9.18).
import type { Run } from '../docx-model.ts';
import type { PartReferences } from './part-references.ts';
import { emu } from './xml.ts';

export function shapeXml({ shape, below }: NonNullable<Run['shape']>, references: PartReferences): string {
  const { left, top, right, bottom, fill, stroke } = shape;
  const id = references.drawing();
  const [cx, cy] = [Math.max(1, emu(right - left)), Math.max(1, emu(bottom - top))];
  const paint = fill === undefined ? '<a:noFill/>' : solid(fill);
  const line =
    stroke === undefined
      ? '<a:ln><a:noFill/></a:ln>'
      : `<a:ln w="${Math.max(1, emu(stroke.thickness))}">${solid(stroke.color)}</a:ln>`;
  return (
    '<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing>' +
    `<wp:anchor distT="0" distB="0" distL="0" distR="0" simplePos="0" relativeHeight="${id}" behindDoc="1" locked="0" layoutInCell="0" allowOverlap="1">` +
    `<wp:simplePos x="0" y="0"/><wp:positionH relativeFrom="page"><wp:posOffset>${emu(left)}</wp:posOffset></wp:positionH>` +
    `<wp:positionV relativeFrom="line"><wp:posOffset>${emu(below)}</wp:posOffset></wp:positionV>` +
    `<wp:extent cx="${cx}" cy="${cy}"/><wp:effectExtent l="0" t="0" r="0" b="0"/><wp:wrapNone/><wp:docPr id="${id}" name="Shape ${id}"/>` +
    '<a:graphic><a:graphicData uri="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"><wps:wsp><wps:cNvSpPr/>' +
    `<wps:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="${cx}" cy="${cy}"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom>${paint}${line}</wps:spPr>` +
    '<wps:bodyPr/></wps:wsp></a:graphicData></a:graphic></wp:anchor></w:drawing></mc:Choice></mc:AlternateContent></w:r>'
  );
}

const solid = (color: string): string => `<a:solidFill><a:srgbClr val="${color.toUpperCase()}"/></a:solidFill>`;
