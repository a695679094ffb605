// ./platen test [PATTERN]: format, lint, types, unused code, generated files, then every test, some of them over PostgreSQL and object storage as well,
// then the OpenAPI document.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ending, type Define } from '#cli/command.ts';
import { inParallel } from '#core/parallel.ts';

const root = join(import.meta.dirname, '..');
const bin = (name: string) => join(root, 'node_modules', '.bin', name);

/** Checks of the code as text, before the tests: they run at the same time, and the output of each is shown when it ends. */
const checks: readonly (readonly [string, readonly string[]])[] = [
  [
    'format',
    [bin('oxfmt'), '--check', 'src', 'dev', 'test', 'bench', 'web', 'site', 'clients/build', 'clients/typescript'],
  ],
  [
    'lint',
    [
      bin('oxlint'),
      '--type-aware',
      '--deny-warnings',
      'src',
      'dev',
      'test',
      'bench',
      'web',
      'site',
      'clients/build',
      'clients/typescript',
    ],
  ],
  ['types', [bin('tsc')]],
  ['types of the pages', [bin('tsc'), '--project', 'web/tsconfig.json']],
  ['types of the documentation', [bin('tsc'), '--project', 'site/tsconfig.json']],
  ['types of the client', [bin('tsc'), '--project', 'clients/typescript/tsconfig.json', '--noEmit']],
  ['unused code', [bin('knip'), '--no-progress']],
  ['generated files', [process.execPath, join(root, 'src/cli/main.ts'), 'docs', '--check']],
];

/**
 * The contract tests of the API and the dashboard run a second time, over PostgreSQL and S3 with two API nodes and two workers: what the
 * database, the queue and the place of files have a part in.
 */
const overPostgres = [
  ...[
    'admission',
    'every-route',
    'fairness',
    'jobs',
    'answer-later',
    'pipelines',
    'uploads',
    'webhooks',
    'pdf',
    'upload',
    'key-limits',
    'account-bounds',
  ].map((name) => `test/contract/${name}.test.ts`),
  ...[
    'account',
    'administration',
    'boundaries',
    'chosen-preview',
    'live-jobs',
    'notices',
    'pipelines',
    'refusals',
    'shares',
    'sign-in',
    'trials',
  ].map((name) => `test/dashboard/${name}.test.ts`),
  'test/service/encrypted-files.test.ts',
];

/** The slowest test files, the longest first: from a minute down to fifteen seconds. */
const longest = [
  'contract/docs-samples',
  'dashboard/languages',
  'dashboard/front',
  'dashboard/pages',
  'service/kills',
  'service/chaos',
  'conversion/pdf/compress-images',
  'conversion/office',
  'service/workers',
  'dashboard/webhooks',
  'service/dispatcher',
  'conversion/pdf/tools',
  'cli/cli',
  'dashboard/chain',
  'conversion/office-kinds',
  'contract/saboteurs',
  'service/outage',
  'service/nodes',
  'conversion/office-isolation',
  'cli/private',
  'conversion/host',
  'contract/jobs',
  'dashboard/large-files',
  'conversion/pdf/compress',
  'service/sweeper',
  'cli/convert',
  'contract/doors',
  'cli/fuzz',
  'dashboard/account',
  'conversion/epub',
  'dashboard/sign-in',
].map((name) => `test/${name}.test.ts`);

/** How many files run at once: most tests wait for a process now and then. */
const lanes = 3;

/** V8's compiled code is cached between files, as the command line does: a service starts in half the time. */
const compiled = join(root, '.runtime/compiled');

export const test: Define = (command) => {
  command.action(ending(runEverything));
};

async function runEverything(pattern: string | undefined): Promise<number> {
  const files = globSync('test/**/*.test.ts', { cwd: root })
    .sort()
    .filter((file) => pattern === undefined || file.includes(pattern));
  if (files.length === 0) throw new Error(`no test file has "${pattern}" in its path`);
  if (pattern === undefined && !(await checksPass())) return 1;
  const answers = mkdtempSync(join(tmpdir(), 'platen-answers-'));
  try {
    const status = await runTests(files, { RECORDED_ANSWERS: answers });
    // Examples of new answers are kept by the comparison at the end.
    const goesOn = process.env['KEEP_EXAMPLES'] !== undefined;
    if (status !== 0 && !goesOn) return status;
    if (pattern !== undefined) {
      process.stdout.write('# the OpenAPI document is only compared with the answers of all tests\n');
      return status;
    }
    process.stdout.write('# over PostgreSQL and object storage\n');
    const again = await runTests(overPostgres, {
      RECORDED_ANSWERS: answers,
      TEST_DATABASE: 'postgres',
      TEST_FILES: 's3',
    });
    if (again !== 0 && !goesOn) return again;
    process.stdout.write('# answers of the API and its OpenAPI document\n');
    return (await run([process.execPath, join(root, 'test/support/compare-answers.ts'), answers])) || status || again;
  } finally {
    rmSync(answers, { recursive: true });
  }
}

async function checksPass(): Promise<boolean> {
  let passed = true;
  await inParallel(checks, async ([name, [program = '', ...args]]) => {
    if (!passed) return;
    const { status, output } = await captured(program, args);
    process.stdout.write(`# ${name}\n${output}`);
    if (status !== 0) passed = false;
  });
  return passed;
}

async function captured(program: string, args: readonly string[]): Promise<{ status: number | null; output: string }> {
  const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (piece: string) => (output += piece));
  const [status] = (await once(child, 'close')) as [number | null];
  return { status, output };
}

const runTests = (files: readonly string[], environment: Readonly<Record<string, string>>): Promise<number> => {
  const script = join(root, 'dev/test-files.ts');
  const argv = [process.execPath, '--disable-warning=ExperimentalWarning', script, String(lanes), ...inOrder(files)];
  return run(argv, { NODE_COMPILE_CACHE: compiled, ...environment });
};

/** Slow files begin first, so that none of them runs alone at the end. */
const inOrder = (files: readonly string[]): string[] => [
  ...longest.filter((file) => files.includes(file)),
  ...files.filter((file) => !longest.includes(file)),
];

function run(
  [program = '', ...args]: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<number> {
  const child = spawn(program, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...environment } });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (status) => resolve(status ?? 1));
  });
}
