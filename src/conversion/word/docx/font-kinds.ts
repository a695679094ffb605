// The kind of a font family, so that a program without it substitutes a similar one.
import type { TextStyle } from '#conversion/layout/page-content.ts';

export interface FontKind {
  /** Generic families of WordprocessingML (ECMA-376, 17.18.30). */
  family: 'roman' | 'swiss' | 'modern' | 'script' | 'auto';
  isFixedPitch: boolean;
  /** Of the letters that it is made for, as a number of Windows' GDI. */
  charset: string;
}

/** By parts of names, in the order in which they are tried: "DejaVu Sans Mono" is monospaced, "Noto Sans CJK" is sans serif. */
const byName: readonly (readonly [RegExp, FontKind['family']])[] = [
  [
    /\bmono\b|mono$|courier|consolas|menlo|monaco|typewriter|letter gothic|inconsolata|source code|fira code|cascadia|console\b|ocr ?[ab]\b|\bocr|andale|fixedsys|terminal/,
    'modern',
  ],
  [
    /script|brush|handwriting|chancery|corsiva|calligraph|zapfino|kunstler|mistral|vivaldi|vladimir|bradley hand|segoe print|ink free|comic sans|chalkboard|papyrus|kristen|lucida hand|snell|pacifico|caveat|dancing/,
    'script',
  ],
  [
    /sans|gothic|grotes|helvet|univers|frutiger|futura|myriad|avenir|gotham|swiss|humanist|officina|interstate|akkurat|\bmeta\b|\bdin\b|arial|verdana|tahoma|calibri|carlito|segoe|trebuchet|candara|corbel|aptos|roboto|lato\b|montserrat|poppins|raleway|nunito|\binter\b|ubuntu|oxygen|rubik|barlow|manrope|mulish|quicksand|karla|jost|oswald|bahnschrift|franklin|impact|gill|optima|eurostile|tw cen|berlin|haettenschweiler|geneva|lucida grande|hyperlegible|biolinum|gulim|dotum|malgun|meiryo|yahei|jhenghei|simhei|heiti|hiragino kaku|pingfang|nirmala|leelawadee|ebrima|gadugi|microsoft/,
    'swiss',
  ],
  [
    /serif|roman|times|garamond|minion|caslon|bodoni|century|sch(?:oo)?lb(?:oo)?k|ionic|palat|utopia|slab|georgia|cambria|caladea|constantia|gelasio|antiqua|bookman|baskerville|didot|cochin|goudy|perpetua|rockwell|charter|merriweather|playfair|libertine|gentium|sylfaen|californian|calisto|centaur|bell mt|hoefler|tiempos|lora\b|crimson|spectral|bitter|mincho|ming ?li|ming\b|sim ?sun|song|batang|myungjo|myeongjo|gungsuh|naskh|traditional arabic|david\b|frank ?ruehl/,
    'roman',
  ],
];

/** Fonts of East Asia whose names are no words of Latin type. */
const charsets: readonly (readonly [RegExp, string])[] = [
  [/wingdings|webdings|^symbol$|zapf ?dingbats/, '02'],
  [/^ms (?:p|ui )?(?:gothic|mincho)|^yu |meiryo|hiragino|mincho|cjk ?jp/, '80'],
  [/batang|gulim|dotum|malgun|gungsuh|myungjo|myeongjo|nanum|cjk ?kr/, '81'],
  [/sim ?sun|simhei|yahei|song|heiti|kaiti|fangsong|dengxian|cjk ?sc/, '86'],
  [/ming ?liu|jhenghei|cjk ?(?:tc|hk)/, '88'],
];

/** The font's descriptor decides if the name of the family does not. */
export function fontKindOf(
  family: string,
  { isSerif, letters }: Pick<TextStyle, 'isSerif' | 'letters'> = {},
): FontKind {
  const name = family.toLowerCase();
  const known = byName.find(([pattern]) => pattern.test(name))?.[1];
  const said = letters !== undefined && letters !== 'plain' ? ofLetters[letters] : undefined;
  const kind = known ?? said ?? (isSerif === true ? 'roman' : letters === 'plain' ? 'swiss' : 'auto');
  return {
    family: kind,
    isFixedPitch: kind === 'modern' || /^ms (?:gothic|mincho)|^nsimsun/.test(name),
    charset: charsets.find(([pattern]) => pattern.test(name))?.[1] ?? '00',
  };
}

const ofLetters = { typewriter: 'modern', script: 'script' } as const;
