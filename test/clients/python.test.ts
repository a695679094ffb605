// The package of the client in Python: its types, its own tests, and its contents.
import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { version } from '#core/version.ts';
import { packageFiles } from '#reference/clients/packages.ts';
import { packages } from '../../clients/build/packages.ts';

const execute = promisify(execFile);
const root = join(import.meta.dirname, '..', '..', 'clients', 'python');
const python = '/usr/bin/python3';

const lacks = (module: string): string | false =>
  existsSync(python) && spawnSync(python, ['-c', `import ${module}`]).status === 0 ? false : `python3 has no ${module}`;

/** The cache of mypy for imported packages, which takes ten seconds to make. */
const cache = join(root, '..', '..', 'node_modules', '.cache', 'mypy');

/** Output of tests and builds. */
const isMade = (path: string): boolean => /^(__pycache__|\.mypy_cache|build|dist|.*\.egg-info)$/.test(basename(path));

let folder: string;
/** A copy, in which builds stay. */
let copy: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platen-python-'));
  copy = join(folder, 'client');
  await cp(root, copy, { recursive: true, filter: (path) => !isMade(path) });
});
after(() => rm(folder, { recursive: true }));

const run = (...args: string[]) =>
  execute(python, args, {
    cwd: copy,
    env: { PATH: process.env['PATH'], LANG: 'C.UTF-8', PYTHONDONTWRITEBYTECODE: '1' },
  });

test('the Python client passes its own tests', { skip: lacks('httpx') }, async () => {
  const { stderr } = await run('-W', 'error::ResourceWarning', '-m', 'unittest', 'discover', '-s', 'tests');
  assert.match(stderr, /^OK/m);
});

test('its types are strict', { skip: lacks('mypy') || lacks('httpx') }, async () => {
  const { stdout } = await run('-m', 'mypy', '--cache-dir', cache, '--strict', 'src');
  assert.match(stdout, /^Success/);
});

const metadata = ['LICENSE', 'METADATA', 'RECORD', 'WHEEL', 'top_level.txt'];
const sources = ['PKG-INFO', 'SOURCES.txt', 'dependency_links.txt', 'requires.txt', 'top_level.txt'];
const besides = ['CHANGELOG.md', 'LICENSE', 'MANIFEST.in', 'PKG-INFO', 'README.md', 'pyproject.toml', 'setup.cfg'];

test(
  'the distribution has the package, its licence and its documentation, and nothing else',
  { skip: lacks('build') || lacks('setuptools') || lacks('wheel') },
  async () => {
    const built = join(folder, 'built');
    await run('-m', 'build', '--no-isolation', '--outdir', built);
    const modules = await readdir(join(root, 'src', 'platen'));
    const own = modules.filter((name) => !isMade(name)).map((name) => `platen/${name}`);
    assert.ok(own.includes('platen/py.typed') && own.includes('platen/_tools.py'));
    const wheel = await filesIn('zipfile', join(built, packageFiles.python));
    const served = join(folder, packageFiles.python);
    await writeFile(served, (await packages())[packageFiles.python] ?? '');
    assert.deepEqual(
      await filesIn('zipfile', served),
      [...own, ...metadata.map((name) => `platen-${version}.dist-info/${name}`)]
        .filter((name) => !name.endsWith('top_level.txt'))
        .sort(),
    );
    assert.deepEqual(await metadataIn(served), await metadataIn(join(built, packageFiles.python)));
    // Since setuptools 77, the licence has a folder of its own.
    assert.deepEqual(
      wheel.map((name) => name.replace('.dist-info/licenses/', '.dist-info/')).sort(),
      [...own, ...metadata.map((name) => `platen-${version}.dist-info/${name}`)].sort(),
    );
    assert.deepEqual(
      await filesIn('tarfile', join(built, `platen-${version}.tar.gz`)),
      [...besides, ...own.map((name) => `src/${name}`), ...sources.map((name) => `src/platen.egg-info/${name}`)]
        .map((name) => `platen-${version}/${name}`)
        .sort(),
    );
  },
);

/** What an installer reads of a wheel. */
async function metadataIn(wheel: string): Promise<unknown> {
  const read = `
import email, json, re, sys, zipfile
archive = zipfile.ZipFile(sys.argv[1])
head = email.message_from_bytes(archive.read(next(n for n in archive.namelist() if n.endswith("METADATA"))))
names = ("Name", "Version", "Summary", "Requires-Python", "Requires-Dist", "Classifier", "License", "Keywords")
print(json.dumps({name: sorted(sorted(re.findall("[^ (),]+", re.sub("(?<=[a-z])(?=[<>])", " ", value))) for value in head.get_all(name) or []) for name in names}))`
    // Some versions write requirements with parentheses.
    .trim();
  return JSON.parse((await run('-c', read, wheel)).stdout);
}

/** The names of the files in an archive, in order. */
async function filesIn(kind: 'zipfile' | 'tarfile', path: string): Promise<string[]> {
  const names = {
    zipfile: 'zipfile.ZipFile(sys.argv[1]).namelist()',
    tarfile: '[one.name for one in tarfile.open(sys.argv[1]) if one.isfile()]',
  }[kind];
  const { stdout } = await run('-c', `import json, sys, ${kind}; print(json.dumps(${names}))`, path);
  return (JSON.parse(stdout) as string[]).sort();
}
