// The programs in C and C++ as setup/native.sh compiles them with sanitizers, or for libFuzzer.
import { spawn } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..', '..');
const runtime = join(root, '.runtime');

/** The program ends at the first finding. Leaks are not reported: a document's process never frees memory. */
export const sanitizerOptions = {
  ASAN_OPTIONS:
    'detect_leaks=0:allocator_may_return_null=1:max_allocation_size_mb=4096:quarantine_size_mb=16:malloc_context_size=8:detect_stack_use_after_return=0',
  UBSAN_OPTIONS: 'print_stacktrace=1',
};

/** @returns the program that works on PDFs, and the one of the tests whose children are hostile */
export async function buildSanitized(): Promise<{ pdfServer: string; hostileChildren: string }> {
  await build('build_sanitized_programs');
  return {
    pdfServer: join(runtime, 'pdf-server-sanitized'),
    hostileChildren: join(runtime, 'hostile-children-sanitized'),
  };
}

/** Needs Clang. @returns the program that works on PDFs, with libFuzzer in it */
export async function buildExplored(): Promise<string> {
  await build('build_explored_program');
  return join(runtime, 'pdf-server-explored');
}

/** Two that build at once would build over each other. */
async function build(name: string): Promise<void> {
  const alone = 'mkdir -p "$PLATEN_ROOT/.runtime"; exec 9>> "$PLATEN_ROOT/.runtime/sanitized.lock"; flock 9';
  const script = `${alone}; . "$PLATEN_ROOT/setup/debian.sh"; . "$PLATEN_ROOT/setup/native.sh"; ${name}`;
  const building = spawn('sh', ['-euc', script], {
    env: { ...process.env, PLATEN_ROOT: root },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const code = await new Promise((resolve, reject) => building.once('exit', resolve).once('error', reject));
  if (code !== 0) throw new Error('the programs cannot be compiled with sanitizers');
}
