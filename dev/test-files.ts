// test-files.ts LANES FILE…: runs test files in the order of the arguments, with a limit on concurrency; `node --test` sorts them by name.
import { run } from 'node:test';
import { spec } from 'node:test/reporters';

const [lanes, ...files] = process.argv.slice(2);
const tests = run({
  files,
  concurrency: Number(lanes),
  execArgv: ['--test-timeout=120000', '--test-force-exit'],
});
tests.on('test:summary', ({ file, success }) => {
  // Without a file it is that of the whole run.
  if (file === undefined && !success) process.exitCode = 1;
});
tests.compose(spec).pipe(process.stdout);
