// Rules for a DOCX that Word enforces: well-formed parts, elements in the order of the schema (ECMA-376, annex A), ids that are there
// once, relations that lead to parts, references that lead to something. Word refuses such a file, or opens it "repaired".
import { withZip } from '#conversion/zip/reader.ts';

interface Element {
  name: string;
  attributes: Record<string, string>;
  kids: Element[];
}

/** The order of children by parent, for sequences of the schema. */
const orders: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries({
    'w:pPr':
      'pStyle keepNext keepLines pageBreakBefore framePr widowControl numPr suppressLineNumbers pBdr shd tabs suppressAutoHyphens kinsoku wordWrap overflowPunct topLinePunct autoSpaceDE autoSpaceDN bidi adjustRightInd snapToGrid spacing ind contextualSpacing mirrorIndents jc textDirection textAlignment outlineLvl rPr sectPr',
    'w:rPr':
      'rStyle rFonts b bCs i iCs caps smallCaps strike dstrike vanish color spacing w kern position sz szCs highlight u effect bdr shd fitText vertAlign rtl cs em lang',
    'w:tblPr':
      'tblStyle tblpPr tblOverlap bidiVisual tblW jc tblCellSpacing tblInd tblBorders shd tblLayout tblCellMar tblLook',
    'w:tcPr': 'cnfStyle tcW gridSpan hMerge vMerge tcBorders shd noWrap tcMar textDirection tcFitText vAlign hideMark',
    'w:tcBorders': 'top left start bottom right end insideH insideV',
    'w:pBdr': 'top left bottom right between bar',
    'w:tblCellMar': 'top left start bottom right end',
    'w:tbl': 'tblPr tblGrid tr',
    'w:tr': 'tblPrEx trPr tc',
    'w:sectPr':
      'headerReference|footerReference footnotePr endnotePr type pgSz pgMar paperSrc pgBorders lnNumType pgNumType cols formProt vAlign noEndnote titlePg textDirection bidi rtlGutter docGrid',
    'w:lvl': 'start numFmt lvlRestart pStyle isLgl suff lvlText lvlPicBulletId lvlJc pPr rPr',
    'w:abstractNum': 'nsid multiLevelType tmpl name styleLink numStyleLink lvl',
    'w:numbering': 'numPicBullet abstractNum num',
    'w:num': 'abstractNumId lvlOverride',
    'w:font': 'altName panose1 charset family notTrueType pitch sig embedRegular embedBold embedItalic embedBoldItalic',
    'w:style':
      'name aliases basedOn next link autoRedefine hidden uiPriority semiHidden unhideWhenUsed qFormat locked pPr rPr tblPr trPr tcPr',
    'w:settings':
      'writeProtection view zoom mirrorMargins defaultTabStop autoHyphenation evenAndOddHeaders characterSpacingControl footnotePr endnotePr compat rsids themeFontLang',
    'w:sdt': 'sdtPr sdtEndPr sdtContent',
    'wp:inline': 'wp:extent wp:effectExtent wp:docPr wp:cNvGraphicFramePr a:graphic',
    'wp:anchor':
      'wp:simplePos wp:positionH wp:positionV wp:extent wp:effectExtent wp:wrapNone|wp:wrapSquare|wp:wrapTopAndBottom wp:docPr wp:cNvGraphicFramePr a:graphic',
    'pic:pic': 'pic:nvPicPr pic:blipFill pic:spPr',
    'm:oMathPara': 'm:oMathParaPr m:oMath',
    'm:r': 'm:rPr w:rPr m:t',
    'm:rPr': 'm:lit m:nor m:scr m:sty m:brk m:aln',
    'm:f': 'm:fPr m:num m:den',
    'm:rad': 'm:radPr m:deg m:e',
    'm:radPr': 'm:degHide m:ctrlPr',
    'm:bar': 'm:barPr m:e',
    'm:sSub': 'm:sSubPr m:e m:sub',
    'm:sSup': 'm:sSupPr m:e m:sup',
    'm:sSubSup': 'm:sSubSupPr m:e m:sub m:sup',
    'm:limLow': 'm:limLowPr m:e m:lim',
    'm:limUpp': 'm:limUppPr m:e m:lim',
    'm:nary': 'm:naryPr m:sub m:sup m:e',
    'm:naryPr': 'm:chr m:limLoc m:grow m:subHide m:supHide m:ctrlPr',
    'm:d': 'm:dPr m:e',
    'm:dPr': 'm:begChr m:sepChr m:endChr m:grow m:shp m:ctrlPr',
    'm:eqArr': 'm:eqArrPr m:e',
  }).map(([parent, names]) => [
    parent,
    names.split(' ').map((name) => (name.includes(':') ? name : name.replaceAll(/\w+/g, 'w:$&'))),
  ]),
);

/** The faults; empty for a file that Word opens without a message. */
export async function docxProblems(path: string): Promise<string[]> {
  const parts = await withZip(path, async (zip) => {
    const found = new Map<string, string>();
    for (const name of zip.names)
      found.set(
        name,
        /\.(?:xml|rels)$/.test(name) ? ((await zip.readWhole(name, 64 << 20))?.toString('utf8') ?? '') : '',
      );
    return found;
  });
  if (parts === null) return ['no archive'];
  const problems: string[] = [];
  const trees = new Map<string, Element>();
  for (const [name, text] of parts) {
    if (text === '') continue;
    const tree = parsed(text);
    if (tree === null) problems.push(`${name} is not well-formed`);
    else trees.set(name, tree);
  }
  for (const [name, tree] of trees) problems.push(...orderProblems(name, tree), ...idProblems(name, tree));
  problems.push(...relationProblems(trees, parts), ...typeProblems(trees, parts), ...referenceProblems(trees));
  for (const tree of trees.values()) problems.push(...boxProblems(tree));
  return problems;
}

/** Text boxes have no footnotes and no other boxes. */
const boxProblems = (tree: Element): string[] =>
  [...everyElement(tree)]
    .filter(({ name }) => name === 'w:txbxContent')
    .flatMap(({ kids }) => kids.flatMap((kid) => [...everyElement(kid)]))
    .filter(({ name }) => name === 'w:footnoteReference' || name === 'w:txbxContent')
    .map(({ name }) => `${name} within w:txbxContent`);

function parsed(text: string): Element | null {
  const root: Element = { name: '', attributes: {}, kids: [] };
  const open = [root];
  if (/&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[\da-f]+);)/i.test(text)) return null;
  // oxlint-disable-next-line no-control-regex -- these are what XML does not allow
  if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/.test(text)) return null;
  for (const [, close, name = '', inside = '', isEmpty] of text.matchAll(
    /<(\/?)([\w:.-]+)((?:\s+[\w:.-]+="[^"<]*")*)\s*(\/?)>/g,
  )) {
    if (close === '/') {
      if (open.pop()?.name !== name) return null;
      continue;
    }
    const pairs = [...inside.matchAll(/([\w:.-]+)="([^"]*)"/g)].map(
      ([, key = '', value = '']) => [key, value] as const,
    );
    const attributes = Object.fromEntries(pairs);
    if (Object.keys(attributes).length < pairs.length) return null;
    const element: Element = { name, attributes, kids: [] };
    open.at(-1)?.kids.push(element);
    if (isEmpty !== '/') open.push(element);
  }
  return open.length === 1 && root.kids.length === 1 ? (root.kids[0] ?? null) : null;
}

function* everyElement(element: Element): Generator<Element> {
  yield element;
  for (const kid of element.kids) yield* everyElement(kid);
}

function orderProblems(part: string, tree: Element): string[] {
  const problems: string[] = [];
  for (const element of everyElement(tree)) {
    const order = orders[element.name];
    let last = 0;
    for (const { name } of order === undefined ? [] : element.kids) {
      const place = order?.findIndex((names) => names.split('|').includes(name)) ?? -1;
      if (place < 0) problems.push(`${part}: ${name} in ${element.name}`);
      else if (place < last) problems.push(`${part}: ${name} in ${element.name} comes too late`);
      last = Math.max(last, place);
    }
    if (element.name === 'w:tc' && element.kids.at(-1)?.name !== 'w:p')
      problems.push(`${part}: a cell does not end with a paragraph`);
    if (element.name === 'w:body' && element.kids.at(-1)?.name !== 'w:sectPr')
      problems.push(`${part}: no section at the end of the body`);
    if (element.name === 'w:tr') problems.push(...rowProblems(part, element, tree));
  }
  return problems;
}

/** A row fills its table's grid. */
function rowProblems(part: string, row: Element, tree: Element): string[] {
  const table = [...everyElement(tree)].find(({ name, kids }) => name === 'w:tbl' && kids.includes(row));
  const columns = table?.kids.find(({ name }) => name === 'w:tblGrid')?.kids.length ?? 0;
  const taken = row.kids
    .filter(({ name }) => name === 'w:tc')
    .map(({ kids }) => kids.find(({ name }) => name === 'w:tcPr')?.kids.find(({ name }) => name === 'w:gridSpan'))
    .reduce((sum, span) => sum + Number(span?.attributes['w:val'] ?? 1), 0);
  return taken === columns && columns <= 63 ? [] : [`${part}: a row of ${taken} in a table of ${columns} columns`];
}

function idProblems(part: string, tree: Element): string[] {
  const seen = new Set<string>();
  return [...everyElement(tree)].flatMap(({ name, attributes }) => {
    const key = {
      'wp:docPr': 'id',
      'w:bookmarkStart': 'w:id',
      'w:footnote': 'w:id',
      'w:comment': 'w:id',
      'w:commentRangeStart': 'w:id',
      'w:abstractNum': 'w:abstractNumId',
      'w:num': 'w:numId',
      'w:style': 'w:styleId',
      Relationship: 'Id',
    }[name];
    if (key === undefined) return [];
    const id = `${name} ${attributes[key] ?? ''}`;
    if (seen.has(id)) return [`${part}: ${id} twice`];
    seen.add(id);
    return [];
  });
}

const relationsOf = (part: string) => part.replace(/([^/]*)$/, '_rels/$1.rels');

function relationProblems(trees: ReadonlyMap<string, Element>, parts: ReadonlyMap<string, string>): string[] {
  return [...trees].flatMap(([part, tree]) => {
    if (part.endsWith('.rels')) {
      const folder = part.replace(/_rels\/[^/]*$/, '');
      return tree.kids
        .filter(({ attributes }) => attributes.TargetMode !== 'External' && !parts.has(folder + attributes.Target))
        .map(({ attributes }) => `${part}: no ${attributes.Target}`);
    }
    const known = new Set(trees.get(relationsOf(part))?.kids.map(({ attributes }) => attributes.Id));
    return [...everyElement(tree)].flatMap(({ name, attributes }) =>
      Object.entries(attributes)
        .filter(([key, id]) => key.startsWith('r:') && !known.has(id))
        .map(([, id]) => `${part}: ${name} refers to ${id}, which is no relation`),
    );
  });
}

/** Every part has a type: its own, or that of its extension. */
function typeProblems(trees: ReadonlyMap<string, Element>, parts: ReadonlyMap<string, string>): string[] {
  const types = trees.get('[Content_Types].xml')?.kids ?? [];
  const extensions = new Set(types.flatMap(({ attributes }) => attributes.Extension ?? []));
  const names = new Set(types.flatMap(({ attributes }) => attributes.PartName ?? []));
  return [
    ...[...parts.keys()]
      .filter(
        (name) =>
          name !== '[Content_Types].xml' && !names.has(`/${name}`) && !extensions.has(/[^.]*$/.exec(name)?.[0] ?? ''),
      )
      .map((name) => `${name} has no type`),
    ...[...names].filter((name) => !parts.has(name.slice(1))).map((name) => `a type for ${name}, which is not there`),
  ];
}

/** Numberings, styles and notes that text refers to. */
function referenceProblems(trees: ReadonlyMap<string, Element>): string[] {
  const all = (part: string) => [...everyElement(trees.get(part) ?? { name: '', attributes: {}, kids: [] })];
  const ids = (part: string, name: string, key: string) =>
    new Set(all(part).flatMap((element) => (element.name === name ? [element.attributes[key]] : [])));
  const known: Readonly<Record<string, Set<string | undefined>>> = {
    'w:pStyle': ids('word/styles.xml', 'w:style', 'w:styleId'),
    'w:numId': ids('word/numbering.xml', 'w:num', 'w:numId'),
    'w:footnoteReference': ids('word/footnotes.xml', 'w:footnote', 'w:id'),
    'w:commentReference': ids('word/comments.xml', 'w:comment', 'w:id'),
    'w:rStyle': ids('word/styles.xml', 'w:style', 'w:styleId'),
  };
  return [...trees.keys()].flatMap((part) =>
    all(part).flatMap(({ name, attributes }) => {
      const value = attributes['w:val'] ?? attributes['w:id'];
      return known[name] === undefined || known[name].has(value) ? [] : [`${part}: ${name} ${value} is not there`];
    }),
  );
}
