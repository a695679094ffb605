// The families of Office, Windows and macOS that are made from free ones, and which: of the free faces with the same weight and
// stress, the one whose letters are scaled least (docs/decisions/0050-fonts-with-borrowed-metrics.md has the measure).
import { bases, type Faces } from './bases.ts';

export interface Family {
  /** The names that documents use. */
  names: readonly string[];
  /** The name of the font made for it: licences reserve the names of the free fonts it is made from. */
  as: string;
  base: Faces;
  /** The faces of metrics.tsv, where they are not called by the first name. */
  metrics?: string;
  /** The widths of a bold face of this name, if the family has no bold face. */
  boldMetrics?: string;
  /** How high its letters are for those of the base, where metrics.tsv does not say so. */
  height?: number;
  /** All its Latin letters have a width, in thousandths of an em. */
  fixed?: number;
  /** The widths of its Latin letters are unknown: those of the base stay. */
  hasUnknownWidths?: true;
  /** It has East Asian letters: those of these families, in lines as high as Word makes them. */
  eastAsian?: readonly string[];
}

const korean = ['Platen Hangul Sans', 'Noto Sans CJK KR'];
const koreanSerif = ['Platen Hangul Serif', 'Noto Serif CJK KR'];
const japanese = ['Noto Sans CJK JP'];
const japaneseSerif = ['Noto Serif CJK JP'];
const chinese = ['Noto Sans CJK SC'];
const chineseSerif = ['Noto Serif CJK SC'];
const taiwanese = ['Noto Sans CJK TC'];
const taiwaneseSerif = ['Noto Serif CJK TC'];

const family = (names: string, as: string, base: Faces, more: Omit<Family, 'names' | 'as' | 'base'> = {}): Family => ({
  names: names.split(', '),
  as,
  base,
  ...more,
});

export const families: readonly Family[] = [
  family('Cambria, Caladea', 'Platen Serif 1', bases.caladea),
  family('Georgia', 'Platen Serif 2', bases.gelasio),
  family('Garamond', 'Platen Serif 3', bases.ebGaramond),
  family('Book Antiqua', 'Platen Serif 4', bases.ptSerif),
  family('Palatino Linotype, Palatino', 'Platen Serif 5', bases.ptSerif),
  family('Bookman Old Style', 'Platen Serif 6', bases.dejaVuSerif),
  family('Century Schoolbook, New Century Schoolbook, Century', 'Platen Serif 7', bases.gelasio),
  family('Cambria Math', 'Platen Serif 8', [bases.caladea[0]]),
  family('Aptos', 'Platen Sans 1', bases.sourceSans),
  family('Aptos Light', 'Platen Sans 2', bases.sourceSansLight, { metrics: 'Aptos' }),
  family('Aptos SemiBold', 'Platen Sans 3', bases.sourceSansSemiBold, { metrics: 'Aptos Bold' }),
  family('Aptos Display', 'Platen Sans 4', bases.sourceSans),
  family('Aptos Narrow', 'Platen Sans 5', bases.sourceSans),
  family('Segoe UI', 'Platen Sans 6', bases.openSans, { boldMetrics: 'Segoe UI Semibold' }),
  family('Segoe UI Light', 'Platen Sans 7', bases.openSansLight, { metrics: 'Segoe UI Semilight' }),
  family('Segoe UI Semilight', 'Platen Sans 8', bases.openSansLight),
  family('Segoe UI Semibold', 'Platen Sans 9', bases.openSansSemiBold),
  family('Segoe UI Symbol, Segoe UI Emoji', 'Platen Sans 10', [bases.dejaVuSans[0]]),
  family('Verdana', 'Platen Sans 11', bases.dejaVuSans),
  family('Tahoma', 'Platen Sans 12', bases.dejaVuCondensed.slice(0, 2) as [string, string]),
  family('Trebuchet MS', 'Platen Sans 13', bases.firaSans),
  family('Calibri Light', 'Platen Sans 14', bases.carlito),
  family('Century Gothic', 'Platen Sans 15', bases.poppins),
  family('Franklin Gothic Demi', 'Platen Sans 16', bases.libreFranklinDemi),
  family('Franklin Gothic Heavy', 'Platen Sans 17', bases.libreFranklinHeavy),
  family('Gill Sans MT, Gill Sans', 'Platen Sans 18', bases.lato),
  family('Arial Narrow', 'Platen Sans 19', bases.liberationSans),
  family('Arial Black', 'Platen Sans 20', bases.archivoBlack),
  family('Lucida Sans Unicode', 'Platen Sans 21', [bases.dejaVuSans[0]]),
  family('Lucida Sans, Lucida Grande', 'Platen Sans 22', bases.dejaVuSans),
  family('Impact', 'Platen Sans 23', bases.anton),
  family('Comic Sans MS', 'Platen Sans 24', bases.comicNeue, { height: 1.13 }),
  family('Helvetica Neue', 'Platen Sans 25', bases.liberationSans),
  family('Helvetica Neue Light', 'Platen Sans 26', bases.robotoLight),
  family('Myriad Pro', 'Platen Sans 27', bases.sourceSans),
  family('Consolas', 'Platen Mono 1', bases.anonymousPro, { fixed: 550 }),
  family('Lucida Console', 'Platen Mono 2', bases.dejaVuMono, { fixed: 603 }),
  family('Arial Unicode MS', 'Platen East 1', [bases.liberationSans[0]], {
    eastAsian: ['Noto Sans CJK JP'],
  }),
  family('Malgun Gothic, 맑은 고딕', 'Platen East 2', bases.openSans, { eastAsian: korean }),
  family('Gulim, 굴림, Dotum, 돋움', 'Platen East 3', [bases.liberationSans[0]], {
    metrics: 'Gulim',
    hasUnknownWidths: true,
    eastAsian: korean,
  }),
  family('GulimChe, 굴림체, DotumChe, 돋움체', 'Platen East 4', [bases.anonymousPro[0]], {
    metrics: 'Gulim',
    fixed: 500,
    eastAsian: korean,
  }),
  family('Batang, 바탕, Gungsuh, 궁서', 'Platen East 5', [bases.liberationSerif[0]], {
    hasUnknownWidths: true,
    eastAsian: koreanSerif,
  }),
  family('BatangChe, 바탕체, GungsuhChe, 궁서체', 'Platen East 6', [bases.anonymousPro[0]], {
    metrics: 'Batang',
    fixed: 500,
    eastAsian: koreanSerif,
  }),
  family('MS Gothic, ＭＳ ゴシック', 'Platen East 7', [bases.anonymousPro[0]], {
    metrics: 'MS PGothic',
    fixed: 500,
    eastAsian: japanese,
  }),
  family('MS PGothic, ＭＳ Ｐゴシック, MS UI Gothic', 'Platen East 8', [bases.liberationSans[0]], {
    hasUnknownWidths: true,
    eastAsian: japanese,
  }),
  family('MS Mincho, ＭＳ 明朝', 'Platen East 9', [bases.anonymousPro[0]], {
    fixed: 500,
    eastAsian: japaneseSerif,
  }),
  family('MS PMincho, ＭＳ Ｐ明朝', 'Platen East 10', [bases.liberationSerif[0]], {
    hasUnknownWidths: true,
    metrics: 'MingLiU',
    eastAsian: japaneseSerif,
  }),
  family('Meiryo, メイリオ, Meiryo UI', 'Platen East 11', bases.notoSans, { eastAsian: japanese }),
  family('Yu Gothic, 游ゴシック, Yu Gothic UI', 'Platen East 12', bases.notoSans, {
    hasUnknownWidths: true,
    eastAsian: japanese,
  }),
  family('Yu Mincho, 游明朝', 'Platen East 13', [bases.gelasio[0]], { eastAsian: japaneseSerif }),
  family('SimSun, 宋体, NSimSun, 新宋体, FangSong, 仿宋, KaiTi, 楷体', 'Platen East 14', [bases.anonymousPro[0]], {
    fixed: 500,
    eastAsian: chineseSerif,
  }),
  family('SimHei, 黑体', 'Platen East 15', [bases.anonymousPro[0]], {
    metrics: 'SimSun',
    fixed: 500,
    eastAsian: chinese,
  }),
  family('Microsoft YaHei, 微软雅黑', 'Platen East 16', bases.notoSans, { eastAsian: chinese }),
  family('Microsoft JhengHei, 微軟正黑體', 'Platen East 17', bases.notoSans, {
    metrics: 'Microsoft YaHei',
    eastAsian: taiwanese,
  }),
  family('MingLiU, 細明體, DFKai-SB, 標楷體', 'Platen East 18', [bases.anonymousPro[0]], {
    fixed: 500,
    eastAsian: taiwaneseSerif,
  }),
  family('PMingLiU, 新細明體', 'Platen East 19', [bases.liberationSerif[0]], {
    hasUnknownWidths: true,
    metrics: 'MingLiU',
    eastAsian: taiwaneseSerif,
  }),
];

/**
 * Unicode symbols with the line heights of Windows' symbol fonts. They replace no family: Word documents are rewritten to name them
 * (src/conversion/office/word/bullets.ts).
 */
export const symbols: readonly Family[] = [
  family('Symbol', 'Platen Symbols 1', [bases.dejaVuSans[0]]),
  family('Wingdings', 'Platen Symbols 2', [bases.dejaVuSans[0]]),
];

/** Families of unknown widths, and free ones that look alike. */
export const lookalikes: Readonly<Record<string, string>> = {
  Candara: 'Carlito',
  Corbel: 'Carlito',
  Constantia: 'Gelasio',
  'Franklin Gothic Book': 'Libre Franklin',
  'Franklin Gothic Medium': 'Libre Franklin',
};

/** Older families that Office replaces itself, and free fonts that are metric-compatible with its replacements. */
export const predecessors: Readonly<Record<string, string>> = {
  Helvetica: 'Liberation Sans',
  Times: 'Liberation Serif',
  Courier: 'Liberation Mono',
  'Source Sans Pro': 'Source Sans 3',
};

/** The original family of each font made at set-up, by the name in PDFs. */
export const originals: ReadonlyMap<string, string> = new Map([
  ...families.map(({ as, names: [original = as] }) => [as, original] as const),
  ...symbols.map(({ as }) => [as, 'Segoe UI Symbol'] as const),
  ['Platen Hangul Sans', 'Malgun Gothic'],
  ['Platen Hangul Serif', 'Batang'],
]);

const measured = new Set(
  families.filter(({ hasUnknownWidths }) => hasUnknownWidths !== true).flatMap(({ names }) => names),
);
for (const name of Object.keys(predecessors)) measured.add(name);

/** Whether the replacement of a family is metric-compatible: lines break in the same places. */
export const isMetricCompatible = (name: string): boolean => measured.has(name);
