// The fonts of this machine, as fontconfig lists them.
import { execFileSync } from 'node:child_process';

const list = (format: string, env: NodeJS.ProcessEnv): string[] =>
  execFileSync('fc-list', ['--format', `${format}\n`], { env, encoding: 'utf8', maxBuffer: 64 << 20 })
    .split('\n')
    .filter((line) => line !== '');

/** Paths of font files. @throws when there is no fontconfig */
export const installedFiles = (): string[] => [...new Set(list('%{file}', process.env))];

/** Families in each language that they have a name in; `env` may name another configuration. @throws when there is no fontconfig */
export const installedFamilies = (env: NodeJS.ProcessEnv = process.env): ReadonlySet<string> =>
  new Set(list('%{family}', env).flatMap((names) => names.split(',')));
