// The fonts that fontconfig finds on this machine.
import { execFileSync } from 'node:child_process';

/** Leaves out fonts in the user's home, which sandboxes do not see. */
export const noHome = { HOME: '/nonexistent', XDG_DATA_HOME: '/nonexistent', XDG_CONFIG_HOME: '/nonexistent' };

const list = (format: string, env: NodeJS.ProcessEnv): string[] =>
  execFileSync('fc-list', ['--format', `${format}\n`], {
    env: { ...process.env, ...env, ...noHome },
    encoding: 'utf8',
    maxBuffer: 64 << 20,
  })
    .split('\n')
    .filter((line) => line !== '');

/** Lists the paths of all font files. @throws if fontconfig is missing */
export const installedFiles = (): string[] => [...new Set(list('%{file}', {}))];

/** Lists the families that a configuration of fontconfig has, under all their names. @throws if fontconfig is missing */
export const installedFamilies = (env: NodeJS.ProcessEnv): ReadonlySet<string> =>
  new Set(list('%{family}', env).flatMap((names) => names.split(',')));
