import assert from 'node:assert/strict';
import { test } from 'node:test';
import { familyOf } from '#conversion/word/read/font-names.ts';

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
  };
  for (const [name, [font, style]] of Object.entries(known))
    assert.deepEqual(
      familyOf(name),
      { font, bold: style === 'bold' || style === 'both', italic: style === 'italic' || style === 'both' },
      name,
    );
});
