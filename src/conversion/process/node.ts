// A Node of our own inside the sandbox: what it may read, and how it is started.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

const source = join(import.meta.dirname, '..', '..');
const root = dirname(source);

/** Our code as V8 has compiled it, made at set-up: a process starts in a third of the time. */
const codeCache = join(root, '.runtime', 'code-cache');
const hasCodeCache = existsSync(codeCache);

export const nodeFiles = [
  ...[process.execPath, join(root, 'package.json'), join(root, 'node_modules'), source],
  ...(hasCodeCache ? [codeCache] : []),
];
export const nodeEnvironment: Record<string, string> = hasCodeCache ? { NODE_COMPILE_CACHE: codeCache } : {};
export const nodeArguments = ['--disable-warning=ExperimentalWarning'];
