// npm run lock: writes package-lock.json for the systems that Platen runs on.
// Without download URLs and optional packages: those of other systems, which not every registry has, and those not used here.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

interface Locked {
  resolved?: string;
  optionalDependencies?: Record<string, string>;
}

execFileSync('npm', ['install', '--package-lock-only', '--ignore-scripts'], { stdio: 'inherit' });
const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Locked> };
/** PDFs are drawn by pdfjs-dist in browsers only; this is its canvas for Node, 30 MB. */
const unused = /node_modules\/@napi-rs\/canvas/;
for (const path of Object.keys(lock.packages)) if (unused.test(path)) delete lock.packages[path];
const isLocked = (name: string) => Object.keys(lock.packages).some((path) => path.endsWith(`node_modules/${name}`));
for (const entry of Object.values(lock.packages)) {
  delete entry.resolved;
  const optional = Object.entries(entry.optionalDependencies ?? {}).filter(([name]) => isLocked(name));
  if (entry.optionalDependencies !== undefined) entry.optionalDependencies = Object.fromEntries(optional);
}
writeFileSync('package-lock.json', `${JSON.stringify(lock, null, 2)}\n`);
