// A Node of our own inside the sandbox: the paths that it may read, and how it is started.
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Readable } from './sandbox/sandbox.ts';

const source = join(import.meta.dirname, '..', '..');
const root = dirname(source);

/**
 * Our code as V8 has compiled it, made at set-up: a process starts in a third of the time. Node keeps it in a folder for
 * each user, named VERSION-…-UID, and the user of a sandbox is known when it is made only.
 */
const kept = join(root, '.runtime', 'code-cache');
const [madeBy] = existsSync(kept) ? readdirSync(kept) : [];
const inside = '/code-cache';

const codeCache: Readable[] =
  madeBy === undefined
    ? []
    : [(uid) => ({ host: join(kept, madeBy), inside: join(inside, madeBy.replace(/-\d+$/, `-${uid}`)) })];

export const nodeFiles: readonly Readable[] = [
  process.execPath,
  join(root, 'package.json'),
  join(root, 'node_modules'),
  source,
  ...codeCache,
];
export const nodeEnvironment: Record<string, string> = codeCache.length > 0 ? { NODE_COMPILE_CACHE: inside } : {};
/** A small young generation: idle processes use 10 MiB less, and are as fast. */
export const nodeArguments = ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=4'];
