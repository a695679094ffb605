// Fonts of the operator, in addition to those of the system: fontconfig gets their folder, and caches its contents.
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { escapeMarkup } from '#core/markup.ts';

export interface OwnFonts {
  /** Paths that every sandbox reads. */
  paths: readonly string[];
  env: Record<string, string>;
}

/** @throws when fontconfig cannot read the folder */
export function ownFonts(folder: string, scratch: string): OwnFonts {
  const [place, cache] = [join(scratch, 'own-fonts'), join(scratch, 'own-fonts', 'cache')];
  mkdirSync(cache, { recursive: true });
  const file = join(place, 'fonts.conf');
  const config = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include>/etc/fonts/fonts.conf</include>
  <dir>${escapeMarkup(folder)}</dir>
  <cachedir>${escapeMarkup(cache)}</cachedir>
</fontconfig>
`;
  writeFileSync(file, config);
  const env = { FONTCONFIG_FILE: file };
  execFileSync('fc-cache', [folder], { env: { ...process.env, ...env }, stdio: 'pipe' });
  // The users of the sandboxes read them.
  for (const path of [place, cache]) chmodSync(path, 0o755);
  chmodSync(file, 0o644);
  return { paths: [folder, place], env };
}
