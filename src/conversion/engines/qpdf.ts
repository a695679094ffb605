// qpdf: structure, encryption and repair of PDFs. https://qpdf.readthedocs.io
import { defineEngine } from './engine.ts';

interface Options {
  signal?: AbortSignal | undefined;
}

/** How a PDF opens: `locked` asks for a password, `certificate` is encrypted for a recipient's key; a damaged one counts as `open`. */
export type PdfAccess = 'open' | 'restricted' | 'locked' | 'certificate';

export const qpdf = defineEngine({
  id: 'qpdf',
  program: 'qpdf',
  version: { args: ['--version'], pattern: /version (\S+)/, atLeast: '11.3' },
  goodStatuses: [0, 3], // 3: done, with warnings
  failures: [
    [
      /not a PDF file|unable to find trailer|can't find startxref|unable to find \/Root|unable to find page tree/,
      'source_unreadable',
    ],
    [
      /damaged|invalid|unexpected|out of range|loop detected|operation for|unable to|error decoding/,
      'source_unreadable',
    ],
  ],
  timeoutMs: 60_000,
  operations: (run) => ({
    /** How `input` opens without a password. */
    async access(input: string, { signal }: Options = {}): Promise<PdfAccess> {
      const probe = { signal, goodStatuses: [0, 2, 3], timeoutMs: 20_000 };
      const { status, stderr } = await run(['--requires-password', { read: input }], probe);
      if (status === 0) return 'locked';
      if (status === 3) return 'restricted';
      return /unsupported encryption filter/.test(stderr) ? 'certificate' : 'open';
    },

    /** All pages of `inputs`, in their order, as one PDF. */
    async merge(inputs: readonly string[], output: string, { signal }: Options = {}) {
      const pages = inputs.flatMap((input) => [{ read: input }, '1-z'] as const);
      await run(['--empty', '--pages', ...pages, '--', { write: output }], { signal });
    },
  }),
});
