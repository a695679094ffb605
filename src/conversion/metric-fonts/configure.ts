// Where the sandboxes find fonts: those of the system, those that set-up has made, and those of the operator (PLATEN_FONTS).
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { escapeMarkup } from '#core/markup.ts';
import { madeAtSetup } from '#conversion/process/bubblewrap.ts';
import type { SandboxFonts } from '#conversion/process/sandbox/sandbox.ts';
import { installedFamilies } from './installed.ts';
import { fontRules } from './rules.ts';

const madeFonts = join(madeAtSetup, 'fonts');
const fileName = 'fonts.conf';

/**
 * The fonts of sandboxes; undefined where they are those of the system alone.
 * @param own the operator's folder
 * @throws when fontconfig cannot read it
 */
export function sandboxFonts(own: string | undefined, scratch: string): SandboxFonts | undefined {
  const built = existsSync(join(madeFonts, fileName)) ? madeFonts : undefined;
  if (own === undefined)
    return built === undefined ? undefined : { paths: [built], env: { FONTCONFIG_FILE: join(built, fileName) } };
  const place = join(scratch, 'own-fonts');
  const env = writeFontConfiguration({ built, own, place });
  return { paths: [own, place, ...(built === undefined ? [] : [built])], env };
}

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
  const file = join(place, fileName);
  const env = { FONTCONFIG_FILE: file };
  const folders = [built, own].filter((folder) => folder !== undefined);
  const write = (rules: string) => {
    writeFileSync(
      file,
      `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
${rules}
<include>/etc/fonts/fonts.conf</include>
${folders.map((folder) => `<dir>${escapeMarkup(folder)}</dir>`).join('\n')}
<cachedir>${escapeMarkup(cache)}</cachedir>
</fontconfig>
`,
    );
  };
  write('');
  execFileSync('fc-cache', folders, { env: { ...process.env, ...env }, stdio: 'pipe' });
  write(fontRules(installedFamilies({ ...process.env, ...env })));
  // The users of the sandboxes read them.
  for (const path of [place, cache]) chmodSync(path, 0o755);
  chmodSync(file, 0o644);
  return env;
}
