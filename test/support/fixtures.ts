// Documents that the tests make themselves.
import { buffer } from 'node:stream/consumers';
import { deflateSync } from 'node:zlib';
import { ZipFile } from 'yazl';

type Bytes = Buffer<ArrayBuffer>;

interface ZipOptions {
  /** Written with the 64-bit records that large archives need, as .NET's packages are. */
  zip64?: boolean;
}

export async function zip(
  members: Record<string, string | Uint8Array>,
  { zip64 = false }: ZipOptions = {},
): Promise<Bytes> {
  const file = new ZipFile();
  for (const [name, content] of Object.entries(members))
    file.addBuffer(Buffer.from(content), name, { compress: name !== 'mimetype', forceZip64Format: zip64 });
  file.end({ forceZip64Format: zip64, comment: '' });
  return await buffer(file.outputStream);
}

/** A Word document of plain paragraphs. */
export const docx = (...paragraphs: string[]): Promise<Bytes> => zip(docxParts(...paragraphs));

export const docxParts = (...paragraphs: string[]): Record<string, string> => ({
  '[Content_Types].xml':
    '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
  '_rels/.rels':
    '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
  'word/document.xml': `<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${paragraphs
    .map((text) => `<w:p><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`)
    .join('')}</w:body></w:document>`,
});

/** A flat OpenDocument text with a heading, a paragraph, and further elements. */
export const fodt = (heading: string, text: string, more = ''): Bytes =>
  Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?><office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0" office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.text"><office:body><office:text><text:h text:outline-level="1">${heading}</text:h><text:p>${text}</text:p>${more}</office:text></office:body></office:document>`,
  );

export const fods = (...rows: (string | number)[][]): Bytes =>
  Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?><office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.spreadsheet"><office:body><office:spreadsheet><table:table table:name="Sheet1">${rows
      .map(
        (row) =>
          `<table:table-row>${row.map((cell) => `<table:table-cell office:value-type="string"><text:p>${cell}</text:p></table:table-cell>`).join('')}</table:table-row>`,
      )
      .join('')}</table:table></office:spreadsheet></office:body></office:document>`,
  );

/** Flat OpenDocument drawing (`graphics`) or slides (`presentation`) with one text box a page. */
export const flatPages = (kind: 'graphics' | 'presentation', ...texts: string[]): Bytes => {
  const body = kind === 'graphics' ? 'drawing' : 'presentation';
  return Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?><office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0" office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.${kind}"><office:body><office:${body}>${texts
      .map(
        (text) =>
          `<draw:page><draw:frame svg:x="2cm" svg:y="2cm" svg:width="10cm" svg:height="3cm"><draw:text-box><text:p>${text}</text:p></draw:text-box></draw:frame></draw:page>`,
      )
      .join('')}</office:${body}></office:body></office:document>`,
  );
};

/** A PDF written by hand: one page per text, Helvetica, A4. */
export function pdf(...texts: string[]): Bytes {
  const objects: string[] = ['<< /Type /Catalog /Pages 2 0 R >>', ''];
  const kids: string[] = [];
  objects.push('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>');
  for (const text of texts) {
    const content = deflateSync(`BT /F1 24 Tf 72 720 Td (${text.replace(/[()\\]/g, '\\$&')}) Tj ET`).toString('latin1');
    objects.push(`<< /Filter /FlateDecode /Length ${content.length} >>\nstream\n${content}\nendstream`);
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents ${objects.length} 0 R >>`,
    );
    kids.push(`${objects.length} 0 R`);
  }
  objects[1] = `<< /Type /Pages /Count ${kids.length} /Kids [${kids.join(' ')}] >>`;
  let file = '%PDF-1.7\n';
  const offsets = objects.map((body, n) => {
    const at = file.length;
    file += `${n + 1} 0 obj\n${body}\nendobj\n`;
    return at;
  });
  const start = file.length;
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('')}`;
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}

/** An OLE2 file with one directory sector: `EncryptedPackage` makes it look like a locked OOXML file. */
export function ole(...streams: string[]): Bytes {
  const file = Buffer.alloc(512 * 3, 0);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(file);
  file.writeUInt16LE(9, 30);
  file.writeUInt32LE(1, 44);
  file.writeUInt32LE(1, 48);
  file.fill(0xff, 76, 512);
  file.writeUInt32LE(0, 76);
  file.fill(0xff, 512, 1024);
  file.writeUInt32LE(0xfffffffd, 512);
  file.writeUInt32LE(0xfffffffe, 516);
  for (const [n, name] of ['Root Entry', ...streams].entries()) {
    const at = 1024 + n * 128;
    file.write(name, at, 'utf16le');
    file.writeUInt16LE(name.length * 2 + 2, at + 64);
  }
  return file;
}

/** A flat OpenDocument text with a chart that has a title. */
export const chartDocument = (title: string): Bytes =>
  Buffer.from(
    fodt('Chart', 'below')
      .toString()
      .replace(
        '</office:text>',
        `<text:p><draw:frame svg:width="10cm" svg:height="7cm" text:anchor-type="as-char"><draw:object><office:document xmlns:chart="urn:oasis:names:tc:opendocument:xmlns:chart:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.chart"><office:body><office:chart><chart:chart svg:width="10cm" svg:height="7cm" chart:class="chart:bar"><chart:title svg:x="2cm" svg:y="0.5cm"><text:p>${title}</text:p></chart:title><chart:plot-area><chart:axis chart:dimension="x" chart:name="primary-x"/><chart:axis chart:dimension="y" chart:name="primary-y"/></chart:plot-area></chart:chart></office:chart></office:body></office:document></draw:object></draw:frame></text:p></office:text>`,
      ),
  );
