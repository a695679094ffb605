// How a book looks on A4: the rules of ours that frame, and where needed overrule, its own style sheets.

/** A book in several scripts takes each from the standard family of that script; fontconfig finds it. */
const serif = "'Liberation Serif', 'Noto Serif', 'Noto Serif CJK SC', serif";

export const pageRules = `
@page { size: A4 portrait; margin: 20mm 20mm 22mm; @bottom-center { content: counter(page); font: 12px ${serif}; } }
@page bare { margin: 0; @bottom-center { content: none; } }
@page bare-wide { size: A4 landscape; margin: 0; @bottom-center { content: none; } }
html { font: 15px/1.4 ${serif}; print-color-adjust: exact; }
${Object.entries({ h1: 2, h2: 1.5, h3: 1.17, h5: 0.83, h6: 0.75, small: 0.8333, sub: 0.8333, sup: 0.8333, big: 1.2 })
  .map(([name, size]) => `:where(.platen-flow) :where(${name}) { font-size: round(${size}em, 1px); }`)
  .join('\n')}
html, body { margin: 0; padding: 0; }
.platen-cover { page: bare; break-after: page; width: 210mm; height: 296.5mm; }
.platen-cover img { display: block; width: 210mm; height: 296.5mm; object-fit: contain; }
.platen-title { break-after: page; padding-top: 80mm; text-align: center; }
.platen-title .title { font-size: 32px; }
.platen-title .author { font-size: 19px; }
.platen-toc { break-after: page; }
.platen-toc h1 { font-size: 21px; }
.platen-toc p { margin: 0.25em 0; break-inside: avoid; }
.platen-toc a { display: flex; align-items: baseline; color: inherit; text-decoration: none; }
.platen-toc .dots { flex: 1 0 1em; margin: 0 0.4em; border-bottom: 1px dotted #999; }
.platen-toc .number { width: 2.6em; overflow: visible; white-space: nowrap; direction: rtl; font: 15px 'Liberation Serif'; }
[dir='rtl'] .platen-toc .number { direction: ltr; }
${[1, 2, 3, 4, 5].map((level) => `.platen-toc .level-${level} { margin-inline-start: ${level * 1.2}em; }`).join('\n')}
.platen-flow { break-before: page; overflow-wrap: break-word; hyphens: manual; orphans: 2; widows: 2; }
.platen-toc + .platen-flow, .platen-title + .platen-flow, .platen-cover + .platen-flow { break-before: auto; }
/* The margins of the page are ours. */
.platen-flow > .platen-body { width: auto !important; max-width: none !important; margin: 0 !important; padding: 0 !important; }
.platen-flow * { max-width: 100% !important; box-sizing: border-box; }
.platen-flow p, .platen-flow li, .platen-flow blockquote, .platen-flow div { orphans: 2; widows: 2; }
.platen-flow h1, .platen-flow h2, .platen-flow h3, .platen-flow h4, .platen-flow h5, .platen-flow h6 { break-after: avoid; break-inside: avoid; hyphens: none; }
.platen-flow img, .platen-flow svg { max-height: 250mm !important; object-fit: contain; break-inside: avoid; }
.platen-flow img { height: auto !important; }
.platen-flow figure, .platen-flow tr { break-inside: avoid; }
.platen-flow figcaption { break-before: avoid; }
.platen-flow table { border-collapse: collapse; }
.platen-flow td, .platen-flow th { overflow-wrap: anywhere; }
.platen-flow thead { display: table-header-group; }
.platen-flow pre { white-space: pre-wrap !important; overflow-wrap: anywhere; }
.platen-sheet { position: relative; overflow: hidden; break-before: page; break-after: page; break-inside: avoid; }
.platen-sheet.platen-tall { page: bare; width: 793.7px; height: 1121px; }
.platen-sheet.platen-wide { page: bare-wide; width: 1122.5px; height: 792px; }
.platen-sheet .platen-frame { position: absolute; transform-origin: 0 0; overflow: hidden; }
.platen-sheet .platen-body { position: relative; width: 100%; height: 100%; margin: 0; }
.platen-sheet .platen-body > svg, .platen-sheet .platen-body > img:only-child { width: 100%; height: 100%; }
`;
