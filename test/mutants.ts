// How good the tests are: a seeded sample of small changes to the code, each of which some test has to notice.
//   node test/mutants.ts [--seed 1] [--count 60] [--only core,service]
// Works on a copy of the checkout. Prints each mutant with what became of it, and ends with 1 when fewer than 90 % were noticed.
import { spawn } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { globSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const root = join(import.meta.dirname, '..');

interface Area {
  code: string;
  /** Tests that start nothing: run first, all in one process. */
  quick?: readonly string[];
  tests: readonly string[];
}

/** The code of an area, and the tests that know it, quick ones first. */
const areas: Record<string, Area> = {
  core: { code: 'src/core/**/*.ts', tests: ['test/core/*.test.ts', 'test/contract/*.test.ts'] },
  service: {
    code: 'src/service/**/*.ts',
    tests: ['test/service/*.test.ts', 'test/contract/*.test.ts', 'test/dashboard/*.test.ts'],
  },
  process: { code: 'src/conversion/process/**/*.ts', tests: ['test/conversion/*.test.ts'] },
  transport: { code: 'src/transport/**/*.ts', tests: ['test/contract/*.test.ts'] },
  pdf: {
    code: 'src/conversion/pdf/**/*.ts',
    quick: ['test/conversion/pdf/{content,filters,keep,merge,overlay,pages}.test.ts'],
    tests: ['test/conversion/pdf/keep-pages.test.ts', 'test/conversion/pdf/tools.test.ts', 'test/contract/pdf.test.ts'],
  },
  compress: {
    code: 'src/conversion/compress/**/*.ts',
    quick: ['test/conversion/compress/*.test.ts', 'test/conversion/pdf/coding.test.ts'],
    tests: ['test/conversion/pdf/compress*.test.ts'],
  },
  word: {
    code: 'src/conversion/{layout/{text,blocks,lines,tagged},word/compose}/**/*.ts',
    tests: ['test/conversion/word/*.test.ts'],
  },
};

/** What is changed, and into what: one occurrence at a time. */
const mutations: readonly (readonly [RegExp, (found: string) => string])[] = [
  [/ === /g, () => ' !== '],
  [/ !== /g, () => ' === '],
  [/ < /g, () => ' >= '],
  [/ > /g, () => ' <= '],
  [/ <= /g, () => ' < '],
  [/ >= /g, () => ' > '],
  [/ && /g, () => ' || '],
  [/ \|\| /g, () => ' && '],
  [/ \+ (?=[\w(])/g, () => ' - '],
  [/ - (?=[\w(])/g, () => ' + '],
  [/\btrue\b/g, () => 'false'],
  [/\bfalse\b/g, () => 'true'],
  [/(?<![\w.#'"`])\d+(?:\.\d+)?(?![\w.'"`])/g, (found) => (Number(found) === 0 ? '1' : String(Number(found) * 2))],
];

interface Mutant {
  area: string;
  file: string;
  line: number;
  before: string;
  after: string;
  text: string;
}

function* mutantsOf(area: string, file: string, text: string): Generator<Mutant> {
  let offset = 0;
  let inComment = false;
  for (const [n, line] of text.split('\n').entries()) {
    const code = line.trim();
    if (code.startsWith('/*')) inComment = true;
    const isCode =
      !inComment && !/^(\/\/|import |export type |interface |type |\||\})/.test(code) && !/['"`/].*['"`/]/.test(code);
    if (code.endsWith('*/')) inComment = false;
    if (isCode)
      for (const [pattern, replace] of mutations)
        for (const { 0: found, index } of code === '' ? [] : line.replace(/\/\/.*$/, '').matchAll(pattern)) {
          const changed = line.slice(0, index) + replace(found) + line.slice(index + found.length);
          const whole = text.slice(0, offset) + changed + text.slice(offset + line.length);
          yield { area, file, line: n + 1, before: code, after: changed.trim(), text: whole };
        }
    offset += line.length + 1;
  }
}

/** Numbers from 0 to below 1, the same for the same seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Runs tests, the quick ones first, then those that import the file, until one fails. @returns whether one did */
async function isNoticed(checkout: string, { quick = [], tests }: Area, mutated: string): Promise<boolean> {
  const files = (patterns: readonly string[]) =>
    patterns.flatMap((pattern) => globSync(pattern, { cwd: checkout }).sort());
  if (quick.length > 0 && (await fails(checkout, ['--test-isolation=none', ...files(quick)], 60_000))) return true;
  const importPath = `#${mutated.slice('src/'.length)}'`;
  const imports = (file: string) => readFileSync(join(checkout, file), 'utf8').includes(importPath);
  const { near = [], far = [] } = Object.groupBy(files(tests), (file) => (imports(file) ? 'near' : 'far'));
  for (const file of [...near, ...far]) if (await fails(checkout, [file], 600_000)) return true;
  return false;
}

/** Whether a test fails, or does not end: a change may make a loop that has none. */
async function fails(checkout: string, words: readonly string[], timeoutMs: number): Promise<boolean> {
  const usual = ['--disable-warning=ExperimentalWarning', '--test', '--test-timeout=120000', '--test-force-exit'];
  const child = spawn(process.execPath, [...usual, ...words], {
    cwd: checkout,
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, NODE_OPTIONS: '' },
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
  });
  let failed = false;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    if (!/^\s*(✖|not ok)/m.test(text)) return;
    failed = true;
    child.kill();
  });
  const status = await new Promise((resolve) => child.once('close', resolve));
  return failed || status !== 0;
}

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '60' },
    only: { type: 'string', default: Object.keys(areas).join(',') },
  },
});
const random = randomOf(Number(values.seed));
const checkout = await mkdtemp(join(tmpdir(), 'platen-mutants-'));
for (const name of [
  'src',
  'dev',
  'bench',
  'test',
  'web',
  'docs',
  'setup',
  'package.json',
  'tsconfig.json',
  'README.md',
  'CHANGELOG.md',
  'platen',
])
  await cp(join(root, name), join(checkout, name), { recursive: true });
for (const name of ['node_modules', '.runtime']) await symlink(join(root, name), join(checkout, name));

const chosen = values.only.split(',');
const sampled: Mutant[] = [];
for (const [n, area] of chosen.entries()) {
  const { code } = areas[area] ?? { code: '' };
  const all: Mutant[] = [];
  for (const file of globSync(code, { cwd: root }).sort())
    all.push(...mutantsOf(area, file, await readFile(join(root, file), 'utf8')));
  const share = Math.floor(Number(values.count) / chosen.length) + (n < Number(values.count) % chosen.length ? 1 : 0);
  for (let left = share; left > 0 && all.length > 0; left--)
    sampled.push(...all.splice(Math.floor(random() * all.length), 1));
}

let noticed = 0;
for (const mutant of sampled) {
  const path = join(checkout, mutant.file);
  const original = await readFile(path, 'utf8');
  await writeFile(path, mutant.text);
  const found = await isNoticed(checkout, areas[mutant.area] ?? { code: '', tests: [] }, mutant.file);
  await writeFile(path, original);
  if (found) noticed += 1;
  process.stdout.write(
    `${found ? 'noticed ' : 'SURVIVED'}  ${mutant.file}:${mutant.line}  ${mutant.before}  →  ${mutant.after}\n`,
  );
}
await rm(checkout, { recursive: true });
process.stdout.write(`${noticed} of ${sampled.length} noticed\n`);
process.exitCode = noticed >= sampled.length * 0.9 ? 0 : 1;
