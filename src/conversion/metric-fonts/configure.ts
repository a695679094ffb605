// Fonts in the sandboxes: the system's, those made at set-up, and the operator's (PLATEN_FONTS).
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { escapeMarkup } from '#core/markup.ts';
import { madeAtSetup } from '#conversion/process/bubblewrap.ts';
import type { SandboxFonts } from '#conversion/process/sandbox/sandbox.ts';
import { fontMap } from './fontmap.ts';
import { installedFamilies, noHome } from './installed.ts';
import { fontRules } from './rules.ts';

const madeFonts = join(madeAtSetup, 'fonts');
const fileName = 'fonts.conf';

/** The font files alone: fontconfig's cache is only valid while their folder does not change. */
export const facesIn = (built: string): string => join(built, 'faces');

/** The number of faces made at set-up. */
export const madeFaces = (): number =>
  existsSync(facesIn(madeFonts))
    ? readdirSync(facesIn(madeFonts)).filter((name) => name.startsWith('Platen')).length
    : 0;

/**
 * Returns the fonts to mount in sandboxes; undefined if there are only the system's.
 * @param own the operator's folder
 * @throws when fontconfig cannot read it
 */
export function sandboxFonts(own: string | undefined, scratch: string): SandboxFonts | undefined {
  const built = existsSync(join(madeFonts, fileName)) ? madeFonts : undefined;
  if (own === undefined) return built === undefined ? undefined : { paths: [built], env: environmentOf(built) };
  const place = join(scratch, 'own-fonts');
  const env = writeFontConfiguration({ built, own, place });
  return { paths: [own, place, ...(built === undefined ? [] : [built])], env };
}

/** The environment in which fontconfig and Ghostscript use the configuration of a folder. */
const environmentOf = (place: string) => ({ FONTCONFIG_FILE: join(place, fileName), GS_LIB: place });

/** Writes a configuration into `place`, with a cache of its fonts beside it. @returns the environment that names it */
export function writeFontConfiguration({
  built,
  own,
  place,
}: {
  built: string | undefined;
  own?: string;
  place: string;
}): Record<string, string> {
  const cache = join(place, 'cache');
  mkdirSync(cache, { recursive: true });
  const faces = built === undefined ? undefined : facesIn(built);
  const folders = [faces, own].filter((folder) => folder !== undefined);
  // Files that the set-up has read need not be read again.
  const caches = [cache, ...(own === undefined || built === undefined ? [] : [join(built, 'cache')])];
  const [configuration, map] = [join(place, fileName), join(place, 'Fontmap')];
  const env = environmentOf(place);
  const write = (rules: string) => {
    writeFileSync(
      configuration,
      `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
${caches.map((path) => `<cachedir>${escapeMarkup(path)}</cachedir>`).join('\n')}
${rules}
<include>/etc/fonts/fonts.conf</include>
${folders.map((folder) => `<dir>${escapeMarkup(folder)}</dir>`).join('\n')}
</fontconfig>
`,
    );
  };
  write('');
  execFileSync('fc-cache', own === undefined ? folders : [own], {
    env: { ...process.env, ...env, ...noHome },
    stdio: 'pipe',
  });
  const installed = installedFamilies(env);
  write(fontRules(installed));
  writeFileSync(map, faces === undefined ? '(Fontmap.GS) .runlibfile\n' : fontMap(faces, installed));
  // The users of the sandboxes read them.
  for (const path of [place, cache]) chmodSync(path, 0o755);
  for (const path of [configuration, map]) chmodSync(path, 0o644);
  return env;
}
