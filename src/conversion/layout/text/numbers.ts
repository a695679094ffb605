// Texts that are numbers.

/** Letters of a currency or a unit. */
const maxLetters = 4;

/** Whether a text is a number, with its currency or unit. */
export const isNumber = (text: string): boolean =>
  /\d/.test(text) && text.replaceAll(/\P{L}/gu, '').length <= maxLetters;
