// Holes of the engines that are known and mended: which Debian version has the mend. Each entry is from the changelog of the package;
// a newer one replaces it.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { installedPackages } from './installed-packages.ts';

const execute = promisify(execFile);

interface Mend {
  package: string;
  /** The first version of this line of versions that has the mend. */
  fixed: string;
  holes: string;
  /** Older upstream versions have them too: browsers are mended by new versions only. */
  rolling?: true;
}

export const mends: readonly Mend[] = [
  { package: 'libgs10', fixed: '10.0.0~dfsg-11+deb12u9', holes: 'CVE-2026-39919, CVE-2025-7462, CVE-2025-27835' },
  {
    package: 'libreoffice-core-nogui',
    fixed: '4:25.2.3-2+deb13u5~bpo12+1',
    holes: 'CVE-2026-6039, CVE-2026-6040, CVE-2026-6045, CVE-2026-8356, CVE-2026-8357, CVE-2026-8358, CVE-2026-4430',
  },
  { package: 'chromium', fixed: '156.0.8078.79-1~', holes: 'CVE-2026-76024 and others', rolling: true },
  { package: 'libpng16-16', fixed: '1.6.39-2+deb12u4', holes: 'CVE-2026-33416, CVE-2026-25646' },
  { package: 'libjbig2dec0', fixed: '0.19-3+deb12u1', holes: 'CVE-2026-38076' },
  { package: 'libopenjp2-7', fixed: '2.5.0-2+deb12u3', holes: 'CVE-2026-6192, CVE-2021-3575' },
  { package: 'libfreetype6', fixed: '2.12.1+dfsg-5+deb12u4', holes: 'CVE-2025-27363' },
  { package: 'libxml2', fixed: '2.9.14+dfsg-1.3~deb12u5', holes: 'CVE-2025-9714, CVE-2025-7425' },
  { package: 'libwebp7', fixed: '1.2.4-0.2+deb12u1', holes: 'CVE-2023-4863' },
  { package: 'libtiff6', fixed: '4.5.0-6+deb12u2', holes: 'CVE-2023-2908, CVE-2023-3576' },
  { package: 'bubblewrap', fixed: '0.8.0-2+deb12u1', holes: 'CVE-2024-42472' },
];

export interface Hole {
  package: string;
  installed: string;
  fixed: string;
  holes: string;
}

/** The installed packages that lack a mend of the table; none where the system is not Debian. */
export async function knownHoles(installed?: ReadonlyMap<string, string>): Promise<Hole[]> {
  const versions = installed ?? (await installedVersions());
  const found: Hole[] = [];
  for (const { package: name, fixed, holes, rolling } of mends) {
    const version = versions.get(name);
    if (version === undefined || (rolling !== true && upstream(version) !== upstream(fixed))) continue;
    if (await isOlder(version, fixed)) found.push({ package: name, installed: version, fixed, holes });
  }
  return found;
}

/** Without Debian's own revision. */
const upstream = (version: string): string => version.slice(0, version.lastIndexOf('-'));

/** By the rules of Debian (deb-version(7)). */
const isOlder = (version: string, than: string): Promise<boolean> =>
  execute('dpkg', ['--compare-versions', version, 'lt', than]).then(
    () => true,
    () => false,
  );

async function installedVersions(): Promise<ReadonlyMap<string, string>> {
  const installed = await installedPackages(mends.map(({ package: name }) => name));
  return new Map(installed.map(({ name, version }) => [name, version]));
}
