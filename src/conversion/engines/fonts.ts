// The system's font families, which replace missing fonts of documents, and from which other fonts are made.
import type { Packages } from '#conversion/process/requirement.ts';

export const fonts = {
  'Liberation Sans': 'fonts-liberation',
  Carlito: 'fonts-crosextra-carlito',
  Caladea: 'fonts-crosextra-caladea',
  'DejaVu Sans': 'fonts-dejavu-core',
  'DejaVu Sans Condensed': 'fonts-dejavu-extra',
  'Noto Sans': 'fonts-noto-core',
  'Noto Sans CJK SC': 'fonts-noto-cjk',
} as const;

export const fontPackages: Packages = { stable: ['fontconfig', ...Object.values(fonts)] };
