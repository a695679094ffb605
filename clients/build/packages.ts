// The packages of the clients, as package managers install them.
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { exampleAddress } from '#reference/samples/call.ts';
import { packageFiles } from '#reference/clients/packages.ts';
import { version } from '#core/version.ts';
import { tarball, zipped, type Files } from './archives.ts';
import { declarationsOf, modulesOf } from './javascript.ts';

const clients = join(import.meta.dirname, '..');

/** Files of a client that match the patterns, by their path in it. */
const filesOf = (client: string, ...patterns: string[]): Record<string, Buffer> =>
  Object.fromEntries(
    globSync(patterns, { cwd: join(clients, client) }).map((name) => [name, readFileSync(join(clients, client, name))]),
  );

const json = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;

const inFolder = (folder: string, files: Files): Files =>
  Object.fromEntries(Object.entries(files).map(([name, content]) => [`${folder}/${name}`, content]));

const besides = ['README.md', 'LICENSE', 'CHANGELOG.md'];

/** A package for npm, without the scripts and tools that only its sources need. */
function npmPackage(client: string, dist: Files): Buffer {
  const { 'package.json': manifest, ...texts } = filesOf(client, 'package.json', ...besides);
  const { scripts: _, devDependencies: __, ...published } = JSON.parse(String(manifest)) as Record<string, unknown>;
  return tarball(
    inFolder('package', {
      ...texts,
      'package.json': json(published),
      ...inFolder('dist', dist),
    }),
  );
}

/** `@platen/client`: modules for `import`, and for `require`. */
async function typescript(): Promise<Buffer> {
  const root = join(clients, 'typescript/src');
  const sources = globSync('*.ts', { cwd: root }).map((name) => join(root, name));
  const declarations = declarationsOf(sources);
  const [esm, cjs] = await Promise.all(
    (['esm', 'cjs'] as const).map((format) => modulesOf({ entries: [join(root, 'index.ts')], root, format })),
  );
  return npmPackage('typescript', {
    ...inFolder('esm', { ...esm, ...declarations }),
    ...inFolder('cjs', { ...cjs, ...declarations, 'package.json': '{ "type": "commonjs" }\n' }),
  });
}

/** `n8n-nodes-platen`, with its icons and what n8n reads beside the code. */
async function n8n(): Promise<Buffer> {
  const root = join(clients, 'n8n');
  const entries = ['credentials/PlatenApi.credentials.ts', 'nodes/Platen/Platen.node.ts'].map((name) =>
    join(root, name),
  );
  const modules = await modulesOf({ entries, root, format: 'cjs' });
  return npmPackage('n8n', { ...modules, ...filesOf('n8n', '{nodes,credentials}/**/*.{svg,json}') });
}

/** The wheel of `platen` (PEP 427), with the metadata of pyproject.toml. */
async function python(): Promise<Buffer> {
  const info = `platen-${version}.dist-info`;
  const { 'README.md': readme, LICENSE: licence } = filesOf('python', 'README.md', 'LICENSE');
  const project = String(filesOf('python', 'pyproject.toml')['pyproject.toml']);
  /** A value of the [project] table, where strings and lists of strings are valid JSON. */
  const value = (name: string): unknown =>
    JSON.parse(
      new RegExp(`^${name} = ("[^"]*"|\\[[^\\]]*\\])`, 'm').exec(project)?.[1]?.replace(/,\s*\]$/, ']') ?? 'null',
    );
  const lines = (label: string, name: string) => [value(name)].flat().map((one) => `${label}: ${String(one)}`);
  const files: Record<string, Buffer | string> = {
    ...Object.fromEntries(
      Object.entries(filesOf('python', 'src/platen/*.py', 'src/platen/py.typed')).map(([name, content]) => [
        name.replace(/^src\//, ''),
        content,
      ]),
    ),
    [`${info}/LICENSE`]: licence ?? '',
    [`${info}/METADATA`]: [
      'Metadata-Version: 2.1',
      `Name: platen`,
      `Version: ${version}`,
      ...lines('Summary', 'description'),
      'License: Apache-2.0',
      `Keywords: ${[value('keywords')].flat().join(',')}`,
      ...lines('Classifier', 'classifiers'),
      ...lines('Requires-Python', 'requires-python'),
      ...lines('Requires-Dist', 'dependencies'),
      'Description-Content-Type: text/markdown',
      '',
      String(readme),
    ].join('\n'),
    [`${info}/WHEEL`]: 'Wheel-Version: 1.0\nGenerator: platen\nRoot-Is-Purelib: true\nTag: py3-none-any\n',
  };
  const record = Object.entries(files).map(([name, content]) => {
    const digest = createHash('sha256').update(content).digest('base64url');
    return `${name},sha256=${digest},${Buffer.byteLength(content)}`;
  });
  return zipped({ ...files, [`${info}/RECORD`]: `${[...record, `${info}/RECORD,,`].join('\n')}\n` });
}

/** The manifest of `platen/client` for Composer, with its version. */
function phpManifest(): object {
  const { 'composer.json': manifest } = filesOf('php', 'composer.json');
  const { archive: _, ...published } = JSON.parse(String(manifest)) as Record<string, unknown>;
  return { ...published, version };
}

const php = (): Promise<Buffer> =>
  zipped({ ...filesOf('php', 'autoload.php', 'src/**/*.php', ...besides), 'composer.json': json(phpManifest()) });

/** The index of a Composer repository with `platen/client` alone. */
function composerIndex(archive: Buffer): string {
  const dist = {
    type: 'zip',
    url: `${exampleAddress}/clients/${packageFiles.php}`,
    shasum: createHash('sha1').update(archive).digest('hex'),
  };
  return json({ packages: { 'platen/client': { [version]: { ...phpManifest(), dist } } } });
}

/** Every package by the name of its file, their checksums, and the index for Composer. */
export async function packages(): Promise<Files> {
  const made = {
    [packageFiles.typescript]: await typescript(),
    [packageFiles.python]: await python(),
    [packageFiles.php]: await php(),
    [packageFiles.n8n]: await n8n(),
  };
  const sums = Object.entries(made).map(
    ([name, content]) => `${createHash('sha256').update(content).digest('hex')}  ${name}\n`,
  );
  return { ...made, SHA256SUMS: sums.join(''), 'packages.json': composerIndex(made[packageFiles.php] as Buffer) };
}
