// npm run lock: writes package-lock.json for the systems that Platen runs on.
// Optional packages of other systems, which not every registry has, and download addresses are left out.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

interface Locked {
  resolved?: string;
  optionalDependencies?: Record<string, string>;
}

execFileSync('npm', ['install', '--package-lock-only', '--ignore-scripts'], { stdio: 'inherit' });
const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Locked> };
const isLocked = (name: string) => Object.keys(lock.packages).some((path) => path.endsWith(`node_modules/${name}`));
for (const entry of Object.values(lock.packages)) {
  delete entry.resolved;
  const optional = Object.entries(entry.optionalDependencies ?? {}).filter(([name]) => isLocked(name));
  if (entry.optionalDependencies !== undefined) entry.optionalDependencies = Object.fromEntries(optional);
}
writeFileSync('package-lock.json', `${JSON.stringify(lock, null, 2)}\n`);
