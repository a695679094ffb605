// The commands for developers: `./platen` has them if this folder exists.
import type { Listed } from '#cli/program.ts';

export const commands: Record<string, Listed> = {
  'bench <name>': {
    about: 'Measure, side by side with the alternatives.',
    load: async () => (await import('./bench.ts')).bench,
  },
  fuzz: {
    about: 'Send damaged documents to a service of its own, and check every answer.',
    load: async () => (await import('./fuzz/command.ts')).fuzz,
  },
  docs: {
    about: 'Write the pages, rules and lists that are made from the code.',
    load: async () => (await import('./docs.ts')).docs,
    needsAll: true,
  },
  'test [pattern]': {
    about: 'Run every check and test; with a pattern only the test files whose path has it.',
    load: async () => (await import('./test.ts')).test,
  },
};
