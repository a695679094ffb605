// ./platen sbom: the components of an installation, as CycloneDX (https://cyclonedx.org/docs/1.6/json/).
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { version } from '#core/version.ts';
import { installedPackages } from '#conversion/engines/installed-packages.ts';
import { enginePackages } from '#conversion/engines/requirements.ts';
import { print } from './data.ts';
import type { Define } from './command.ts';

const root = join(import.meta.dirname, '..', '..');

const nodeItself = {
  type: 'platform',
  'bom-ref': 'node',
  name: 'node',
  version: process.versions.node,
  purl: `pkg:generic/node@${process.versions.node}`,
};

interface Locked {
  version: string;
  integrity?: string;
  license?: string;
  dev?: true;
}

export const sbom: Define = (command) => {
  command.action(async () => {
    const components = [nodeItself, ...(await npmComponents()), ...(await debianComponents())];
    print({
      bomFormat: 'CycloneDX',
      specVersion: '1.6',
      version: 1,
      metadata: {
        component: {
          type: 'application',
          'bom-ref': 'platen',
          name: 'platen',
          version,
          licenses: [{ license: { id: 'Apache-2.0' } }],
        },
      },
      components,
      dependencies: [{ ref: 'platen', dependsOn: components.map((component) => component['bom-ref']) }],
    });
  });
};

/** Returns the installed packages of the lockfile, without development packages. */
async function npmComponents() {
  const lock = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>;
  };
  return (
    Object.entries(lock.packages)
      // Packages that were removed after the dashboard was built, or are for other systems, are left out.
      .filter(([path, { dev }]) => path !== '' && dev !== true && existsSync(join(root, path)))
      .map(([path, { version: of, integrity, license }]) => {
        const name = path.replace(/^.*node_modules\//, '');
        const [, algorithm, digest] = /^sha(\d+)-(.+)$/.exec(integrity ?? '') ?? [];
        return {
          type: 'library',
          // The same version may exist twice, in two places.
          'bom-ref': `npm:${path}`,
          name,
          version: of,
          purl: `pkg:npm/${name.replace('@', '%40')}@${of}`,
          ...(license === undefined ? {} : { licenses: [{ expression: license }] }),
          ...(digest === undefined
            ? {}
            : { hashes: [{ alg: `SHA-${algorithm}`, content: Buffer.from(digest, 'base64').toString('hex') }] }),
        };
      })
  );
}

/** Returns the installed packages of the engines. */
async function debianComponents() {
  return (await installedPackages(enginePackages)).map(({ name, version: of, architecture }) => ({
    type: 'library',
    'bom-ref': `deb:${name}`,
    name,
    version: of,
    purl: `pkg:deb/debian/${name}@${encodeURIComponent(of)}?arch=${architecture}`,
  }));
}
