// Texts that are numbers.

/** Letters of a currency or a unit. */
const maxLetters = 4;

/** Whether a text is a number, with its currency or unit. */
export const isNumber = (text: string): boolean =>
  /\d/.test(text) && text.replaceAll(/\P{L}/gu, '').length <= maxLetters;

/** Whether a text is nothing but a number, with its sign, currency or percent sign. */
export const isNumeric = (text: string): boolean => /^[\s\p{Sc}(+\u2212-]*\d[\d.,' %)-]*\s*%?$/u.test(text);
