// The font families of the system that documents are laid out with when their own are missing, and that others are made from.
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
