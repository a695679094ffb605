import assert from 'node:assert/strict';
import { test } from 'node:test';
import { familyOf } from '#conversion/layout/read/font-names.ts';

const withoutWeight = (name: string) => {
  const { font, bold, italic } = familyOf(name);
  return { font, bold, italic };
};

test('the names that producers give fonts are families that word processors know', () => {
  const known: Record<string, [font: string, style?: 'bold' | 'italic' | 'both']> = {
    'ABCDEF+TimesNewRomanPS-BoldMT': ['Times New Roman', 'bold'],
    TimesNewRomanPSMT: ['Times New Roman'],
    'TimesNewRomanPS-BoldItalicMT': ['Times New Roman', 'both'],
    'Times-Roman': ['Times New Roman'],
    ArialMT: ['Arial'],
    'Arial-BoldMT': ['Arial', 'bold'],
    'Arial,Bold': ['Arial', 'bold'],
    'Helvetica-Oblique': ['Arial', 'italic'],
    'ABCDEF+Carlito-Bold': ['Calibri', 'bold'],
    'Calibri,BoldItalic': ['Calibri', 'both'],
    'ABCDEF+LiberationSerif-Italic': ['Times New Roman', 'italic'],
    'NimbusRomNo9L-MediItal': ['Times New Roman', 'both'],
    CMR10: ['Latin Modern Roman'],
    CMBX12: ['Latin Modern Roman', 'bold'],
    CMTI10: ['Latin Modern Roman', 'italic'],
    SFBX1095: ['Latin Modern Roman', 'bold'],
    SFBI1095: ['Latin Modern Roman', 'both'],
    CMSSBX10: ['Latin Modern Sans', 'bold'],
    SFTT1000: ['Latin Modern Mono'],
    CMITT10: ['Latin Modern Mono', 'italic'],
    CMCSC10: ['Latin Modern Roman'],
    'NimbusMonL-Regu': ['Courier New'],
    'NimbusSanL-Bold': ['Arial', 'bold'],
    'TeXGyreCursor-Regular': ['Courier New'],
    'AGaramond-RegularSC': ['A Garamond'],
    TrebuchetMS: ['Trebuchet MS'],
    DejaVuSans: ['DejaVu Sans'],
    'NotoSerif-Regular': ['Noto Serif'],
    'MS#20Gothic': ['MS Gothic'],
    'MS-Mincho': ['MS Mincho'],
    SimSun: ['SimSun'],
    'MicrosoftYaHei-Bold': ['Microsoft YaHei', 'bold'],
    PMingLiU: ['PMingLiU'],
    'NotoSansCJKkr-Regular': ['Noto Sans CJK KR'],
    'ABCDEF+MyriadPro-BdIt': ['Myriad Pro', 'both'],
    'WarnockPro-It': ['Warnock Pro', 'italic'],
    'HelveticaLTStd-Obl': ['Helvetica LT Std', 'italic'],
    'HelveticaLTStd-BoldCond': ['Helvetica LT Std Cond', 'bold'],
    'HiraKakuProN-W6': ['Hira Kaku Pro N', 'bold'],
    'HiraKakuProN-W3': ['Hira Kaku Pro N'],
    'MyriadPro-Semibold': ['Myriad Pro', 'bold'],
    'AvantGarde-Demi': ['Avant Garde', 'bold'],
    'AvantGarde-BookOblique': ['Avant Garde', 'italic'],
    'Roboto-Black': ['Roboto', 'bold'],
    'Avenir-Heavy': ['Avenir', 'bold'],
    'NPSRawlinsonOT-MedItalic': ['NPS Rawlinson OT', 'italic'],
    'TradeGothicLTStd-BdCn20': ['Trade Gothic LT Std Cn', 'bold'],
    'AvenirLTStd-85Heavy': ['Avenir LT Std', 'bold'],
    'ProximaNova-Extrabld': ['Proxima Nova', 'bold'],
    'ITCGaramondStd-Bk': ['ITC Garamond Std'],
    'Calibri-bold': ['Calibri', 'bold'],
    'Calibri-BOLD': ['Calibri', 'bold'],
    'Calibri-BI': ['Calibri', 'both'],
  };
  for (const [name, [font, style]] of Object.entries(known))
    assert.deepEqual(
      withoutWeight(name),
      { font, bold: style === 'bold' || style === 'both', italic: style === 'italic' || style === 'both' },
      name,
    );
});

test('light and narrow families, and the heavy ones that have names of their own, are not weights of others', () => {
  const families: Record<string, [font: string, style?: 'bold' | 'italic']> = {
    'ABCDEF+Calibri-Light': ['Calibri Light'],
    'Calibri-LightItalic': ['Calibri Light', 'italic'],
    'SegoeUI-Semilight': ['Segoe UI Semilight'],
    'SegoeUI-Semibold': ['Segoe UI Semibold'],
    'SegoeUI-SemiboldItalic': ['Segoe UI Semibold', 'italic'],
    'HelveticaNeue-Light': ['Helvetica Neue Light'],
    'Raleway-ExtraLight': ['Raleway ExtraLight'],
    ArialNarrow: ['Arial Narrow'],
    'ArialNarrow-Bold': ['Arial Narrow', 'bold'],
    'Arial-Black': ['Arial Black'],
    ArialBlack: ['Arial Black'],
    'RobotoCondensed-Regular': ['Roboto Condensed'],
    'FranklinGothic-Demi': ['Franklin Gothic Demi'],
  };
  for (const [name, [font, style]] of Object.entries(families))
    assert.deepEqual(withoutWeight(name), { font, bold: style === 'bold', italic: style === 'italic' }, name);
});

test('names that say nothing of their weight are known', () => {
  assert.deepEqual(
    ['TTBC1391A0t00', 'SDGothicNeoc-fBd', 'Arial-Bold', 'Calibri-Light', 'Arial'].map(
      (name) => familyOf(name).hasWeight,
    ),
    [false, false, true, true, false],
  );
});
