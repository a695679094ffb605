// Text recognition: its languages and modes, as callers name them.

/** The languages that every installation has, by Tesseract's codes; others by `apt install tesseract-ocr-CODE`. */
export const ocrLanguages = ['eng', 'deu', 'fra', 'spa', 'ita', 'por', 'nld', 'pol'] as const;

/** `missing`: pages without text; `redo`: also pages whose text is invisible, which is replaced; `all`: every page. */
export const ocrModes = ['missing', 'redo', 'all'] as const;
export type OcrMode = (typeof ocrModes)[number];

/** Whether recognised paragraphs are tagged, and whether the tags say that they may be wrong. */
export type TagMode = 'none' | 'suspect' | 'trusted';

const byTag: Readonly<Record<string, string>> = {
  en: 'eng',
  de: 'deu',
  fr: 'fra',
  es: 'spa',
  it: 'ita',
  pt: 'por',
  nl: 'nld',
  pl: 'pol',
};

/** Tesseract's code for a language tag such as `de-AT`; English for unknown ones. */
export const ocrLanguageOf = (tag: string): string => byTag[tag.slice(0, 2).toLowerCase()] ?? 'eng';

/** The language tag (BCP 47) of one of Tesseract's codes; undefined for unknown ones. */
export const tagOfOcrLanguage = (code: string): string | undefined =>
  Object.keys(byTag).find((tag) => byTag[tag] === code);
