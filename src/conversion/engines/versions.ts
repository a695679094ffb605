// The installed versions of the programs.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Requirement, VersionPattern } from '#conversion/process/requirement.ts';
import { requirements } from './requirements.ts';

const execute = promisify(execFile);
const timeoutMs = 20_000;

export interface FoundVersion {
  what: string;
  /** The version; null if the program is missing. */
  version: string | null;
  /** The Debian packages that provide the program. */
  packages: readonly string[];
  atLeast?: string | undefined;
  isEnough: boolean;
}

/** Asks all programs that conversions need for their versions, concurrently; those in `except` are not needed here. */
export const findVersions = async (except: readonly string[] = []): Promise<FoundVersion[]> =>
  (await Promise.all(requirements.filter(({ program }) => !except.includes(program)).map(versionsOf))).flat();

async function versionsOf({ program, versions, packages = {} }: Requirement): Promise<FoundVersion[]> {
  const { stdout, stderr } = await execute(program, [...versions.args], { timeout: timeoutMs }).catch(() => ({
    stdout: '',
    stderr: '',
  }));
  return Object.entries(versions.of).map(([what, pattern]) => ({
    what,
    packages: [...(packages.newer ?? []), ...(packages.stable ?? [])],
    ...versionIn(stdout + stderr, pattern),
  }));
}

function versionIn(text: string, { pattern, atLeast }: VersionPattern) {
  const groups = pattern.exec(text)?.slice(1);
  const version = groups?.find((group) => group !== undefined) ?? null;
  return { version, atLeast, isEnough: version !== null && (atLeast === undefined || compare(version, atLeast) >= 0) };
}

function compare(a: string, b: string): number {
  const [left, right] = [a, b].map((version) => version.split('.').map((part) => Number.parseInt(part, 10) || 0));
  for (let n = 0; n < 3; n++) if ((left?.[n] ?? 0) !== (right?.[n] ?? 0)) return (left?.[n] ?? 0) - (right?.[n] ?? 0);
  return 0;
}
