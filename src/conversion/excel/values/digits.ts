// The digits of a number as it is written: which sign is that of its decimals, and which part its thousands.

export type DecimalSign = '.' | ',';

/** How a document writes numbers; undefined where nothing says so. */
export interface NumberSigns {
  decimal: DecimalSign | undefined;
  /** Whether blanks part thousands. */
  hasBlanks: boolean;
}

export interface Digits {
  whole: string;
  fraction: string;
  isGrouped: boolean;
  /** The signs that it has, or would have; empty without signs. */
  decimal: DecimalSign;
  group: string;
}

/** The evidence of one number for the signs: the clearer it is, the more it weighs. */
export interface Evidence {
  decimal: DecimalSign;
  weight: number;
}

const plainNumber: Omit<Digits, 'whole'> = { fraction: '', isGrouped: false, decimal: '.', group: '' };
const other = { '.': ',', ',': '.' } as const;

/** Null if the meaning of the text is uncertain. */
export function digitsOf(body: string, { decimal, hasBlanks }: NumberSigns): Digits | null {
  const evidence = evidenceOf(body);
  const own = evidence !== null && (evidence.weight > 2 || decimal === undefined) ? evidence.decimal : decimal;
  const separators = separatorsOf(body);
  if (separators.size === 0) return { ...plainNumber, whole: body };
  const points = body.match(/[.,]/g) ?? [];
  if (points.length > 0 && own === undefined) return null;
  const [whole = '', fraction, ...more] = own === undefined ? [body] : body.split(own);
  if (more.length > 0 || (fraction !== undefined && !/^\d+$/.test(fraction))) return null;
  const parting = [...separatorsOf(whole)];
  const [group] = parting;
  const signs = { fraction: fraction ?? '', decimal: own ?? plainNumber.decimal };
  if (group === undefined) return { ...plainNumber, ...signs, whole };
  if (parting.length > 1 || (group === ' ' && !hasBlanks && fraction === undefined)) return null;
  const parts = whole.split(group);
  const isRegular = parts.every((part, n) => (n === 0 ? /^[1-9]\d{0,2}$/ : /^\d{3}$/).test(part));
  return isRegular ? { ...signs, whole: parts.join(''), isGrouped: true, group } : null;
}

/** Null if it could be either. */
export function evidenceOf(body: string): Evidence | null {
  const points = (body.match(/[.,]/g) ?? []) as DecimalSign[];
  const last = points.at(-1);
  if (last === undefined) return null;
  if (new Set(points).size === 2)
    return points.indexOf(last) === points.length - 1 ? { decimal: last, weight: 4 } : null;
  if (points.length > 1)
    return /^\d{1,3}(?:([.,])\d{3})(?:\1\d{3})+$/.test(body) ? { decimal: other[last], weight: 3 } : null;
  if (/[\s'’]/.test(body)) return { decimal: last, weight: 3 };
  const [before = '', after = ''] = body.split(last);
  return after.length !== 3 || before.length > 3 || before === '' || before.startsWith('0')
    ? { decimal: last, weight: 1 }
    : null;
}

const separatorsOf = (body: string): Set<string> => new Set(body.match(/[.,\s'’]/gu) ?? []);
