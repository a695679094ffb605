// A number as it is written: its digits, and the signs around them.

/** A number without a decision about its signs. */
export interface NumberText {
  /** Digits with their separators. */
  body: string;
  exponent: string;
  negative: 'none' | 'front' | 'inner' | 'back' | 'parentheses';
  isPlus: boolean;
  /** With the blanks beside the digits. */
  before: string;
  after: string;
  isPercent: boolean;
}

const maxLength = 64;

const names = new Set(Intl.supportedValuesOf('currency'));
const signs = [
  '€',
  '£',
  '¥',
  '₹',
  '₩',
  '₽',
  '₺',
  '₪',
  '฿',
  '₫',
  '₴',
  '₦',
  '₱',
  '$',
  'zł',
  'Kč',
  'kr.',
  'kr',
  'Fr.',
  'Ft',
];
const dollars = /^(?:US|A|AU|C|CA|NZ|HK|S|R|NT|MX)\$$/;

const isCurrency = (text: string): boolean => signs.includes(text) || names.has(text) || dollars.test(text);

const around = String.raw`[^\d\s.,'’()+%-]{1,4}\.?`;
const pattern = new RegExp(
  String.raw`^(?<open>\()?(?<sign>[+-])?(?<before>${around})?(?<gap>\s)?(?<inner>-)?` +
    String.raw`(?<body>\d[\d.,'’\s]*(?<=\d)|[.,]\d+)(?<exponent>E[+-]?\d{1,3})?` +
    String.raw`(?<space>\s)?(?<after>%|${around})?(?<last>-)?(?<close>\))?$`,
  'u',
);

/** One kind of blank, one minus. */
export const plainSigns = (text: string): string =>
  text
    .trim()
    .replace(/\s+/gu, ' ')
    .replace(/^(\(?\D{0,4})[\u2212\u2013](?=\D{0,4}\d)/u, '$1-')
    .replace(/(\d)[\u2212\u2013]$/u, '$1-');

/** Null if the text cannot be a number. @param text with plain signs */
export function numberTextOf(text: string): NumberText | null {
  const groups = text.length > maxLength ? undefined : pattern.exec(text)?.groups;
  if (groups === undefined) return null;
  const {
    open,
    close,
    sign,
    before = '',
    gap = '',
    inner,
    body = '',
    exponent = '',
    space = '',
    after = '',
    last,
  } = groups;
  const [isOpen, isFront, isInner, isBack] = [
    open !== undefined,
    sign === '-',
    inner !== undefined,
    last !== undefined,
  ];
  if (isOpen !== (close !== undefined)) return null;
  if ([isOpen, sign !== undefined, isInner, isBack].filter(Boolean).length > 1) return null;
  if (before !== '' && (!isCurrency(before) || after !== '')) return null;
  if (after !== '' && after !== '%' && !isCurrency(after)) return null;
  if ((before === '' && gap !== '') || (after === '' && space !== '')) return null;
  if (exponent !== '' && (before !== '' || after !== '')) return null;
  return {
    body,
    exponent,
    negative: isOpen ? 'parentheses' : isFront ? 'front' : isInner ? 'inner' : isBack ? 'back' : 'none',
    isPlus: sign === '+',
    before: before + gap,
    after: space + after,
    isPercent: after === '%',
  };
}
