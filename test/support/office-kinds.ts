// What office documents hold besides words, a page a kind: in flat OpenDocument, and in Office Open XML where that says it in its
// own way.
import { zip } from './fixtures.ts';

/** A document of one page a kind. */
export interface KindsDocument {
  name: string;
  kinds: readonly string[];
  make: () => Buffer | Promise<Buffer>;
  /** LibreOffice itself writes it in this format first. */
  saveAs?: string;
}

const names: readonly (readonly [string, string])[] = [
  ...['office', 'text', 'table', 'style', 'form', 'chart', 'dr3d', 'presentation', 'number', 'script', 'meta'].map(
    (name) => [name, `urn:oasis:names:tc:opendocument:xmlns:${name}:1.0`] as const,
  ),
  ['draw', 'urn:oasis:names:tc:opendocument:xmlns:drawing:1.0'],
  ['fo', 'urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0'],
  ['svg', 'urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0'],
  ['xlink', 'http://www.w3.org/1999/xlink'],
  ['dc', 'http://purl.org/dc/elements/1.1/'],
  ['math', 'http://www.w3.org/1998/Math/MathML'],
  ['ooo', 'http://openoffice.org/2004/office'],
  ['calcext', 'urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0'],
  ['loext', 'urn:org:documentfoundation:names:experimental:office:xmlns:loext:1.0'],
];
const namespaces = names.map(([prefix, uri]) => `xmlns:${prefix}="${uri}"`).join(' ');

const flat = (kind: string, styles: string, body: string) =>
  Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?><office:document ${namespaces} office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.${kind}"><office:meta><dc:title>The title</dc:title><meta:initial-creator>An author</meta:initial-creator><dc:date>2013-09-10T15:54:00</dc:date></office:meta>${styles}<office:body>${body}</office:body></office:document>`,
  );

const size = 'svg:x="2cm" svg:y="1cm" svg:width="6cm" svg:height="3cm"';
const part = (kind: string, body: string) =>
  `<office:document office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.${kind}">${body}</office:document>`;
const chart = part(
  'chart',
  `<office:body><office:chart><chart:chart svg:width="6cm" svg:height="3cm" chart:class="chart:bar"><chart:title svg:x="1cm" svg:y="0.2cm"><text:p>Rainfall</text:p></chart:title><chart:plot-area><chart:axis chart:dimension="x" chart:name="primary-x"/><chart:axis chart:dimension="y" chart:name="primary-y"/></chart:plot-area></chart:chart></office:chart></office:body>`,
);
const formula = `<math:math><math:mfrac><math:mi>a</math:mi><math:msqrt><math:mi>b</math:mi></math:msqrt></math:mfrac></math:math>`;
const sheetInside = part(
  'spreadsheet',
  `<office:body><office:spreadsheet><table:table table:name="S"><table:table-row><table:table-cell office:value-type="string"><text:p>inside</text:p></table:table-cell></table:table-row></table:table></office:spreadsheet></office:body>`,
);
const object = (content: string) =>
  `<draw:frame draw:z-index="1" ${size}><draw:object>${content}</draw:object></draw:frame>`;
const wordArt = `<draw:custom-shape draw:style-name="filled" ${size}><text:p>Curved</text:p><draw:enhanced-geometry svg:viewBox="0 0 21600 21600" draw:text-path="true" draw:text-path-mode="shape" draw:text-path-scale="path" draw:type="fontwork-wave" draw:modifiers="1400 10800" draw:enhanced-path="M 0 ?f0 C 7200 ?f1 14400 ?f2 21600 ?f0 N M 0 ?f3 C 7200 ?f4 14400 ?f5 21600 ?f3 N"><draw:equation draw:name="f0" draw:formula="$0"/><draw:equation draw:name="f1" draw:formula="$0 -4600"/><draw:equation draw:name="f2" draw:formula="$0 +4600"/><draw:equation draw:name="f3" draw:formula="21600-$0"/><draw:equation draw:name="f4" draw:formula="?f3 -4600"/><draw:equation draw:name="f5" draw:formula="?f3 +4600"/></draw:enhanced-geometry></draw:custom-shape>`;
const control = (id: string) => `<draw:control draw:style-name="plain" ${size} draw:control="${id}"/>`;
const forms = `<office:forms form:automatic-focus="false"><form:form form:name="F" form:control-implementation="ooo:com.sun.star.form.component.Form"><form:text form:name="t" form:control-implementation="ooo:com.sun.star.form.component.TextField" xml:id="t" form:id="t" form:current-value="typed"/><form:checkbox form:name="c" form:control-implementation="ooo:com.sun.star.form.component.CheckBox" xml:id="c" form:id="c" form:label="agreed" form:current-state="checked"/><form:listbox form:name="l" form:control-implementation="ooo:com.sun.star.form.component.ListBox" xml:id="l" form:id="l" form:list-source-type="value-list"><form:option form:label="chosen" form:current-selected="true"/></form:listbox></form:form></office:forms>`;

/** Drawings that are alike in a text, on a sheet and on a slide. */
const drawings: Readonly<Record<string, string>> = {
  shape: `<draw:custom-shape draw:style-name="filled" ${size}><text:p>Words in a shape</text:p><draw:enhanced-geometry svg:viewBox="0 0 21600 21600" draw:type="ellipse" draw:enhanced-path="U 10800 10800 10800 10800 0 360 Z N"/></draw:custom-shape>`,
  line: '<draw:line draw:style-name="filled" svg:x1="2cm" svg:y1="1cm" svg:x2="9cm" svg:y2="4cm"/>',
  polygon: `<draw:polygon draw:style-name="filled" ${size} svg:viewBox="0 0 100 100" draw:points="0,0 100,0 50,100"/>`,
  'three-dimensional scene': `<dr3d:scene draw:style-name="filled" ${size} dr3d:vrp="(0 0 12000)" dr3d:vpn="(0 0 1)" dr3d:projection="parallel" dr3d:distance="10cm" dr3d:focal-length="10cm"><dr3d:light dr3d:diffuse-color="#cccccc" dr3d:direction="(0.5 0.5 1)" dr3d:enabled="true" dr3d:specular="true"/><dr3d:cube dr3d:min-edge="(-2500 -2500 -2500)" dr3d:max-edge="(2500 2500 2500)"/></dr3d:scene>`,
  chart: object(chart),
  formula: object(formula),
  'embedded sheet': object(sheetInside),
  'curved words': wordArt,
  film: `<draw:frame ${size}><draw:plugin xlink:href="film.mp4" xlink:type="simple" draw:mime-type="application/vnd.sun.star.media"/><draw:image><office:binary-data>iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAFElEQVQI12P8z8DAwMDAxMDAwMAAAA0DAQEF8T2VAAAAAElFTkSuQmCC</office:binary-data></draw:image></draw:frame>`,
};

const styles = `<office:styles><style:default-style style:family="graphic"><style:graphic-properties draw:stroke="solid" draw:fill="none"/></style:default-style></office:styles><office:automatic-styles><style:style style:name="filled" style:family="graphic"><style:graphic-properties draw:stroke="solid" svg:stroke-width="0.1cm" svg:stroke-color="#204080" draw:fill="solid" draw:fill-color="#80a0e0" style:run-through="foreground"/></style:style><style:style style:name="plain" style:family="graphic"><style:graphic-properties style:run-through="foreground" style:wrap="none"/></style:style><style:style style:name="next" style:family="paragraph"><style:paragraph-properties fo:break-before="page"/></style:style><style:style style:name="raised" style:family="paragraph"><style:paragraph-properties fo:break-before="page"><style:drop-cap style:lines="3" style:length="1"/></style:paragraph-properties></style:style><style:style style:name="ruby" style:family="ruby"><style:ruby-properties style:ruby-position="above" style:ruby-align="center"/></style:style><style:style style:name="two" style:family="section"><style:section-properties><style:columns fo:column-count="2" fo:column-gap="1cm"><style:column-sep style:width="0.05cm" style:color="#000000" style:height="100%"/></style:columns></style:section-properties></style:style></office:automatic-styles>`;

const changes =
  '<text:tracked-changes><text:changed-region xml:id="ct1" text:id="ct1"><text:insertion><office:change-info><dc:creator>A</dc:creator><dc:date>2020-01-01T00:00:00</dc:date></office:change-info></text:insertion></text:changed-region></text:tracked-changes>';
const words = 'Some words of a text that goes on and on. '.repeat(6);

/** Each begins a new page; `$` is the placeholder of the attribute for that. */
const inText: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(drawings).map(([kind, xml]) => [kind, `<text:p $>${anchored(xml)}</text:p>`])),
  'text field': `<text:p $>${anchored(control('t'))}</text:p>`,
  'check box': `<text:p $>${anchored(control('c'))}</text:p>`,
  'list to choose from': `<text:p $>${anchored(control('l'))}</text:p>`,
  comment: `<text:p $>before <office:annotation><dc:creator>A</dc:creator><dc:date>2020-01-01T00:00:00</dc:date><text:p>a remark</text:p></office:annotation> after</text:p>`,
  fields: `<text:p $>Page <text:page-number>0</text:page-number> of <text:page-count>0</text:page-count>, <text:title>x</text:title>, <text:initial-creator>x</text:initial-creator>, <text:modification-date>x</text:modification-date>, <text:sequence text:name="Table" text:formula="ooow:Table+1">1</text:sequence>, <text:placeholder text:placeholder-type="text">&lt;here&gt;</text:placeholder></text:p>`,
  'tracked changes': `<text:p $>kept <text:change-start text:change-id="ct1"/>inserted<text:change-end text:change-id="ct1"/> kept</text:p>`,
  'notes below the text': `<text:p $>Word<text:note text:note-class="footnote"><text:note-citation>1</text:note-citation><text:note-body><text:p>The note</text:p></text:note-body></text:note></text:p>`,
  'ruby characters': `<text:p $><text:ruby text:style-name="ruby"><text:ruby-base>漢字</text:ruby-base><text:ruby-text>かんじ</text:ruby-text></text:ruby></text:p>`,
  'drop capital': `<text:p text:style-name="raised">${words}</text:p>`,
  columns: `<text:p $>above</text:p><text:section text:style-name="two" text:name="s"><text:p>${words}</text:p></text:section>`,
  'text from right to left': '<text:p $>نص من اليمين إلى اليسار 123 עברית</text:p>',
};

function anchored(xml: string): string {
  return xml.replace(/^<(draw:\S+|dr3d:\S+)/, '<$1 text:anchor-type="paragraph"');
}

const cell = (text: string, more = '') =>
  `<table:table-cell office:value-type="string">${more}<text:p>${text}</text:p></table:table-cell>`;
const numbers = [3, 9, 5]
  .map(
    (n) =>
      `<table:table-row><table:table-cell office:value-type="float" office:value="${n}"><text:p>${n}</text:p></table:table-cell></table:table-row>`,
  )
  .join('');
const sheet = (n: number, before: string, rows: string, after = '') =>
  `<table:table table:name="S${n}">${before}<table:table-column table:number-columns-repeated="4"/>${rows}${after}</table:table>`;
const row = (...cells: string[]) => `<table:table-row>${cells.join('')}</table:table-row>`;
const conditional = (n: number, xml: string) =>
  `<calcext:conditional-formats><calcext:conditional-format calcext:target-range-address="S${n}.A1:S${n}.A3">${xml}</calcext:conditional-format></calcext:conditional-formats>`;

const onSheets: Readonly<Record<string, (n: number) => string>> = {
  ...Object.fromEntries(
    Object.entries(drawings).map(([kind, xml]) => [
      kind,
      (n: number) => sheet(n, `<table:shapes>${xml}</table:shapes>`, row(cell('below'))),
    ]),
  ),
  'note that is shown': (n) =>
    sheet(
      n,
      '',
      row(
        cell(
          'noted',
          '<office:annotation office:display="true" svg:x="4cm" svg:y="1cm" svg:width="3cm" svg:height="1cm"><text:p>a remark</text:p></office:annotation>',
        ),
      ),
    ),
  'note that is not shown': (n) =>
    sheet(n, '', row(cell('noted', '<office:annotation><text:p>a remark</text:p></office:annotation>'))),
  'bars of data': (n) =>
    sheet(
      n,
      '',
      numbers,
      conditional(
        n,
        '<calcext:data-bar calcext:positive-color="#638ec6"><calcext:formatting-entry calcext:value="0" calcext:type="auto-minimum"/><calcext:formatting-entry calcext:value="0" calcext:type="auto-maximum"/></calcext:data-bar>',
      ),
    ),
  'scale of colours': (n) =>
    sheet(
      n,
      '',
      numbers,
      conditional(
        n,
        '<calcext:color-scale><calcext:color-scale-entry calcext:value="0" calcext:type="minimum" calcext:color="#ff0000"/><calcext:color-scale-entry calcext:value="0" calcext:type="maximum" calcext:color="#00ff00"/></calcext:color-scale>',
      ),
    ),
  icons: (n) =>
    sheet(
      n,
      '',
      numbers,
      conditional(
        n,
        '<calcext:icon-set calcext:icon-set-type="3Arrows"><calcext:formatting-entry calcext:value="0" calcext:type="percent"/><calcext:formatting-entry calcext:value="33" calcext:type="percent"/><calcext:formatting-entry calcext:value="67" calcext:type="percent"/></calcext:icon-set>',
      ),
    ),
  sparklines: (n) =>
    sheet(
      n,
      '',
      numbers,
      `<calcext:sparkline-groups><calcext:sparkline-group calcext:id="{1}" calcext:type="column" calcext:color-series="#376092"><calcext:sparklines><calcext:sparkline calcext:cell-address="S${n}.B1" calcext:data-range="S${n}.A1:S${n}.A3"/></calcext:sparklines></calcext:sparkline-group></calcext:sparkline-groups>`,
    ),
  formulas: (n) =>
    sheet(
      n,
      '',
      row(
        '<table:table-cell table:formula="of:=2*21" office:value-type="float" office:value="42"><text:p>42</text:p></table:table-cell>',
        '<table:table-cell table:formula="of:=TEXT(DATE(2020;1;2);&quot;YYYY-MM-DD&quot;)"/>',
      ),
    ),
};

const onSlides: Readonly<Record<string, string>> = {
  ...drawings,
  'text box': `<draw:frame ${size}><draw:text-box><text:p>Words on a slide</text:p></draw:text-box></draw:frame>`,
  'number of the slide': `<draw:frame ${size}><draw:text-box><text:p><text:page-number>&lt;number&gt;</text:page-number></text:p></draw:text-box></draw:frame>`,
  connector: '<draw:connector draw:style-name="filled" svg:x1="2cm" svg:y1="1cm" svg:x2="9cm" svg:y2="4cm"/>',
  'notes of a speaker': `<draw:frame ${size}><draw:text-box><text:p>Slide</text:p></draw:text-box></draw:frame><presentation:notes><draw:frame ${size}><draw:text-box><text:p>spoken</text:p></draw:text-box></draw:frame></presentation:notes>`,
};

const textOf = (kinds: Readonly<Record<string, string>>) => () =>
  flat(
    'text',
    styles,
    `<office:text>${forms}${changes}${Object.values(kinds)
      .map((xml, n) => xml.replace(' $', n === 0 ? '' : ' text:style-name="next"'))
      .join('')}</office:text>`,
  );
const hasControl = (kind: string) => ['text field', 'check box', 'list to choose from'].includes(kind);
const without = (kinds: Readonly<Record<string, string>>, isLeftOut: (kind: string) => boolean) =>
  Object.fromEntries(Object.entries(kinds).filter(([kind]) => !isLeftOut(kind)));

const isAlone = (kind: string) => ['note that is shown', 'icons'].includes(kind);

function sheetsDocument(name: string, isTaken: (kind: string) => boolean): KindsDocument {
  const taken = Object.entries(onSheets).filter(([kind]) => isTaken(kind));
  const tables = taken.map(([, make], n) => make(n)).join('');
  return {
    name,
    kinds: taken.map(([kind]) => kind),
    make: () => flat('spreadsheet', styles, `<office:spreadsheet>${tables}</office:spreadsheet>`),
  };
}

/** A drawing by itself is laid out in another way, and would move its neighbours. */
export const kindsDocuments: readonly KindsDocument[] = [
  {
    name: 'text.fodt',
    kinds: Object.keys(without(inText, hasControl)),
    make: () => Buffer.from(textOf(without(inText, hasControl))().toString().replace(forms, '')),
  },
  {
    name: 'form.fodt',
    kinds: Object.keys(inText).filter(hasControl),
    make: textOf(without(inText, (kind) => !hasControl(kind))),
  },
  sheetsDocument('sheets.fods', (kind) => !isAlone(kind)),
  sheetsDocument('notes.fods', isAlone),
  { ...sheetsDocument('notes.fods', isAlone), saveAs: 'xlsx' },
  {
    name: 'slides.fodp',
    kinds: Object.keys(onSlides),
    make: () =>
      flat(
        'presentation',
        styles,
        `<office:presentation>${Object.values(onSlides)
          .map((xml) => `<draw:page>${xml}</draw:page>`)
          .join('')}</office:presentation>`,
      ),
  },
  {
    name: 'word.docx',
    kinds: ['content controls', 'curved words', 'picture of a drawing canvas', 'equation'],
    make: wordDocument,
  },
];

const relation = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const pageBreak = '<w:p><w:r><w:br w:type="page"/></w:r></w:p>';

function wordDocument(): Promise<Buffer> {
  const pages = [
    `<w:p><w:r><w:t>Choose: </w:t></w:r><w:sdt><w:sdtPr><w:dropDownList><w:listItem w:displayText="first" w:value="1"/></w:dropDownList></w:sdtPr><w:sdtContent><w:r><w:t>first</w:t></w:r></w:sdtContent></w:sdt><w:sdt><w:sdtPr><w14:checkbox><w14:checked w14:val="1"/></w14:checkbox></w:sdtPr><w:sdtContent><w:r><w:t>☒</w:t></w:r></w:sdtContent></w:sdt></w:p>`,
    `<w:p><w:r><w:pict><v:shapetype id="_x0000_t136" coordsize="21600,21600" o:spt="136" adj="10800" path="m@7,l@8,m@5,21600l@6,21600e"><v:path textpathok="t"/><v:textpath on="t" fitshape="t"/></v:shapetype><v:shape id="a" type="#_x0000_t136" style="width:200pt;height:60pt" fillcolor="#336699"><v:textpath style="font-family:&quot;Liberation Sans&quot;" string="Curved"/></v:shape></w:pict></w:r></w:p>`,
    `<w:p><w:r><w:pict><v:group style="width:200pt;height:100pt" coordsize="200,100"><v:rect style="left:0;top:0;width:100;height:100" fillcolor="#99aacc"/><v:oval style="left:100;top:0;width:100;height:100" fillcolor="#ccaa99"/></v:group></w:pict></w:r></w:p>`,
    `<w:p><m:oMathPara><m:oMath><m:f><m:num><m:r><m:t>a</m:t></m:r></m:num><m:den><m:r><m:t>b</m:t></m:r></m:den></m:f></m:oMath></m:oMathPara></w:p>`,
  ];
  return zip({
    '[Content_Types].xml':
      '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
    '_rels/.rels': `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${relation}/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/document.xml': `<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml" xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"><w:body>${pages.join(pageBreak)}</w:body></w:document>`,
  });
}
