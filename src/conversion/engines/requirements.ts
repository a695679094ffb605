// Everything that conversions need from the system: the source of setup/packages.txt, and of what `./platen doctor` probes.
import { bubblewrap } from '#conversion/process/bubblewrap.ts';
import type { Packages, Requirement } from '#conversion/process/requirement.ts';
import { chromium } from './chromium.ts';
import { documents } from './documents.ts';
import { fontPackages } from './fonts.ts';
import { ghostscript } from './ghostscript.ts';
import { heif, heifInfo } from './heif.ts';
import { libreoffice } from './libreoffice/cold.ts';
import { ocrServer } from './ocr/server.ts';
import { pango } from './pango.ts';
import { pdfServer } from './pdf/server.ts';
import { tiff } from './tiff.ts';

export const requirements: readonly Requirement[] = [
  libreoffice,
  pdfServer,
  ocrServer,
  documents,
  pango,
  chromium,
  ghostscript,
  heif,
  heifInfo,
  tiff,
  bubblewrap,
];

const packages: readonly Packages[] = [...requirements.map((requirement) => requirement.packages ?? {}), fontPackages];

/** The system packages that provide the engines and fonts. */
export const enginePackages: readonly string[] = [
  ...new Set(packages.flatMap(({ stable = [], newer = [] }) => [...stable, ...newer])),
];

/** Returns the lines of setup/packages.txt: one for each package, with its suite, and one for each required program. */
export function packageList(): string {
  const names = (suite: keyof Packages) => [...new Set(packages.flatMap((list) => list[suite] ?? []))];
  const programs = requirements.map(({ program }) => program).filter((program) => !program.includes('/'));
  return [
    '# Made by ./platen docs from what the engines declare (packages and programs in src/conversion/engines).',
    ...(['stable', 'newer'] as const).flatMap((suite) => names(suite).map((name) => `${suite} ${name}`)),
    ...[...new Set(programs)].map((program) => `program ${program}`),
    '',
  ].join('\n');
}
