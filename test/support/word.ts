// A document with everything that a Word document should have again, and the parts of a DOCX.
import { withZip } from '#conversion/zip/reader.ts';

const sentences = (count: number, seed: number): string =>
  Array.from(
    { length: count },
    (_, n) =>
      `Sentence ${seed}.${n} of the report tells how the harbour was dredged in the year ${1900 + seed * 7 + n}, what it cost, and who paid for it in the end.`,
  ).join(' ');

/** Flat OpenDocument text: headings, running text over pages, lists, a table with borders, a link, a footnote, header and footer. */
export const report = (): Buffer =>
  Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0" office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.text">
<office:font-face-decls><style:font-face style:name="Serif" svg:font-family="'Liberation Serif'"/></office:font-face-decls>
<office:styles>
<style:default-style style:family="paragraph"><style:text-properties style:font-name="Serif" fo:font-size="11pt" fo:language="en" fo:country="GB"/></style:default-style>
<style:style style:name="Standard" style:family="paragraph"><style:paragraph-properties fo:margin-bottom="6pt"/></style:style>
<style:style style:name="Heading_20_1" style:display-name="Heading 1" style:family="paragraph" style:default-outline-level="1"><style:paragraph-properties fo:margin-top="18pt" fo:margin-bottom="6pt"/><style:text-properties fo:font-size="18pt" fo:font-weight="bold" fo:color="#1f3864"/></style:style>
<style:style style:name="Heading_20_2" style:display-name="Heading 2" style:family="paragraph" style:default-outline-level="2"><style:paragraph-properties fo:margin-top="12pt" fo:margin-bottom="4pt"/><style:text-properties fo:font-size="14pt" fo:font-weight="bold"/></style:style>
<text:list-style style:name="Dots"><text:list-level-style-bullet text:level="1" text:bullet-char="•"><style:list-level-properties text:list-level-position-and-space-mode="label-alignment"><style:list-level-label-alignment text:label-followed-by="listtab" fo:text-indent="-0.6cm" fo:margin-left="1.2cm"/></style:list-level-properties></text:list-level-style-bullet></text:list-style>
<text:list-style style:name="Numbers"><text:list-level-style-number text:level="1" style:num-format="1" style:num-suffix="."><style:list-level-properties text:list-level-position-and-space-mode="label-alignment"><style:list-level-label-alignment text:label-followed-by="listtab" fo:text-indent="-0.6cm" fo:margin-left="1.2cm"/></style:list-level-properties></text:list-level-style-number></text:list-style>
</office:styles>
<office:automatic-styles>
<style:style style:name="Bold" style:family="text"><style:text-properties fo:font-weight="bold"/></style:style>
<style:style style:name="Italic" style:family="text"><style:text-properties fo:font-style="italic"/></style:style>
<style:style style:name="Under" style:family="text"><style:text-properties style:text-underline-style="solid" style:text-underline-width="auto"/></style:style>
<style:style style:name="Red" style:family="text"><style:text-properties fo:color="#c00000"/></style:style>
<style:style style:name="Flush" style:family="paragraph" style:parent-style-name="Standard"><style:paragraph-properties fo:text-align="justify"/></style:style>
<style:style style:name="Middle" style:family="paragraph" style:parent-style-name="Standard"><style:paragraph-properties fo:text-align="center"/></style:style>
<style:style style:name="Cell" style:family="table-cell"><style:table-cell-properties fo:border="0.5pt solid #000000" fo:padding="0.1cm"/></style:style>
<style:page-layout style:name="A4"><style:page-layout-properties fo:page-width="21cm" fo:page-height="29.7cm" fo:margin-left="2.5cm" fo:margin-right="2.5cm" fo:margin-top="2cm" fo:margin-bottom="2cm"/><style:header-style><style:header-footer-properties fo:min-height="0.8cm" fo:margin-bottom="0.4cm"/></style:header-style><style:footer-style><style:header-footer-properties fo:min-height="0.8cm" fo:margin-top="0.4cm"/></style:footer-style></style:page-layout>
</office:automatic-styles>
<office:master-styles><style:master-page style:name="Standard" style:page-layout-name="A4"><style:header><text:p>Harbour Board — yearly report</text:p></style:header><style:footer><text:p text:style-name="Middle">Page <text:page-number text:select-page="current">1</text:page-number> of <text:page-count>3</text:page-count></text:p></style:footer></style:master-page></office:master-styles>
<office:body><office:text>
<text:h text:style-name="Heading_20_1" text:outline-level="1">The harbour</text:h>
<text:p text:style-name="Flush">${sentences(5, 1)}<text:note text:note-class="footnote"><text:note-citation>1</text:note-citation><text:note-body><text:p>The figures are those of the board.</text:p></text:note-body></text:note> ${sentences(3, 2)}</text:p>
<text:p text:style-name="Standard">Some words are <text:span text:style-name="Bold">heavy</text:span>, some <text:span text:style-name="Italic">leaning</text:span>, some <text:span text:style-name="Under">underlined</text:span>, some <text:span text:style-name="Red">red</text:span>; more stands <text:a xlink:href="https://example.org/harbour">on the board's own pages</text:a>.</text:p>
<text:h text:style-name="Heading_20_2" text:outline-level="2">What was done</text:h>
<text:list text:style-name="Dots"><text:list-item><text:p text:style-name="Standard">The basin was dredged</text:p></text:list-item><text:list-item><text:p text:style-name="Standard">Two cranes were bought</text:p></text:list-item></text:list>
<text:list text:style-name="Numbers"><text:list-item><text:p text:style-name="Standard">First the stones</text:p></text:list-item><text:list-item><text:p text:style-name="Standard">Then the sand</text:p></text:list-item></text:list>
<text:h text:style-name="Heading_20_2" text:outline-level="2">What it cost</text:h>
<table:table table:name="Costs"><table:table-column table:number-columns-repeated="3"/>
${[
  ['Item', 'Planned', 'Spent'],
  ['Dredging', '1200', '1350'],
  ['Cranes', '800', '790'],
]
  .map(
    (row) =>
      `<table:table-row>${row.map((cell) => `<table:table-cell table:style-name="Cell"><text:p>${cell}</text:p></table:table-cell>`).join('')}</table:table-row>`,
  )
  .join('')}</table:table>
${[3, 4, 5, 6, 7, 8, 9].map((seed) => `<text:p text:style-name="Flush">${sentences(6, seed)}</text:p>`).join('')}
</office:text></office:body></office:document>`);

/** Members of a DOCX as text; "" for missing ones. */
export async function wordParts(path: string, ...names: string[]): Promise<string[]> {
  const parts = await withZip(path, (zip) =>
    Promise.all(names.map(async (name) => (await zip.readWhole(name, 64 << 20))?.toString('utf8') ?? '')),
  );
  return parts ?? [];
}

export interface WordParagraph {
  style: string;
  text: string;
  isItem: boolean;
  xml: string;
}

/** The paragraphs of a part in order, those of tables too. */
export const wordParagraphs = (xml: string): WordParagraph[] =>
  [...boxesApart(xml).matchAll(/<w:p>([\s\S]*?)<\/w:p>/g)].map(([, inner = '']) => ({
    style: /<w:pStyle w:val="([^"]*)"/.exec(inner)?.[1] ?? 'Normal',
    text: [...inner.matchAll(/<w:t(?: [^>]*)?>([^<]*)<\/w:t>|<w:tab\/>/g)].map(([, text]) => text ?? '\t').join(''),
    isItem: inner.includes('<w:numPr>'),
    xml: inner,
  }));

/** The XML with the text of boxes behind the rest. */
function boxesApart(xml: string): string {
  const box = /<w:txbxContent>([\s\S]*?)<\/w:txbxContent>/g;
  return xml.replace(box, '') + [...xml.matchAll(box)].map(([, inner = '']) => inner).join('');
}
