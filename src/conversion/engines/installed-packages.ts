// Finds the installed Debian packages and their versions.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const execute = promisify(execFile);
const format = '${db:Status-Abbrev}\t${Package}\t${Version}\t${Architecture}\n';

export interface InstalledPackage {
  name: string;
  version: string;
  architecture: string;
}

/** Returns the installed packages among `names`; empty if the system is not Debian. */
export async function installedPackages(names: Iterable<string>): Promise<InstalledPackage[]> {
  const { stdout } = await execute('dpkg-query', ['-W', '-f', format, ...names]).catch(
    // It exits with 1 if a package is not installed, but still lists the others.
    (error: { stdout?: string }) => ({ stdout: error.stdout ?? '' }),
  );
  return stdout
    .split('\n')
    .map((line) => line.split('\t'))
    .filter(([status]) => status?.startsWith('ii') === true)
    .map(([, name = '', version = '', architecture = '']) => ({ name, version, architecture }));
}
