// Which of Debian's packages are installed, and in which version.
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
    // It ends with 1 when one of them is not installed, and lists the others all the same.
    (error: { stdout?: string }) => ({ stdout: error.stdout ?? '' }),
  );
  return stdout
    .split('\n')
    .map((line) => line.split('\t'))
    .filter(([status]) => status?.startsWith('ii') === true)
    .map(([, name = '', version = '', architecture = '']) => ({ name, version, architecture }));
}
