// The linter's rules for the imports of each layer (.oxlint/layers.json).
import { layers, type Layer } from '../layers.ts';

/** For those layers alone whose row has them. */
const guardedPackages = [...new Set(layers.flatMap(({ packages = [] }) => packages))];

/** The content of .oxlint/layers.json: for each layer, the imports that are not allowed. */
export const lintRules = (): object => ({
  overrides: layers.flatMap((layer) => [
    rule([globOf(layer.folder)], layer),
    ...(layer.picks === undefined ? [] : [rule(layer.picks, { ...layer, except: [] })]),
  ]),
});

const rule = (files: readonly string[], layer: Layer) => ({
  files,
  rules: { 'no-restricted-imports': ['error', { patterns: restrictions(layer) }] },
});

function restrictions({ folder, imports, types = [], except = [], packages = [], readsNothing }: Layer): object[] {
  const message = `See the row of ${folder} in dev/layers.ts.`;
  const files = imports.filter((name) => name.endsWith('.ts'));
  const parts = new Set(
    layers.map((layer) => layer.folder).filter((name) => files.some((file) => file.startsWith(`${name}/`))),
  );
  const closed = layers
    .map((layer) => layer.folder)
    .filter((name) => ![folder, ...imports, ...types, ...parts].includes(name));
  const foreign = guardedPackages.filter((name) => !packages.includes(name));
  const regex = (patterns: readonly string[]) => patterns.join('|');
  return [
    { regex: regex(closed.map(importsOf)), message },
    ...[...parts].map((name) => ({ group: [`#${name}/**`, ...files.map((file) => `!#${file}`)], message })),
    { regex: regex(except.map((file) => `^#${file}$`)), allowTypeImports: true, message },
    ...(readsNothing === true ? [{ regex: '^node:fs(/promises)?$', importNames: fileReaders, message }] : []),
    { regex: regex(types.map(importsOf)), allowTypeImports: true, message },
    { regex: regex(foreign.map((name) => `^${name}(/|$)`)), allowTypeImports: true, message },
  ].filter((pattern) => !('regex' in pattern) || pattern.regex !== '');
}

/** Functions of `node:fs` that read the bytes of a file. */
const fileReaders = ['readFile', 'readFileSync', 'read', 'readSync', 'open', 'openSync', 'createReadStream'];

const globOf = (folder: string) =>
  folder === '*' ? 'src/*.ts' : folder.endsWith('/*') ? `src/${folder}.ts` : `src/${folder}/**`;

/** Import specifiers of a layer's files: by `#` from outside, by path for single files. */
const importsOf = (folder: string) =>
  folder === '*'
    ? '^(#src/|(\\.\\./)+)(compose|main)\\.ts$'
    : folder.endsWith('/*')
      ? `^#${folder.slice(0, -2)}/[^/]+$`
      : `^#${folder}/`;
