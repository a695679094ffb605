// How a book looks on A4: the rules of ours that frame, and where needed overrule, its own style sheets.

/** Stands in the contents for a page number until the pages are known; every digit, so that its font embeds all of them. */
export const placeholder = '0123456789';

/** A book in several scripts takes each from the standard family of that script; fontconfig finds it. */
const serif = "'Liberation Serif', 'Noto Serif', 'Noto Serif CJK SC', serif";

export const pageRules = `
@page { size: A4 portrait; margin: 20mm 20mm 22mm; @bottom-center { content: counter(page); font: 12px ${serif}; } }
@page bare { margin: 0; @bottom-center { content: none; } }
@page bare-wide { size: A4 landscape; margin: 0; @bottom-center { content: none; } }
html { font: 15px/1.4 ${serif}; print-color-adjust: exact; }
${Object.entries({ h1: 2, h2: 1.5, h3: 1.17, h5: 0.83, h6: 0.75, small: 0.8333, sub: 0.8333, sup: 0.8333, big: 1.2 })
  .map(([name, size]) => `:where(.flow) :where(${name}) { font-size: round(${size}em, 1px); }`)
  .join('\n')}
html, body { margin: 0; padding: 0; }
.cover { page: bare; break-after: page; width: 210mm; height: 296.5mm; }
.cover img { display: block; width: 210mm; height: 296.5mm; object-fit: contain; }
.title-page { break-after: page; padding-top: 80mm; text-align: center; }
.title-page .title { font-size: 32px; }
.title-page .author { font-size: 19px; }
.contents { break-after: page; }
.contents h1 { font-size: 21px; }
.contents p { margin: 0.25em 0; break-inside: avoid; }
.contents a { display: flex; align-items: baseline; color: inherit; text-decoration: none; }
.contents .dots { flex: 1 0 1em; margin: 0 0.4em; border-bottom: 1px dotted #999; }
.contents .number { width: 2.6em; overflow: visible; white-space: nowrap; direction: rtl; font: 15px 'Liberation Serif'; }
[dir='rtl'] .contents .number { direction: ltr; }
${[1, 2, 3, 4, 5].map((level) => `.contents .level-${level} { margin-inline-start: ${level * 1.2}em; }`).join('\n')}
.flow { break-before: page; overflow-wrap: break-word; hyphens: manual; orphans: 2; widows: 2; }
.contents + .flow, .title-page + .flow, .cover + .flow { break-before: auto; }
/* The margins of the page are ours. */
.flow > .book-body { width: auto !important; max-width: none !important; margin: 0 !important; padding: 0 !important; }
.flow * { max-width: 100% !important; box-sizing: border-box; }
.flow p, .flow li, .flow blockquote, .flow div { orphans: 2; widows: 2; }
.flow h1, .flow h2, .flow h3, .flow h4, .flow h5, .flow h6 { break-after: avoid; break-inside: avoid; hyphens: none; }
.flow img, .flow svg { max-height: 250mm !important; object-fit: contain; break-inside: avoid; }
.flow img { height: auto !important; }
.flow figure, .flow tr { break-inside: avoid; }
.flow figcaption { break-before: avoid; }
.flow table { border-collapse: collapse; }
.flow td, .flow th { overflow-wrap: anywhere; }
.flow thead { display: table-header-group; }
.flow pre { white-space: pre-wrap; overflow-wrap: anywhere; }
.sheet { position: relative; overflow: hidden; break-before: page; break-after: page; break-inside: avoid; }
.sheet.tall { page: bare; width: 793.7px; height: 1121px; }
.sheet.wide { page: bare-wide; width: 1122.5px; height: 792px; }
.sheet .frame { position: absolute; transform-origin: 0 0; overflow: hidden; }
.sheet .book-body { position: relative; width: 100%; height: 100%; margin: 0; }
.sheet .book-body > svg, .sheet .book-body > img:only-child { width: 100%; height: 100%; }
`;
