// Ghostscript's table of fonts (Fontmap): the PostScript names of families that are not installed, and the files in their place.
import { join } from 'node:path';
import { styles, type Style } from './face.ts';
import { families } from './families.ts';

/** The file of a face that set-up makes. */
export const fileOf = (family: string, style: Style, end = 'ttf'): string =>
  `${family.replaceAll(' ', '')}-${style.replaceAll(' ', '')}.${end}`;

const suffixes: Readonly<Record<Style, readonly string[]>> = {
  Regular: ['', '-Regular', '-Roman'],
  Bold: ['-Bold'],
  Italic: ['-Italic'],
  'Bold Italic': ['-BoldItalic'],
};

/** Families that Ghostscript brings fonts for itself. */
const ofGhostscript = new Set(['Palatino', 'Symbol']);

/** @param installed families that need no substitute */
export const fontMap = (folder: string, installed: ReadonlySet<string>): string =>
  [
    ...families.flatMap(({ names, as, base, eastAsian }) =>
      names
        .filter((name) => eastAsian === undefined && !installed.has(name) && !ofGhostscript.has(name))
        .flatMap((name) =>
          styles
            .filter((_, n) => base[n] !== undefined)
            .flatMap((style) =>
              suffixes[style].map(
                (suffix) => `/${name.replaceAll(' ', '')}${suffix} (${join(folder, fileOf(as, style))}) ;`,
              ),
            ),
        ),
    ),
    '(Fontmap.GS) .runlibfile',
    '',
  ].join('\n');
