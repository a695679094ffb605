// The fonts of this machine, as fontconfig lists them.
import { execFileSync } from 'node:child_process';

/** Those of the user who asks are left out: sandboxes do not see them. */
export const noHome = { HOME: '/nonexistent', XDG_DATA_HOME: '/nonexistent', XDG_CONFIG_HOME: '/nonexistent' };

const list = (format: string, env: NodeJS.ProcessEnv): string[] =>
  execFileSync('fc-list', ['--format', `${format}\n`], {
    env: { ...process.env, ...env, ...noHome },
    encoding: 'utf8',
    maxBuffer: 64 << 20,
  })
    .split('\n')
    .filter((line) => line !== '');

/** Paths of font files. @throws when there is no fontconfig */
export const installedFiles = (): string[] => [...new Set(list('%{file}', {}))];

/** Families by each of their names, with another configuration of fontconfig. @throws when there is no fontconfig */
export const installedFamilies = (env: NodeJS.ProcessEnv): ReadonlySet<string> =>
  new Set(list('%{family}', env).flatMap((names) => names.split(',')));
