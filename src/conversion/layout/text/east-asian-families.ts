// Families for Chinese, Japanese and Korean: their names as word processors write them, and the widely installed ones of each language.

const names: readonly string[] = `
SimSun|NSimSun|SimHei|KaiTi|FangSong|DengXian|Microsoft YaHei|Microsoft YaHei UI|STSong|STHeiti|STKaiti|STFangsong|PingFang SC|PingFang TC
MingLiU|PMingLiU|MingLiU_HKSCS|Microsoft JhengHei|Microsoft JhengHei UI|DFKai-SB|PingFang HK
MS Mincho|MS PMincho|MS Gothic|MS PGothic|MS UI Gothic|Meiryo|Meiryo UI|Yu Gothic|Yu Mincho|Hiragino Mincho ProN|Hiragino Kaku Gothic ProN
Malgun Gothic|Batang|BatangChe|Gulim|GulimChe|Dotum|DotumChe|Gungsuh|GungsuhChe|NanumGothic|NanumMyeongjo
Noto Sans CJK SC|Noto Sans CJK TC|Noto Sans CJK HK|Noto Sans CJK JP|Noto Sans CJK KR|Noto Serif CJK SC|Noto Serif CJK TC
Noto Serif CJK HK|Noto Serif CJK JP|Noto Serif CJK KR|Noto Sans SC|Noto Sans TC|Noto Sans HK|Noto Sans JP|Noto Sans KR
Noto Serif SC|Noto Serif TC|Noto Serif HK|Noto Serif JP|Noto Serif KR
`
  .trim()
  .split(/[|\n]/);

const keyOf = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

const byKey = new Map(names.map((name) => [keyOf(name), name]));

/** The family as it is written, if it is one of these: "SimSun" is one word, "MicrosoftYaHei" two. */
export const eastAsianFamily = (name: string): string | undefined => byKey.get(keyOf(name));

/** Letters that word processors set in the family for East Asia (ECMA-376, 17.3.2.26). */
export const eastAsianLetter =
  /[\u1100-\u11ff\u2e80-\u2fdf\u2ff0-\ua4cf\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\ufe30-\ufe6f\uff00-\uffef\u{20000}-\u{323af}]/u;

const common: Readonly<Record<string, { sans: string; serif: string }>> = {
  ja: { sans: 'Yu Gothic', serif: 'MS Mincho' },
  ko: { sans: 'Malgun Gothic', serif: 'Batang' },
  'zh-Hant': { sans: 'Microsoft JhengHei', serif: 'PMingLiU' },
  'zh-Hans': { sans: 'Microsoft YaHei', serif: 'SimSun' },
};

/** The family that everybody has for a language, with or without feet. */
export function commonEastAsianFamily(language: string, isSerif: boolean): string | undefined {
  const main = language.split('-', 1)[0] ?? '';
  const isTraditional = /-(?:hant|tw|hk|mo)\b/i.test(language);
  return common[main === 'zh' ? (isTraditional ? 'zh-Hant' : 'zh-Hans') : main]?.[isSerif ? 'serif' : 'sans'];
}
