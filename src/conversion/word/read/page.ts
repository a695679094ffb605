// One page read with PDFium: glyphs with their styles, lines and fills, pictures, strokes of drawings.
import koffi from 'koffi';
import { content, objectType } from '#conversion/pdfium/content-library.ts';
import { pdfium } from '#conversion/pdfium/library.ts';
import type { Box } from '../box.ts';
import type { Glyph, TextStyle, PageContent, Picture } from '../page-content.ts';
import { familyOf } from './font-names.ts';

/** The visible box in the page's own space, and how it is turned. */
export interface Viewport {
  left: number;
  bottom: number;
  right: number;
  top: number;
  rotation: 0 | 90 | 180 | 270;
}

const rect = new Float32Array(4);
const matrix = new Float32Array(6);
const f = [new Float32Array(1), new Float32Array(1), new Float32Array(1), new Float32Array(1)] as const;
const d = [new Float64Array(1), new Float64Array(1)] as const;
const e = [new Float64Array(1), new Float64Array(1), new Float64Array(1), new Float64Array(1)] as const;
const u = [new Uint32Array(1), new Uint32Array(1), new Uint32Array(1), new Uint32Array(1)] as const;
const i32 = [new Int32Array(1), new Int32Array(1)] as const;
const text = Buffer.alloc(1024);

const thin = 3.2;
const maxObjects = 60_000;
const maxPixels = 25_000_000;

interface TextFacts {
  style: TextStyle;
  mcid: number;
  isArtifact: boolean;
  isHidden: boolean;
  /** Degrees anticlockwise, as it is seen. */
  angle: number;
  /** In the page's own space. */
  isTurned: boolean;
  /** Above and below the baseline, in points. */
  ascent: number;
  descent: number;
}

export function readPage(document: unknown, page: unknown, index: number, viewport: Viewport): PageContent {
  const turned = viewport.rotation === 90 || viewport.rotation === 270;
  const [across, down] = [viewport.right - viewport.left, viewport.top - viewport.bottom];
  const result: PageContent = {
    index,
    width: turned ? down : across,
    height: turned ? across : down,
    glyphs: [],
    rules: [],
    fills: [],
    pictures: [],
    drawingPaths: [],
    links: [],
    fromUserSpace: (left, bottom, right, top) => boxInViewport(viewport, left, bottom, right, top),
    render: (box, dpi) => drawPart(document, index, box, dpi, turned ? down : across, turned ? across : down),
  };
  readText(page, viewport, result);
  readObjects(document, page, viewport, result);
  return result;
}

/** From the page's space to what is seen. */
export function toViewport(viewport: Viewport, x: number, y: number): [number, number] {
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
  const [a, b] = [toViewport(viewport, left, bottom), toViewport(viewport, right, top)];
  return {
    left: Math.min(a[0], b[0]),
    right: Math.max(a[0], b[0]),
    top: Math.min(a[1], b[1]),
    bottom: Math.max(a[1], b[1]),
  };
}

function readText(page: unknown, viewport: Viewport, result: PageContent): void {
  const textPage: unknown = content.loadText(page);
  if (textPage === null) return;
  const facts = new Map<bigint, TextFacts>();
  const count = content.countChars(textPage) as number;
  for (let n = 0; n < count; n++) {
    const unicode = content.unicode(textPage, n) as number;
    if (unicode === 0 || unicode === 0xfffe || unicode === 0xffff) continue;
    const isGenerated = content.isGenerated(textPage, n) === 1;
    if (isGenerated && unicode !== 32) continue;
    const object: unknown = content.textObject(textPage, n);
    if (object === null) continue;
    const address = koffi.address(object);
    let own = facts.get(address);
    if (own === undefined) {
      own = factsOf(object, textPage, n, viewport);
      facts.set(address, own);
    }
    content.charOrigin(textPage, n, d[0], d[1]);
    const box = charBox(textPage, n, viewport, own.isTurned);
    const [, baseline] = toViewport(viewport, d[0][0] ?? 0, d[1][0] ?? 0);
    const { ascent, descent, isTurned: _, ...rest } = own;
    result.glyphs.push({
      ...box,
      // The reader's boxes are squeezed into the font's size.
      ...(own.angle === 0 ? { top: baseline - ascent, bottom: baseline + descent } : {}),
      text: String.fromCodePoint(unicode),
      baseline,
      isGenerated,
      ...rest,
    });
  }
  content.closeText(textPage);
  orderLigatures(result.glyphs);
}

/** Letters of one Arabic ligature come in the order they are seen in; they share their place. */
function orderLigatures(glyphs: Glyph[]): void {
  for (let n = 1; n < glyphs.length; n++) {
    const [before, glyph] = [glyphs[n - 1], glyphs[n]];
    if (before === undefined || glyph === undefined || before.left !== glyph.left || before.right !== glyph.right)
      continue;
    if (/[\u0622\u0623\u0625\u0627]/.test(before.text) && glyph.text === '\u0644')
      [glyphs[n - 1], glyphs[n]] = [glyph, before];
  }
}

/** With its advance for upright text; of other text the ink is all that PDFium tells rightly. */
function charBox(textPage: unknown, index: number, viewport: Viewport, isTurned: boolean): Box {
  if (!isTurned) {
    content.looseCharBox(textPage, index, rect);
    return boxInViewport(viewport, rect[0] ?? 0, rect[3] ?? 0, rect[2] ?? 0, rect[1] ?? 0);
  }
  content.charBox(textPage, index, e[0], e[1], e[2], e[3]);
  return boxInViewport(viewport, e[0][0] ?? 0, e[2][0] ?? 0, e[1][0] ?? 0, e[3][0] ?? 0);
}

function factsOf(object: unknown, textPage: unknown, index: number, viewport: Viewport): TextFacts {
  content.fontSize(object, f[0]);
  // The object's own matrix knows nothing of the forms around it.
  content.charMatrix(textPage, index, matrix);
  const [a, b, c, d] = [matrix[0] ?? 1, matrix[1] ?? 0, matrix[2] ?? 0, matrix[3] ?? 1];
  const scale = Math.hypot(c, d) || 1;
  const turned = Math.round((Math.atan2(b, a) * 180) / Math.PI);
  const font: unknown = content.font(object);
  const length = font === null ? 0 : Number(content.fontName(font, text, text.length));
  const { font: family, bold, italic } = familyOf(text.toString('utf8', 0, Math.max(0, length - 1)));
  const flags = font === null ? 0 : (content.fontFlags(font) as number);
  const weight = font === null ? 0 : (content.fontWeight(font) as number);
  const mode = content.renderMode(object) as number;
  const size = Math.round(Math.abs(f[0][0] ?? 10) * scale * 10) / 10;
  const [ascent, descent] = font === null ? [0, 0] : heights(font);
  return {
    angle: (turned - viewport.rotation + 720) % 360,
    isTurned: turned !== 0,
    ascent: ascent * size,
    descent: descent * size,
    style: {
      font: family,
      size,
      // Stroked and filled at once is how bold is made of a font without it.
      bold: bold || (flags > 0 && (flags & 0x40000) !== 0) || weight >= 680 || mode === 2,
      italic: italic || (flags > 0 && (flags & 0x40) !== 0),
      color: color(content.fillColor, object),
    },
    mcid: content.markedContentId(object) as number,
    isArtifact: isArtifact(object),
    isHidden: mode === 3,
  };
}

/** Of the font, for a size of 1; what cannot be right is as usual. */
function heights(font: unknown): [number, number] {
  content.fontAscent(font, 1, f[1]);
  content.fontDescent(font, 1, f[2]);
  const [ascent, descent] = [f[1][0] ?? 0, -(f[2][0] ?? 0)];
  return ascent > 0.5 && ascent < 1.4 && descent > 0.05 && descent < 0.6 ? [ascent, descent] : [0.9, 0.22];
}

function isArtifact(object: unknown): boolean {
  const marks = content.countMarks(object) as number;
  for (let n = 0; n < marks; n++) {
    const mark: unknown = content.mark(object, n);
    if (mark === null || content.markName(mark, text, text.length, u[0]) === 0) continue;
    if (text.toString('utf16le', 0, Math.max(0, (u[0][0] ?? 2) - 2)) === 'Artifact') return true;
  }
  return false;
}

function color(read: typeof content.fillColor, object: unknown): string {
  if (read(object, u[0], u[1], u[2], u[3]) === 0) return '000000';
  return [u[0], u[1], u[2]].map((value) => ((value[0] ?? 0) & 0xff).toString(16).padStart(2, '0')).join('');
}

type Transform = readonly [number, number, number, number, number, number];
const identity: Transform = [1, 0, 0, 1, 0, 0];
const multiply = (a: Transform, b: Transform): Transform => [
  a[0] * b[0] + a[1] * b[2],
  a[0] * b[1] + a[1] * b[3],
  a[2] * b[0] + a[3] * b[2],
  a[2] * b[1] + a[3] * b[3],
  a[4] * b[0] + a[5] * b[2] + b[4],
  a[4] * b[1] + a[5] * b[3] + b[5],
];
const apply = (t: Transform, x: number, y: number): [number, number] => [
  t[0] * x + t[2] * y + t[4],
  t[1] * x + t[3] * y + t[5],
];

function matrixOf(object: unknown): Transform {
  if (content.matrix(object, matrix) === 0) return identity;
  return [...matrix] as unknown as Transform;
}

function readObjects(document: unknown, page: unknown, viewport: Viewport, result: PageContent): void {
  let seen = 0;
  const visit = (object: unknown, outer: Transform, depth: number, inArtifact: boolean): void => {
    if (object === null || ++seen > maxObjects) return;
    const type = content.type(object) as number;
    if (type === objectType.form && depth < 8) {
      const inner = multiply(matrixOf(object), outer);
      const artifact = inArtifact || isArtifact(object);
      const count = content.countFormObjects(object) as number;
      for (let n = 0; n < count; n++) visit(content.formObject(object, n), inner, depth + 1, artifact);
    } else if (type === objectType.path) readPath(object, outer, viewport, result, inArtifact);
    else if (type === objectType.image) readPicture(document, page, object, outer, viewport, result, inArtifact);
  };
  const count = content.countObjects(page) as number;
  for (let n = 0; n < count; n++) visit(content.object(page, n), identity, 0, false);
}

function readPath(
  object: unknown,
  outer: Transform,
  viewport: Viewport,
  result: PageContent,
  inArtifact: boolean,
): void {
  content.drawMode(object, i32[0], i32[1]);
  const [isFilled, isStroked] = [(i32[0][0] ?? 0) !== 0, (i32[1][0] ?? 0) !== 0];
  if (!isFilled && !isStroked) return;
  const transform = multiply(matrixOf(object), outer);
  const points: [number, number][] = [];
  const count = Math.min(content.countSegments(object) as number, 4000);
  let hasCurve = false;
  const parts: [number, number][][] = [];
  for (let n = 0; n < count; n++) {
    const segment: unknown = content.segment(object, n);
    content.segmentPoint(segment, f[0], f[1]);
    const point = toViewport(viewport, ...apply(transform, f[0][0] ?? 0, f[1][0] ?? 0));
    const kind = content.segmentType(segment) as number;
    if (kind === 1) hasCurve = true;
    if (kind === 2 || parts.length === 0) parts.push([]);
    parts.at(-1)?.push(point);
    points.push(point);
  }
  if (points.length === 0) return;
  const scale = Math.sqrt(Math.abs(transform[0] * transform[3] - transform[1] * transform[2])) || 1;
  content.strokeWidth(object, f[2]);
  const strokeWidth = isStroked ? Math.max(0.1, (f[2][0] ?? 1) * scale) : 0;
  const paint = isFilled ? color(content.fillColor, object) : color(content.strokeColor, object);
  const artifact = inArtifact || isArtifact(object);
  if (hasCurve) {
    result.drawingPaths.push({ ...boxOf(points), isArtifact: artifact });
    return;
  }
  for (const part of parts)
    straight(
      part,
      { isFilled, isStroked, strokeWidth, paint, stroke: isStroked ? color(content.strokeColor, object) : paint },
      artifact,
      result,
    );
}

interface Paint {
  isFilled: boolean;
  isStroked: boolean;
  strokeWidth: number;
  paint: string;
  stroke: string;
}

/** Straight parts: lines along the axes and rectangles mean something, others are drawing. */
function straight(points: [number, number][], how: Paint, artifact: boolean, result: PageContent): void {
  const box = boxOf(points);
  const [w, h] = [box.right - box.left, box.bottom - box.top];
  const isAligned = points.every((point, n) => {
    const next = points[n + 1];
    return next === undefined || Math.abs(point[0] - next[0]) < 0.3 || Math.abs(point[1] - next[1]) < 0.3;
  });
  if (!isAligned) {
    result.drawingPaths.push({ ...box, isArtifact: artifact });
    return;
  }
  if (how.isFilled && points.length >= 4) {
    if (h <= thin && w > h * 1.5)
      result.rules.push({ ...box, direction: 'horizontal', thickness: h, color: how.paint });
    else if (w <= thin && h > w * 1.5)
      result.rules.push({ ...box, direction: 'vertical', thickness: w, color: how.paint });
    else result.fills.push({ ...box, color: how.paint });
  }
  if (!how.isStroked) return;
  for (let n = 0; n + 1 < points.length; n++) {
    const [a, b] = [points[n], points[n + 1]];
    if (a === undefined || b === undefined) continue;
    const line = boxOf([a, b]);
    if (line.right - line.left < 0.5 && line.bottom - line.top < 0.5) continue;
    const horizontal = Math.abs(a[1] - b[1]) < 0.3;
    const half = how.strokeWidth / 2;
    const grown = horizontal
      ? { ...line, top: line.top - half, bottom: line.bottom + half }
      : { ...line, left: line.left - half, right: line.right + half };
    result.rules.push({
      ...grown,
      direction: horizontal ? 'horizontal' : 'vertical',
      thickness: how.strokeWidth,
      color: how.stroke,
    });
  }
}

function boxOf(points: readonly [number, number][]): Box {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
}

function readPicture(
  document: unknown,
  page: unknown,
  object: unknown,
  outer: Transform,
  viewport: Viewport,
  result: PageContent,
  inArtifact: boolean,
): void {
  const transform = multiply(matrixOf(object), outer);
  const corners = (
    [
      [0, 0],
      [1, 0],
      [0, 1],
      [1, 1],
    ] as const
  ).map(([x, y]) => toViewport(viewport, ...apply(transform, x, y)));
  const box = boxOf(corners);
  if (box.right - box.left < 1 || box.bottom - box.top < 1) return;
  content.imagePixels(object, u[0], u[1]);
  const isUpright =
    viewport.rotation === 0 &&
    transform[0] > 0 &&
    transform[3] > 0 &&
    Math.abs(transform[1]) + Math.abs(transform[2]) < 0.01;
  const picture: Picture = {
    ...box,
    mcid: content.markedContentId(object) as number,
    isArtifact: inArtifact || isArtifact(object),
    width: u[0][0] ?? 1,
    height: u[1][0] ?? 1,
    data: async () =>
      isUpright || viewport.rotation === 0
        ? pictureFile(document, page, object, isUpright)
        : { data: await result.render(box, 150), extension: 'png' },
  };
  result.pictures.push(picture);
}

/** Loaded when there is a picture: many documents have none. */
async function painter() {
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
}

const formats = { grey: 1, bgr: 2, bgrx: 3, bgra: 4 };

/** The JPEG itself where nothing masks or turns it, else what PDFium makes of the image. */
async function pictureFile(
  document: unknown,
  page: unknown,
  object: unknown,
  isUpright: boolean,
): Promise<{ data: Buffer; extension: 'jpeg' | 'png' } | null> {
  const bitmap: unknown = content.renderedImage(document, page, object);
  if (bitmap === null) return null;
  const [w, h, stride, format] = [
    pdfium.bitmapWidth(bitmap) as number,
    pdfium.bitmapHeight(bitmap) as number,
    pdfium.bitmapStride(bitmap) as number,
    pdfium.bitmapFormat(bitmap) as number,
  ];
  const bytes = koffi.decode(pdfium.bitmapBuffer(bitmap), koffi.array('uint8', stride * h, 'Typed')) as Uint8Array;
  const samples = rgba(bytes, w, h, stride, format);
  pdfium.destroyBitmap(bitmap);
  const isOpaque = samples.every((value, n) => n % 4 !== 3 || value === 255);
  const jpeg = isOpaque && isUpright ? jpegOf(object) : null;
  if (jpeg !== null) return { data: jpeg, extension: 'jpeg' };
  const image = (await painter())(samples, { raw: { width: w, height: h, channels: 4 } });
  const png = await (isOpaque ? image.removeAlpha() : image).png({ compressionLevel: 6 }).toBuffer();
  return { data: png, extension: 'png' };
}

function jpegOf(object: unknown): Buffer | null {
  if (content.imageFilterCount(object) !== 1) return null;
  const length = Number(content.imageFilter(object, 0, text, text.length));
  if (text.toString('latin1', 0, length - 1) !== 'DCTDecode') return null;
  const size = Number(content.imageRaw(object, null, 0));
  const data = Buffer.alloc(size);
  content.imageRaw(object, data, size);
  // CMYK means something else outside of a PDF.
  const frameAt = /\xff[\xc0-\xc2]/.exec(data.toString('latin1', 0, 1 << 16))?.index;
  return frameAt !== undefined && (data[frameAt + 9] ?? 0) <= 3 ? data : null;
}

function rgba(bytes: Uint8Array, w: number, h: number, stride: number, format: number): Buffer {
  const step = format === formats.grey ? 1 : format === formats.bgr ? 3 : 4;
  const result = Buffer.allocUnsafe(w * h * 4);
  for (let y = 0, to = 0; y < h; y++)
    for (let x = 0; x < w; x++, to += 4) {
      const from = y * stride + x * step;
      result[to] = bytes[from + (step === 1 ? 0 : 2)] ?? 0;
      result[to + 1] = bytes[from + (step === 1 ? 0 : 1)] ?? 0;
      result[to + 2] = bytes[from] ?? 0;
      result[to + 3] = format === formats.bgra ? (bytes[from + 3] ?? 255) : 255;
    }
  return result;
}

async function drawPart(
  document: unknown,
  index: number,
  box: Box,
  dpi: number,
  pageWidth: number,
  pageHeight: number,
): Promise<Buffer> {
  const wanted = dpi / 72;
  const most = maxPixels / Math.max(1, (box.right - box.left) * (box.bottom - box.top));
  const scale = Math.min(wanted, Math.sqrt(most));
  const [w, h] = [
    Math.max(1, Math.round((box.right - box.left) * scale)),
    Math.max(1, Math.round((box.bottom - box.top) * scale)),
  ];
  const samples = Buffer.alloc(w * h * 3, 0xff);
  const page: unknown = pdfium.loadPage(document, index);
  const bitmap: unknown = pdfium.createBitmap(w, h, formats.bgr, samples, w * 3);
  const [left, top] = [-Math.round(box.left * scale), -Math.round(box.top * scale)];
  pdfium.render(bitmap, page, left, top, Math.round(pageWidth * scale), Math.round(pageHeight * scale), 0, 0x10);
  pdfium.destroyBitmap(bitmap);
  pdfium.closePage(page);
  return (await painter())(samples, { raw: { width: w, height: h, channels: 3 } })
    .png({ compressionLevel: 6 })
    .toBuffer();
}
