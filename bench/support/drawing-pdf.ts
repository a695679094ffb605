// Pages of vector drawing, written by hand: curves, filled shapes, hatching, a gradient, something transparent, a few labels.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pdfOf, stream } from '../../test/support/pdf-builder.ts';

const round = (value: number) => value.toFixed(2);
const color = (n: number) => [0, 2, 4].map((shift) => round(0.5 + 0.5 * Math.sin(n * 0.7 + shift))).join(' ');

/** Every page has about a thousand paths, each page others. */
export async function drawingPdf(folder: string, name: string, pages: number): Promise<string> {
  const objects: Record<number, string> = {
    1: '<< /Type /Catalog /Pages 2 0 R >>',
    2: `<< /Type /Pages /Count ${pages} /Kids [${Array.from({ length: pages }, (_, n) => `${10 + n * 2} 0 R`).join(' ')}] >>`,
    3: '<< /Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> /Shading << /S 4 0 R >> /ExtGState << /G << /ca .4 >> >> >>',
    4: '<< /ShadingType 2 /ColorSpace /DeviceRGB /Coords [50 600 545 800] /Function << /FunctionType 2 /Domain [0 1] /C0 [.9 .95 1] /C1 [.3 .5 .8] /N 1 >> >>',
  };
  for (let n = 0; n < pages; n++) {
    objects[10 + n * 2] =
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources 3 0 R /Contents ${11 + n * 2} 0 R >>`;
    objects[11 + n * 2] = stream('', drawing(n));
  }
  const path = join(folder, `${name}.pdf`);
  await writeFile(path, pdfOf(objects));
  return path;
}

function drawing(seed: number): string {
  const parts = ['q 50 620 495 170 re W n /S sh Q'];
  for (let n = 0; n < 40; n++) {
    const [x, y, r] = [60 + ((n * 97 + seed * 31) % 460), 80 + ((n * 57 + seed * 17) % 480), 10 + ((n * 13) % 40)];
    const k = r * 0.5523;
    const circle = [
      `${round(x + r)} ${round(y)} m`,
      ...[
        [x + r, y + k, x + k, y + r, x, y + r],
        [x - k, y + r, x - r, y + k, x - r, y],
        [x - r, y - k, x - k, y - r, x, y - r],
        [x + k, y - r, x + r, y - k, x + r, y],
      ].map((points) => `${points.map(round).join(' ')} c`),
    ].join(' ');
    parts.push(`q ${n % 4 === 0 ? '/G gs' : ''} ${color(n + seed)} rg ${color(n + 3)} RG 1 w ${circle} b Q`);
  }
  // Lines of a map: long polygons of many short pieces.
  for (let n = 0; n < 60; n++) {
    const points = Array.from({ length: 40 }, (_, i) => {
      const [x, y] = [40 + i * 13, 60 + n * 12 + 18 * Math.sin(i * 0.4 + n + seed) + 6 * Math.cos(i * 1.7 + n)];
      return `${round(x)} ${round(y)} ${i === 0 ? 'm' : 'l'}`;
    });
    parts.push(
      `q ${color(n * 2)} RG ${round(0.5 + (n % 5) * 0.3)} w ${n % 3 === 0 ? '[3 2] 0 d' : ''} ${points.join(' ')} S Q`,
    );
  }
  // Hatching.
  for (let n = 0; n < 120; n++) parts.push(`${round(300 + n * 2)} 100 m ${round(340 + n * 2)} 180 l S`);
  for (let n = 0; n < 40; n++)
    parts.push(`BT /F 8 Tf ${60 + ((n * 83) % 450)} ${70 + ((n * 61) % 700)} Td (Point ${seed}.${n}) Tj ET`);
  return parts.join('\n');
}
