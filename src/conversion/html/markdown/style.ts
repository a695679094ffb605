// How Markdown looks on paper, before the sender's own style sheet.

const serif = "'Noto Serif', 'Noto Serif CJK SC', 'Noto Naskh Arabic', serif";
const sans = "'Noto Sans', 'Noto Sans CJK SC', 'Noto Sans Arabic', sans-serif";
const mono = "'DejaVu Sans Mono', 'Noto Sans Mono CJK SC', monospace";

/** `hasNumbers`: pages are numbered here, because no footer of the sender's does. */
export const markdownStyle = ({ hasNumbers }: { hasNumbers: boolean }): string => `
@page { size: A4; margin: 24mm 27mm 26mm; ${hasNumbers ? `@bottom-center { content: counter(page); font: 8.5pt ${sans}; color: #777; }` : ''} }
:root { --ink: #1b1b1a; --quiet: #6a6964; --hair: #d5d3cc; --wash: #f6f5f1; --link: #1f4e79; }
html { font: 10.25pt/1.55 ${serif}; color: var(--ink); print-color-adjust: exact; font-kerning: normal; font-variant-ligatures: common-ligatures; }
body { margin: 0; overflow-wrap: break-word; orphans: 3; widows: 3; }
p, ul, ol, dl, blockquote { margin: 0 0 .8em; }
pre, figure, aside { margin: 1.1em 0; }
table { margin: 1.2em 0; }
:is(h1, h2, h3, h4, h5, h6) + :is(pre, figure, aside, table) { margin-top: 0; }
h1, h2, h3, h4, h5, h6 { font-family: ${sans}; font-weight: 700; line-height: 1.22; margin: 1.7em 0 .55em; break-after: avoid; break-inside: avoid; text-wrap: balance; }
h1 { font-size: 21pt; letter-spacing: -.012em; margin-top: 1.9em; margin-bottom: .7em; }
h2 { font-size: 14.5pt; letter-spacing: -.006em; }
h3 { font-size: 11.5pt; }
h4 { font-size: 10.25pt; }
h5, h6 { font-size: 9.25pt; color: var(--quiet); }
h1 + h2, h2 + h3, h3 + h4 { margin-top: .8em; }
body > :first-child { margin-top: 0; }
a { color: var(--link); text-decoration: none; }
a[data-address]::after { content: ' (' attr(data-address) ')'; font: .76em/1 ${sans}; color: var(--quiet); overflow-wrap: anywhere; }
strong { font-weight: 700; }
hr { border: 0; border-top: .5pt solid var(--hair); margin: 2em 0; }
del { color: var(--quiet); }
mark { background: #fdf3c4; }
sub, sup { font-size: .7em; line-height: 0; }
kbd { font: .8em/1 ${mono}; border: .5pt solid var(--hair); border-radius: 2pt; padding: .15em .4em; }

ul, ol { padding-inline-start: 1.5em; }
li { margin: .2em 0; }
li > p { margin-bottom: .4em; }
li > ul, li > ol { margin: .2em 0; }
li::marker { color: var(--quiet); font-family: ${sans}; font-size: .92em; }
li:has(> input[type=checkbox]), li:has(> p > input[type=checkbox]) { list-style: none; }
input[type=checkbox] { appearance: none; position: relative; box-sizing: border-box; width: .82em; height: .82em; margin: 0 .55em 0 -1.37em; border: .6pt solid var(--quiet); border-radius: 1.5pt; vertical-align: -.06em; }
input[type=checkbox]:checked { background: var(--link); border-color: var(--link); }
input[type=checkbox]:checked::after { content: ''; position: absolute; inset: .1em .22em .18em .24em; border: solid #fff; border-width: 0 .9pt .9pt 0; rotate: 42deg; }

code, pre, kbd, samp { font-family: ${mono}; }
code { font-size: .82em; background: var(--wash); border-radius: 2pt; padding: .12em .3em; }
pre { font-size: 8pt; line-height: 1.5; background: var(--wash); border-inline-start: 1.5pt solid var(--hair); padding: .85em 1.1em; white-space: pre-wrap; overflow-wrap: anywhere; tab-size: 4; break-inside: avoid; box-decoration-break: clone; }
pre.long { break-inside: auto; }
pre code { font-size: inherit; background: none; padding: 0; }

blockquote { margin-inline: 0; padding-inline-start: 1.1em; border-inline-start: 1.5pt solid var(--hair); color: #45443f; font-style: italic; }
blockquote em { font-style: normal; }
blockquote > :last-child, aside > :last-child, li > :last-child, td > :last-child { margin-bottom: 0; }
aside.alert { --tone: #1f4e79; border-inline-start: 2pt solid var(--tone); background: color-mix(in srgb, var(--tone) 5%, white); padding: .75em 1.1em; break-inside: avoid; }
aside.tip { --tone: #2c6e49; } aside.important { --tone: #5b3f8c; } aside.warning { --tone: #9a6700; } aside.caution { --tone: #a4262c; }
.alert-title { font: 700 8.75pt/1.3 ${sans}; color: var(--tone); margin-bottom: .35em; break-after: avoid; }

table { border-collapse: collapse; font: 9pt/1.42 ${sans}; font-variant-numeric: tabular-nums lining-nums; max-width: 100%; border-top: .8pt solid var(--ink); border-bottom: .8pt solid var(--ink); }
table.wide { font-size: 7.5pt; width: 100%; } table.wide :is(td, th) { overflow-wrap: anywhere; padding-inline: .4em; }
thead { display: table-header-group; }
tr { break-inside: avoid; }
th { font-weight: 700; text-align: start; vertical-align: bottom; border-bottom: .8pt solid var(--ink); }
td { vertical-align: top; border-bottom: .4pt solid var(--hair); }
tbody tr:last-child td { border-bottom: 0; }
th, td { padding: .42em .8em; } th:first-child, td:first-child { padding-inline-start: .15em; } th:last-child, td:last-child { padding-inline-end: .15em; }
td code { font-size: .88em; }

img, svg, video { max-width: 100%; max-height: 225mm; height: auto; }
figure { margin-inline: 0; text-align: center; break-inside: avoid; }
figure img { display: block; margin: 0 auto; }
figcaption { font: 8.5pt/1.4 ${sans}; color: var(--quiet); margin-top: .6em; break-before: avoid; }
dt { font-weight: 700; break-after: avoid; } dd { margin-inline-start: 1.5em; }
details > summary { font-weight: 700; list-style: none; }

.note a { padding: 0 .1em; }
.notes { margin-top: 2.4em; padding-top: .9em; border-top: .5pt solid var(--hair); font-size: 8.5pt; line-height: 1.45; }
.notes ol { padding-inline-start: 1.7em; } .notes p { margin-bottom: .3em; } .back { font-family: 'DejaVu Sans Mono'; font-size: .85em; }

header.title { margin: 0 0 2.6em; padding-bottom: 1.3em; border-bottom: .8pt solid var(--ink); }
header.title h1 { font-size: 25pt; margin: 0; }
header.title p { font: 9.5pt/1.4 ${sans}; color: var(--quiet); margin: .75em 0 0; }

nav.toc { margin: 0 0 2.6em; break-after: auto; font-family: ${sans}; font-size: 9.25pt; }
nav.toc p { margin: 0; break-inside: avoid; }
nav.toc p.level-1 { margin-top: .5em; font-weight: 700; }
nav.toc a { display: flex; align-items: baseline; color: inherit; padding: .16em 0; }
nav.toc .dots { flex: 1 0 1.5em; margin: 0 .5em; border-bottom: .6pt dotted #aaa8a0; }
nav.toc .number { width: 2.2em; white-space: nowrap; direction: rtl; font-weight: 400; }
[dir=rtl] nav.toc .number { direction: ltr; }
${[2, 3, 4].map((level) => `nav.toc .level-${level} { padding-inline-start: ${(level - 1) * 1.3}em; }`).join('\n')}
`;

/** What the numbers of a table of contents are set in, whatever a style sheet says: their letters are exchanged on the page. */
export const numberStyle =
  "font: 9pt 'Noto Sans' !important; font-kerning: none !important; letter-spacing: 0 !important; overflow: visible !important; clip: auto !important";
