// Rows of dots that lead the eye to a number.

/** Two of them are an ellipsis in Chinese and Japanese. */
const ellipses = String.raw`\u2026{5,}|(?<=[^\u2026\u2e80-\u9fff\uff00-\uffef])\u2026{2,}(?![\u2026\u2e80-\u9fff\uff00-\uffef])`;

/** The dots with the blanks around them; every place of a text. */
export const leaders = new RegExp(String.raw`[ \t]*(?:\.{5,}|(?:\. ){4,}\.?|${ellipses})[ \t]*`, 'g');

/** Whether a text has such dots. */
export const hasLeaders = (text: string): boolean => leaderInLine.test(text);
const leaderInLine = new RegExp(String.raw`\.{5,}|(?:\. ){4,}|${ellipses}`);
