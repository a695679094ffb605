// PDFs written object by object, so that a test knows their exact content.

type Bytes = Buffer<ArrayBuffer>;

/** A stream object's text. */
export const stream = (dictionary: string, data: string): string =>
  `<< ${dictionary} /Length ${Buffer.byteLength(data, 'latin1')} >>\nstream\n${data}\nendstream`;

/** A file of numbered objects; number 1 is the catalog. */
export function pdfOf(objects: Readonly<Record<number, string>>, trailer = ''): Bytes {
  const numbers = Object.keys(objects).map(Number);
  const size = Math.max(...numbers) + 1;
  let file = '%PDF-1.7\n%\xe2\xe3\xcf\xd3\n';
  const rows = Array.from({ length: size }, () => '0000000000 65535 f \n');
  for (const number of numbers) {
    rows[number] = `${String(file.length).padStart(10, '0')} 00000 n \n`;
    file += `${number} 0 obj\n${objects[number]}\nendobj\n`;
  }
  const start = file.length;
  file += `xref\n0 ${size}\n${rows.join('')}trailer\n<< /Size ${size} /Root 1 0 R ${trailer} >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}

/** Words that must not be found in a result that lacks page `n`. */
export const planted = (n: number): string[] =>
  ['content', 'font', 'image', 'title', 'name', 'field', 'element', 'note', 'label'].map(
    (what) => `${what}ofpage${n}x`,
  );

const planting = (n: number) =>
  Object.fromEntries(planted(n).map((word) => [word.split('of')[0], word])) as Record<
    'content' | 'font' | 'image' | 'title' | 'name' | 'field' | 'element' | 'note' | 'label',
    string
  >;

/**
 * Three pages that have everything: text, an image, a font, an outline, named destinations, links, form fields, notes,
 * page labels and a structure tree each; and an attachment, scripts, threads, metadata and thumbnails between them.
 */
export function richPdf(): Bytes {
  const objects: Record<number, string> = {};
  const pages = [1, 2, 3];
  const at = (page: number, offset: number) => page * 20 + offset;
  for (const n of pages) {
    const word = planting(n);
    objects[at(n, 0)] =
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 400] /Contents ${at(n, 1)} 0 R /Resources 3 0 R /StructParents ${n - 1} /B [9 0 R] /Thumb ${at(n, 3)} 0 R ` +
      `/PieceInfo << /App << /Private (${word.note}) >> >> /Annots [${at(n, 4)} 0 R ${at(n, 5)} 0 R ${at(n, 6)} 0 R ${at(n, 7)} 0 R] >>`;
    objects[at(n, 1)] = stream(
      '',
      `/P << /MCID 0 >> BDC BT /F${n} 20 Tf 30 350 Td (${word.content}) Tj ET EMC q 40 0 0 40 30 200 cm /Im${n} Do Q`,
    );
    objects[at(n, 2)] =
      `<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding << /Type /Encoding /Differences [1 /${word.font}] >> >>`;
    objects[at(n, 3)] = stream(
      '/Type /XObject /Subtype /Image /Width 8 /Height 2 /ColorSpace /DeviceGray /BitsPerComponent 8',
      word.image.padEnd(16).slice(0, 16),
    );
    // Links: to the next page by name, to the page before by array, and to the web.
    objects[at(n, 4)] =
      `<< /Type /Annot /Subtype /Link /Rect [10 10 60 30] /Border [0 0 1] /Dest (${planting((n % 3) + 1).name}) >>`;
    objects[at(n, 5)] =
      `<< /Type /Annot /Subtype /Link /Rect [70 10 120 30] /Border [0 0 1] /A << /S /GoTo /D [${at(((n + 1) % 3) + 1, 0)} 0 R /Fit] >> >>`;
    objects[at(n, 6)] =
      `<< /Type /Annot /Subtype /Link /Rect [130 10 180 30] /Border [0 0 1] /A << /S /URI /URI (https://example.test/${n}) >> >>`;
    objects[at(n, 7)] =
      `<< /Type /Annot /Subtype /Widget /FT /Tx /T (${word.field}) /V (typed ${n}) /Rect [30 100 150 120] /P ${at(n, 0)} 0 R /DA (/Helv 12 Tf 0 g) /AA << /K << /S /JavaScript /JS (app.alert\\(1\\)) >> >> >>`;
    objects[at(n, 8)] =
      `<< /Title (${word.title}) /Parent 4 0 R /Dest [${at(n, 0)} 0 R /XYZ 0 400 0] ${n > 1 ? `/Prev ${at(n - 1, 8)} 0 R` : ''} ${n < 3 ? `/Next ${at(n + 1, 8)} 0 R` : ''} >>`;
    objects[at(n, 9)] = `<< /Type /StructElem /S /P /P 7 0 R /Pg ${at(n, 0)} 0 R /K 0 /ActualText (${word.element}) >>`;
  }
  const each = (make: (n: number) => string) => pages.map(make).join(' ');
  objects[1] =
    '<< /Type /Catalog /Pages 2 0 R /Outlines 4 0 R /PageMode /UseOutlines /Names << /Dests 5 0 R /EmbeddedFiles << /Names [(a.txt) 12 0 R] >> /JavaScript << /Names [(s) << /S /JavaScript /JS (planted script) >>] >> >> ' +
    '/AcroForm 6 0 R /StructTreeRoot 7 0 R /MarkInfo << /Marked true >> /Lang (en) /Metadata 10 0 R /Threads [9 0 R] /OpenAction << /S /JavaScript /JS (planted script) >> ' +
    `/PageLabels << /Nums [${each((n) => `${n - 1} << /S /D /St ${n * 10} /P (${planting(n).label}-) >>`)}] >> >>`;
  objects[2] = `<< /Type /Pages /Count 3 /Kids [${each((n) => `${at(n, 0)} 0 R`)}] >>`;
  objects[3] = `<< /Font << ${each((n) => `/F${n} ${at(n, 2)} 0 R`)} >> /XObject << ${each((n) => `/Im${n} ${at(n, 3)} 0 R`)} >> >>`;
  objects[4] = `<< /Type /Outlines /First ${at(1, 8)} 0 R /Last ${at(3, 8)} 0 R /Count 3 >>`;
  objects[5] = `<< /Names [${each((n) => `(${planting(n).name}) [${at(n, 0)} 0 R /Fit]`)}] >>`;
  objects[6] = `<< /Fields [${each((n) => `${at(n, 7)} 0 R`)}] /DR << /Font << /Helv 8 0 R >> >> /DA (/Helv 0 Tf 0 g) /NeedAppearances true >>`;
  objects[7] = `<< /Type /StructTreeRoot /K [${each((n) => `${at(n, 9)} 0 R`)}] /ParentTree << /Nums [${each((n) => `${n - 1} [${at(n, 9)} 0 R]`)}] >> /ParentTreeNextKey 3 >>`;
  objects[8] = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>';
  objects[9] = '<< /Type /Thread /I << /Title (planted thread) >> >>';
  objects[10] = stream('/Type /Metadata /Subtype /XML', '<x:xmpmeta>planted metadata</x:xmpmeta>');
  objects[11] = '<< /Title (planted info) /Author (planted author) >>';
  objects[12] = '<< /Type /Filespec /F (a.txt) /EF << /F 13 0 R >> >>';
  objects[13] = stream('/Type /EmbeddedFile', 'planted attachment');
  return pdfOf(objects, '/Info 11 0 R');
}

const font = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>';

/** One-page documents, each of a kind that naive tools get wrong. */
export const kindsOfPage: Readonly<Record<string, () => Bytes>> = (() => {
  const draw = 'BT /F1 24 Tf 40 300 Td (Page of a kind) Tj ET 0.2 0.4 0.9 rg 40 40 80 60 re f';
  const page =
    (entries: string, content = draw, resources = '/Font << /F1 5 0 R >>', more: Record<number, string> = {}) =>
    () =>
      pdfOf({
        1: `<< /Type /Catalog /Pages 2 0 R ${more[0] ?? ''} >>`,
        2: '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
        3: `<< /Type /Page /Parent 2 0 R ${entries} /Contents 4 0 R /Resources << ${resources} >> >>`,
        4: stream('', content),
        5: font,
        ...Object.fromEntries(Object.entries(more).filter(([number]) => number !== '0')),
      });
  const box = '/MediaBox [0 0 300 400]';
  return {
    plain: page(box),
    'rotated by 90': page(`${box} /Rotate 90`),
    'rotated by 180': page(`${box} /Rotate 180`),
    'rotated by 270': page(`${box} /Rotate -90`),
    cropped: page(`${box} /CropBox [30 20 250 350]`),
    'cropped and rotated': page(`${box} /CropBox [30 20 250 350] /Rotate 90`),
    'with its origin elsewhere': page('/MediaBox [-100 -50 200 350]', `1 0 0 1 -100 -50 cm ${draw}`),
    'in larger units': page(`${box} /UserUnit 2`),
    'with states left open': page(box, `q 0.5 0 0 0.5 100 100 cm q 1 0 0 1 5 5 cm ${draw}`),
    'with states closed too often': page(box, `${draw} Q Q 0.5 0 0 0.5 0 0 cm`),
    transparent: page(box, `/G gs ${draw}`, '/Font << /F1 5 0 R >> /ExtGState << /G << /ca 0.5 >> >>'),
    'with an annotation': page(`${box} /Annots [6 0 R]`, draw, '/Font << /F1 5 0 R >>', {
      6: '<< /Type /Annot /Subtype /Square /Rect [150 150 250 250] /C [1 0 0] /AP << /N 7 0 R >> >>',
      7: stream('/Type /XObject /Subtype /Form /BBox [0 0 100 100]', '1 0 0 RG 4 w 2 2 96 96 re S'),
    }),
    'with a filled field': page(`${box} /Annots [6 0 R]`, draw, '/Font << /F1 5 0 R >>', {
      0: '/AcroForm << /Fields [6 0 R] /DR << /Font << /F1 5 0 R >> >> /DA (/F1 12 Tf 0 g) >>',
      6: '<< /Type /Annot /Subtype /Widget /FT /Tx /T (a) /V (typed) /F 4 /Rect [150 150 250 180] /DA (/F1 12 Tf 0 g) /AP << /N 7 0 R >> >>',
      7: stream(
        '/Type /XObject /Subtype /Form /BBox [0 0 100 30] /Resources << /Font << /F1 5 0 R >> >>',
        '/Tx BMC BT /F1 12 Tf 4 10 Td (typed) Tj ET EMC',
      ),
    }),
    'with inherited resources': () =>
      pdfOf({
        1: '<< /Type /Catalog /Pages 2 0 R >>',
        2: '<< /Type /Pages /Count 1 /Kids [3 0 R] /MediaBox [0 0 300 400] /Rotate 90 /Resources << /Font << /F1 5 0 R >> >> >>',
        3: '<< /Type /Page /Parent 2 0 R /Contents [4 0 R 6 0 R] >>',
        4: stream('', 'q BT /F1 24 Tf 40 300 Td (Page of'),
        5: font,
        6: stream('', ' a kind) Tj ET Q'),
      }),
  };
})();
