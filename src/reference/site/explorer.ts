// The script of the interactive reference, Scalar's. Its package holds 5 MB of text within its code, which a service would carry
// in memory for good: another process reads it, once, and this one keeps it compressed (1.5 MB).
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);
const reader = join(import.meta.dirname, 'read-explorer.ts');

let script: Promise<Buffer> | undefined;

/** Compressed by gzip; read when it is first asked for. */
export function explorerScript(): Promise<Buffer> {
  script ??= execute(process.execPath, ['--disable-warning=ExperimentalWarning', reader], {
    encoding: 'buffer',
    maxBuffer: 16 << 20,
    env: {},
  }).then(({ stdout }) => stdout);
  script.catch(() => (script = undefined));
  return script;
}
