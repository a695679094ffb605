// TypeScript as JavaScript and declarations, by rolldown: the compiler is not needed for it.
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { rolldown } from 'rolldown';
import { isolatedDeclarationSync } from 'rolldown/experimental';
import type { Files } from './archives.ts';

interface Modules {
  entries: readonly string[];
  /** Names of modules begin after it. */
  root: string;
  format: 'esm' | 'cjs';
}

/** A JavaScript module for each TypeScript module. */
export async function modulesOf({ entries, root, format }: Modules): Promise<Files> {
  const build = await rolldown({
    input: [...entries],
    external: (name) => !name.startsWith('.') && !name.startsWith('/'),
    treeshake: false,
    platform: 'neutral',
    logLevel: 'silent',
  });
  const { output } = await build.generate({
    format,
    exports: 'named',
    preserveModules: true,
    preserveModulesRoot: root,
    entryFileNames: '[name].js',
  });
  await build.close();
  return Object.fromEntries(output.map((file) => [file.fileName, file.type === 'chunk' ? file.code : '']));
}

/** The declarations of modules (`name.d.ts`), whose exports have explicit types. @throws Error where one has none */
export const declarationsOf = (paths: readonly string[]): Files =>
  Object.fromEntries(
    paths.map((path) => {
      const { code, errors } = isolatedDeclarationSync(path, readFileSync(path, 'utf8'));
      if (errors.length > 0) throw new Error(`${path}: ${errors.map(({ message }) => message).join('; ')}`);
      const name = basename(path, '.ts');
      return [`${name}.d.ts`, code.replaceAll(/(from\s+'|from\s+"|import\(['"])(\.[^'"]*)\.ts/g, '$1$2.js')];
    }),
  );
