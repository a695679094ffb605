// The metadata of a PDF in XMP (ISO 16684-1): the same as its information dictionary, and the standards it meets.
import { escapeMarkup } from '#core/markup.ts';
import type { PdfStandard } from '#core/pdf-standards.ts';
import type { PdfDictionary, PdfDocument } from '../graph.ts';
import { isoDate } from '../dates.ts';
import { stringText } from '../strings.ts';

export function xmpPacket(document: PdfDocument, info: PdfDictionary, met: PdfStandard): string {
  const text = (key: `/${string}`) => stringText(document.get(info[key]));
  const date = (key: `/${string}`) => isoDate(stringText(document.get(info[key])));
  const properties = [
    ['dc:format', 'application/pdf'],
    ['dc:title', languages(text('/Title'))],
    ['dc:creator', list(text('/Author'))],
    ['dc:description', languages(text('/Subject'))],
    ['pdf:Keywords', escapeMarkup(text('/Keywords'))],
    ['pdf:Producer', escapeMarkup(text('/Producer'))],
    ['xmp:CreatorTool', escapeMarkup(text('/Creator'))],
    ['xmp:CreateDate', date('/CreationDate')],
    ['xmp:ModifyDate', date('/ModDate')],
    ...(met.archive === null
      ? []
      : [
          ['pdfaid:part', String(met.archive)],
          ['pdfaid:conformance', 'B'],
        ]),
    ...(met.isAccessible ? [['pdfuaid:part', '1']] : []),
  ];
  const elements = properties.flatMap(([name, value]) => (value === '' ? [] : [`<${name}>${value}</${name}>`]));
  const schemas = met.archive !== null && met.isAccessible ? accessibleSchema : '';
  return [
    '<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>',
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">',
    `<rdf:Description rdf:about=""${namespaces.map(([prefix, uri]) => ` xmlns:${prefix}="${uri}"`).join('')}>`,
    ...elements,
    schemas,
    '</rdf:Description></rdf:RDF></x:xmpmeta>',
    '<?xpacket end="w"?>',
  ].join('\n');
}

const namespaces = [
  ['dc', 'http://purl.org/dc/elements/1.1/'],
  ['pdf', 'http://ns.adobe.com/pdf/1.3/'],
  ['xmp', 'http://ns.adobe.com/xap/1.0/'],
  ['pdfaid', 'http://www.aiim.org/pdfa/ns/id/'],
  ['pdfuaid', 'http://www.aiim.org/pdfua/ns/id/'],
  ['pdfaExtension', 'http://www.aiim.org/pdfa/ns/extension/'],
  ['pdfaSchema', 'http://www.aiim.org/pdfa/ns/schema#'],
  ['pdfaProperty', 'http://www.aiim.org/pdfa/ns/property#'],
] as const;

/** PDF/A knows nothing of PDF/UA: its one property has to be described (ISO 19005-2, 6.6.2.3.3). */
const accessibleSchema =
  '<pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">' +
  '<pdfaSchema:schema>PDF/UA identification schema</pdfaSchema:schema>' +
  '<pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI>' +
  '<pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix>' +
  '<pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource">' +
  '<pdfaProperty:name>part</pdfaProperty:name><pdfaProperty:valueType>Integer</pdfaProperty:valueType>' +
  '<pdfaProperty:category>internal</pdfaProperty:category>' +
  '<pdfaProperty:description>The part of ISO 14289 that the file conforms to</pdfaProperty:description>' +
  '</rdf:li></rdf:Seq></pdfaSchema:property></rdf:li></rdf:Bag></pdfaExtension:schemas>';

const languages = (text: string) =>
  text === '' ? '' : `<rdf:Alt><rdf:li xml:lang="x-default">${escapeMarkup(text)}</rdf:li></rdf:Alt>`;

const list = (text: string) => (text === '' ? '' : `<rdf:Seq><rdf:li>${escapeMarkup(text)}</rdf:li></rdf:Seq>`);
