// Formats for money that a workbook names by number alone (ECMA-376 part 1, 18.8.30): they are in dollars, where LibreOffice takes
// the currency of the language that documents are laid out in.
import { attribute } from '#core/markup.ts';

const formats: ReadonlyMap<string, string> = new Map([
  ['5', '"$"#,##0_);\\("$"#,##0\\)'],
  ['6', '"$"#,##0_);[Red]\\("$"#,##0\\)'],
  ['7', '"$"#,##0.00_);\\("$"#,##0.00\\)'],
  ['8', '"$"#,##0.00_);[Red]\\("$"#,##0.00\\)'],
  ['42', '_("$"* #,##0_);_("$"* \\(#,##0\\);_("$"* "-"_);_(@_)'],
  ['44', '_("$"* #,##0.00_);_("$"* \\(#,##0.00\\);_("$"* "-"??_);_(@_)'],
]);

/** `xl/styles.xml` with such formats written out, as Excel writes them itself. */
export function withDollars(styles: string): string {
  const missing = new Set<string>();
  for (const [tag] of styles.matchAll(/<(?:\w+:)?xf\s[^<>]*>/g)) {
    const id = attribute(tag, 'numFmtId') ?? '';
    if (formats.has(id)) missing.add(id);
  }
  for (const [tag] of styles.matchAll(/<(?:\w+:)?numFmt\s[^<>]*>/g)) missing.delete(attribute(tag, 'numFmtId') ?? '');
  if (missing.size === 0) return styles;
  const prefix = /<(\w+:)?styleSheet[\s>]/.exec(styles)?.[1] ?? '';
  const added = [...missing]
    .map((id) => {
      const code = (formats.get(id) ?? '').replaceAll('"', '&quot;');
      return `<${prefix}numFmt numFmtId="${id}" formatCode="${code}"/>`;
    })
    .join('');
  const list = new RegExp(`<${prefix}numFmts(?:\\s[^<>]*)?>`);
  return list.test(styles)
    ? styles.replace(list, (tag) => (tag.endsWith('/>') ? tag : tag + added))
    : styles.replace(
        new RegExp(`<${prefix}styleSheet(?:\\s[^<>]*)?>`),
        (tag) => `${tag}<${prefix}numFmts>${added}</${prefix}numFmts>`,
      );
}
