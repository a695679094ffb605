// Small PDFs that together cover the features of PDFs, so that damage hits something that a reader parses.
import { deflateSync } from 'node:zlib';
import type { Document } from '../caller.ts';

const stream = (dictionary: string, data: Buffer | string): string => {
  const text = typeof data === 'string' ? data : data.toString('latin1');
  return `<< ${dictionary} /Length ${text.length} >>\nstream\n${text}\nendstream`;
};

/** Objects from number 1, which is the catalog. */
function pdfOf(objects: readonly string[], trailer = ''): Buffer {
  let file = '%PDF-1.7\n%\xe2\xe3\xcf\xd3\n';
  const rows = objects.map((body, n) => {
    const row = `${String(file.length).padStart(10, '0')} 00000 n \n`;
    file += `${n + 1} 0 obj\n${body}\nendobj\n`;
    return row;
  });
  const start = file.length;
  const size = objects.length + 1;
  file += `xref\n0 ${size}\n0000000000 65535 f \n${rows.join('')}trailer\n<< /Size ${size} /Root 1 0 R ${trailer} >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}

const page = (entries: string) => `<< /Type /Page /Parent 2 0 R ${entries} >>`;
const pages = (...kids: number[]) =>
  `<< /Type /Pages /Count ${kids.length} /Kids [${kids.map((kid) => `${kid} 0 R`).join(' ')}] >>`;
const catalog = (more = '') => `<< /Type /Catalog /Pages 2 0 R ${more} >>`;

const letters = pdfOf(
  [
    catalog(),
    pages(4, 5),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    page('/MediaBox [0 0 100 50] /Resources << /Font << /F 3 0 R >> >> /Contents 6 0 R'),
    page('/MediaBox [0 0 50.5 100] /CropBox [5 5 40 90] /Rotate 90 /UserUnit 2 /Contents [6 0 R 7 0 R]'),
    stream('/Filter /FlateDecode', deflateSync('BT /F 12 Tf 5 20 Td (Some text) Tj ET')),
    stream('/Filter [/ASCIIHexDecode]', '302030203120726720302030203130203130207265206620>'),
  ],
  '/Info << /Title (Letters) /Author <FEFF00E9> /CreationDate (D:20260101000000Z) >> /ID [<00><00>]',
);

const image = '/Type /XObject /Subtype /Image /Width 4 /Height 4';
const pictures = pdfOf([
  catalog(),
  pages(3),
  page(
    '/MediaBox [0 0 64 64] /Contents 4 0 R /Resources << /XObject << /A 5 0 R /B 6 0 R /C 7 0 R /D 8 0 R /E 9 0 R >> /ColorSpace << /I [/Indexed /DeviceRGB 1 <000000ff0000>] >> >>',
  ),
  stream(
    '',
    [5, 6, 7, 8].map((_, n) => `q 16 0 0 16 ${n * 16} 0 cm /${'ABCD'[n]} Do Q`).join('\n') +
      ' q 1 0 0 1 0 20 cm /E Do Q BI /W 2 /H 2 /BPC 8 /CS /G ID abcd EI',
  ),
  stream(
    `${image} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /FlateDecode /DecodeParms << /Predictor 12 /Colors 3 /Columns 4 >>`,
    deflateSync(Buffer.alloc(52, '\u0002abcdefghijkl')),
  ),
  stream(`${image} /ColorSpace /DeviceGray /BitsPerComponent 2 /SMask 8 0 R /Decode [1 0]`, '\x1b\xe4\x00\xff'),
  stream(
    `${image} /ColorSpace [/Indexed /DeviceRGB 3 <000000ff000000ff000000ff>] /BitsPerComponent 4 /Filter [/ASCII85Decode /RunLengthDecode]`,
    '$NL/,4"~>',
  ),
  stream(
    `${image} /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /LZWDecode`,
    '\x80\x0b\x60\x50\x22\x0c\x0c\x85\x01',
  ),
  stream(
    '/Type /XObject /Subtype /Form /BBox [0 0 40 40] /Matrix [1 0 0 1 1 1] /Group << /S /Transparency /CS /DeviceRGB >> /Resources << /ExtGState << /G << /ca 0.5 /BM /Multiply >> >> /XObject << /E 9 0 R /A 5 0 R >> >>',
    '/G gs 1 0 0 rg 0 0 20 20 re f q 9 0 0 9 0 0 cm /A Do Q',
  ),
]);

const paint = pdfOf([
  catalog(),
  pages(3),
  page(
    '/MediaBox [0 0 80 80] /Contents 4 0 R /Resources << /Shading << /S 5 0 R /R 6 0 R >> /Pattern << /T 7 0 R /P << /PatternType 2 /Shading 5 0 R >> >> /Font << /F 8 0 R /C 10 0 R >> /ColorSpace << /N [/Separation /Ink /DeviceRGB 9 0 R] /K [/ICCBased 13 0 R] >> >>',
  ),
  stream(
    '',
    'q 40 40 m 80 80 l h W n /S sh Q /R sh /Pattern cs /T scn 0 0 30 30 re f /P scn 30 0 30 30 re f /N cs .5 scn 0 40 9 9 re B* [2 1] 0 d 0 0 m 80 80 10 10 50 0 c s BT /F 9 Tf 9 9 Td (ab) Tj /C 9 Tf <00010002> Tj 2 Tr [(a) -200 (b)] TJ ET',
  ),
  '<< /ShadingType 2 /ColorSpace /DeviceRGB /Coords [0 0 80 80] /Function 9 0 R /Extend [true true] >>',
  '<< /ShadingType 3 /ColorSpace /DeviceRGB /Coords [40 40 1 40 40 30] /Function << /FunctionType 3 /Domain [0 1] /Functions [9 0 R 9 0 R] /Bounds [.5] /Encode [0 1 1 0] >> >>',
  stream(
    '/PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 4 4] /XStep 5 /YStep 5 /Resources << >>',
    '0 0 1 rg 0 0 2 2 re f',
  ),
  '<< /Type /Font /Subtype /Type3 /FontBBox [0 0 9 9] /FontMatrix [.1 0 0 .1 0 0] /CharProcs << /a 11 0 R /b 11 0 R >> /Encoding << /Type /Encoding /Differences [97 /a /b] >> /FirstChar 97 /LastChar 98 /Widths [9 9] /Resources << /Font << /F 8 0 R >> >> >>',
  '<< /FunctionType 2 /Domain [0 1] /C0 [1 0 0] /C1 [0 0 1] /N 1.5 >>',
  '<< /Type /Font /Subtype /Type0 /BaseFont /Sans /Encoding /Identity-H /ToUnicode 12 0 R /DescendantFonts [<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Sans /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /DW 500 /W [1 [600 700] 3 9 500] >>] >>',
  stream('', '9 0 0 0 9 9 d1 0 0 8 8 re f'),
  stream('', '/CIDInit /ProcSet findresource begin begincmap 1 beginbfrange <0001> <0002> <0041> endbfrange endcmap'),
  stream('/N 3 /Alternate /DeviceRGB', Buffer.alloc(132)),
]);

const parts = pdfOf([
  catalog(
    '/AcroForm << /Fields [6 0 R 7 0 R] /DA (/F 9 Tf) /DR << /Font << /F 5 0 R >> >> /NeedAppearances true >> /PageLabels << /Nums [0 << /S /r >> 1 << /S /D /P (A-) /St 4 >>] >> /Names << /EmbeddedFiles << /Names [(a.txt) 9 0 R] >> /Dests << /Kids [<< /Limits [(a) (b)] /Names [(a) [3 0 R /Fit]] >>] >> >> /Outlines 11 0 R /StructTreeRoot << /Type /StructTreeRoot /K [<< /S /P /Pg 3 0 R /K 0 >>] >> /MarkInfo << /Marked true >> /OCProperties << /OCGs [12 0 R] /D << /OFF [12 0 R] >> >> /Lang (en)',
  ),
  '<< /Type /Pages /Count 2 /MediaBox [0 0 60 60] /Resources << /Font << /F 5 0 R >> >> /Kids [3 0 R << /Type /Pages /Count 1 /Kids [4 0 R] >>] >>',
  page('/Annots [6 0 R 7 0 R 8 0 R] /Contents 13 0 R /StructParents 0 /Tabs /S'),
  page('/Annots [8 0 R] /Contents 13 0 R /Rotate -90'),
  '<< /Type /Font /Subtype /TrueType /BaseFont /Arial /Encoding /MacRomanEncoding >>',
  '<< /Type /Annot /Subtype /Widget /FT /Tx /T (name) /V (value) /Rect [5 5 50 15] /P 3 0 R /MK << /BG [.9 .9 1] >> /AP << /N 10 0 R >> /F 4 >>',
  '<< /FT /Btn /T (box) /Kids [<< /Type /Annot /Subtype /Widget /Rect [5 20 15 30] /AS /On /AP << /N << /On 10 0 R /Off 10 0 R >> >> >>] >>',
  '<< /Type /Annot /Subtype /Link /Rect [0 40 60 60] /Border [0 0 1] /A << /S /URI /URI (https://example.org) >> >>',
  '<< /Type /Filespec /F (a.txt) /UF (a.txt) /EF << /F 14 0 R >> >>',
  stream(
    '/Type /XObject /Subtype /Form /BBox [0 0 45 10] /Resources << /Font << /F 5 0 R >> >>',
    '/Tx BMC BT /F 9 Tf (value) Tj ET EMC',
  ),
  '<< /Type /Outlines /First 15 0 R /Last 15 0 R /Count 1 >>',
  '<< /Type /OCG /Name (Layer) >>',
  stream('', '/P << /MCID 0 >> BDC BT /F 9 Tf 5 50 Td (Part) Tj ET EMC /OC /L BDC EMC'),
  stream('/Type /EmbeddedFile /Params << /Size 3 >>', 'abc'),
  '<< /Title (Top) /Parent 11 0 R /Dest [3 0 R /XYZ 0 0 null] >>',
]);

/** Each under its own name; more are made of them by the program itself. */
export const samples: readonly Document[] = Object.entries({ letters, pictures, paint, parts }).map(
  ([name, bytes]) => ({ name: `${name}.pdf`, bytes }),
);
