// LibreOffice's settings, of which every document gets a private copy. They set everything that LibreOffice would ask its host for:
// documents without a paper size get the size of the language's country or, if installed, of the program `paperconf`.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Paper } from '#core/paper.ts';

/** The English locale of a country with the paper; with A4, dates that leave their order to the system start with the day. */
export const languageOf: Readonly<Record<Paper, string>> = { a4: 'en-GB', letter: 'en-US' };

/** The settings for A4. */
export const strictProfile = join(import.meta.dirname, 'profile');

const settings = join('user', 'registrymodifications.xcu');
const language = (paper: Paper) =>
  `<prop oor:name="ooSetupSystemLocale" oor:op="fuse"><value>${languageOf[paper]}</value></prop>`;

/** Returns the settings folder for a paper, created in `scratch` unless the paper is A4. */
export function profileFor(paper: Paper, scratch: string): string {
  if (paper === 'a4') return strictProfile;
  const profile = join(scratch, `office-${paper}`);
  mkdirSync(join(profile, 'user'), { recursive: true, mode: 0o700 });
  const strict = readFileSync(join(strictProfile, settings), 'utf8');
  writeFileSync(join(profile, settings), strict.replace(language('a4'), language(paper)), { mode: 0o600 });
  return profile;
}
