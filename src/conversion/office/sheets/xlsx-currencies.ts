// Formats for money that a workbook names by number alone (ECMA-376 part 1, 18.8.30): they are in dollars, where LibreOffice takes
// the currency of the language that documents are laid out in.
import { attribute } from '#core/markup.ts';
import type { Xml } from '../xml.ts';

const formats: ReadonlyMap<string, string> = new Map([
  ['5', '"$"#,##0_);\\("$"#,##0\\)'],
  ['6', '"$"#,##0_);[Red]\\("$"#,##0\\)'],
  ['7', '"$"#,##0.00_);\\("$"#,##0.00\\)'],
  ['8', '"$"#,##0.00_);[Red]\\("$"#,##0.00\\)'],
  ['42', '_("$"* #,##0_);_("$"* \\(#,##0\\);_("$"* "-"_);_(@_)'],
  ['44', '_("$"* #,##0.00_);_("$"* \\(#,##0.00\\);_("$"* "-"??_);_(@_)'],
]);

/** `xl/styles.xml` with such formats written out, as Excel writes them itself. */
export function withDollars(styles: Xml): Xml {
  const idsOf = (name: string) => [...styles.all(name)].map(({ tag }) => attribute(tag, 'numFmtId') ?? '');
  const missing = new Set(idsOf('xf').filter((id) => formats.has(id)));
  for (const id of idsOf('numFmt')) missing.delete(id);
  const root = styles.first('styleSheet');
  if (missing.size === 0 || root === undefined) return styles;
  const prefix = styles.prefix('styleSheet');
  const added = [...missing]
    .map((id) => {
      const code = (formats.get(id) ?? '').replaceAll('"', '&quot;');
      return `<${prefix}numFmt numFmtId="${id}" formatCode="${code}"/>`;
    })
    .join('');
  const list = styles.first('numFmts');
  if (list?.tag.endsWith('/>') === true) return styles;
  return list === undefined
    ? styles.with([[root.at[1], root.at[1], `<${prefix}numFmts>${added}</${prefix}numFmts>`]])
    : styles.with([[list.at[1], list.at[1], added]]);
}
