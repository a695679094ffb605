// qpdf: structure, encryption and repair of PDFs. https://qpdf.readthedocs.io
import { writeFile } from 'node:fs/promises';
import type { PdfGraph, PdfPatch } from '#conversion/pdf/graph.ts';
import type { Word } from '#conversion/process/sandbox.ts';
import { defineEngine } from './engine.ts';

interface Options {
  signal?: AbortSignal | undefined;
}

/**
 * How a PDF opens: `restricted` without a password though it is encrypted, `locked` not with the password given (or none),
 * `certificate` is encrypted for a recipient's key, `broken` cannot be read at all.
 */
export type PdfAccess = 'open' | 'restricted' | 'locked' | 'certificate' | 'broken';

export interface PdfLook {
  access: PdfAccess;
  /** Only when it opens. */
  pages?: number;
}

interface Packing {
  /** Objects go into compressed streams. */
  packs?: boolean;
}

export interface Protection {
  userPassword: string;
  ownerPassword: string;
  preventPrint: boolean;
  preventCopy: boolean;
}

/** What is not asked for stays as it is: streams are not decoded, object streams not rearranged. */
const quiet = ['--object-streams=preserve', '--no-warn', '--warning-exit-0'];
const untouched = ['--stream-data=preserve', ...quiet];
const maxGraphBytes = 512 << 20;
const passwordWords = (password: string | undefined) => (password === undefined ? [] : [`--password=${password}`]);

export const qpdf = defineEngine({
  id: 'qpdf',
  program: 'qpdf',
  version: { args: ['--version'], pattern: /version (\S+)/, atLeast: '11.3' },
  goodStatuses: [0, 3], // 3: done, with warnings
  failures: [[/./, 'source_unreadable']], // qpdf complains of nothing but its input
  limits: { maxDataBytes: 3 * (1 << 30) },
  timeoutMs: 60_000,
  operations: (run) => ({
    /** Whether and how `input` opens with `password` (or without one), and its number of pages. */
    async look(
      input: string,
      { password, signal }: Options & { password?: string | undefined } = {},
    ): Promise<PdfLook> {
      const words = [...passwordWords(password), '--show-encryption', '--show-npages', { read: input }];
      const { status, stdout, stderr } = await run(words, {
        signal,
        argsOnStdin: true,
        goodStatuses: [0, 2, 3],
        timeoutMs: 20_000,
      });
      if (/invalid password/.test(stderr) || stdout.includes('Incorrect password supplied'))
        return { access: 'locked' };
      if (/unsupported encryption filter/.test(stderr)) return { access: 'certificate' };
      const pages = Number(/^(\d+)$/m.exec(stdout.toString('latin1'))?.[1] ?? Number.NaN);
      if (status === 2 || Number.isNaN(pages) || pages === 0) return { access: 'broken' };
      return { access: stdout.includes('File is not encrypted') ? 'open' : 'restricted', pages };
    },

    /** The same document without encryption; its objects stay as they are. */
    async decrypt(input: string, output: string, { password, signal }: Options & { password?: string | undefined }) {
      await run([...passwordWords(password), '--decrypt', ...untouched, { read: input }, { write: output }], {
        signal,
        argsOnStdin: true,
      });
    },

    /** Encrypts with AES-256 (ISO 32000-2, revision 6), metadata included. Accessibility tools may always read. */
    async protect(
      input: string,
      output: string,
      { userPassword, ownerPassword, preventPrint, preventCopy, signal }: Options & Protection,
    ) {
      const rights = [
        `--print=${preventPrint ? 'none' : 'full'}`,
        `--extract=${preventCopy ? 'n' : 'y'}`,
        '--accessibility=y',
      ];
      const words = [
        '--encrypt',
        userPassword,
        ownerPassword,
        '256',
        ...rights,
        '--',
        ...untouched,
        { read: input },
        { write: output },
      ];
      await run(words, { signal, argsOnStdin: true });
    },

    /** Turns every page clockwise, on top of its own rotation. */
    async rotate(input: string, output: string, { degrees, signal }: Options & { degrees: number }) {
      await run([`--rotate=+${degrees}:1-z`, ...untouched, { read: input }, { write: output }], { signal });
    },

    /**
     * All pages of `inputs`, in their order, as one PDF; attachments come along. Streams are not kept as they are:
     * qpdf renames clashing resources of form fields, in the appearance streams too.
     */
    async merge(
      inputs: readonly { path: string; hasAttachments: boolean }[],
      output: string,
      { signal }: Options = {},
    ) {
      const pages = inputs.flatMap(({ path }) => [{ read: path }, '1-z'] as const);
      // Each of these reads its file once more.
      const attachments = inputs.flatMap(({ path, hasAttachments }, n) =>
        hasAttachments ? (['--copy-attachments-from', { read: path }, `--prefix=${n + 1}-`, '--'] as const) : [],
      );
      await run(['--empty', ...attachments, '--pages', ...pages, '--', ...quiet, { write: output }], { signal });
    },

    /** Every object of the document; the data of its streams (as they are stored) only when asked for. */
    async graph(
      input: string,
      { withStreams = false, signal }: Options & { withStreams?: boolean } = {},
    ): Promise<PdfGraph> {
      const data = withStreams ? ['--json-stream-data=inline', '--decode-level=none'] : ['--json-stream-data=none'];
      const words = ['--json=2', '--json-key=qpdf', ...data, '--no-warn', { read: input }];
      const { stdout } = await run(words, { signal, maxStdoutBytes: maxGraphBytes });
      return parseGraph(stdout);
    },

    /** Writes every object as JSON into `graph`, and the data of each stream as it is stored into `folder`, as `s-NUMBER`. */
    async unfold(input: string, graph: string, folder: string, { signal }: Options = {}) {
      const prefix = {
        text: ([path = '']: string[]) => `--json-stream-prefix=${path}/s`,
        of: [{ writeFolder: folder }],
      };
      const words = ['--json=2', '--json-key=qpdf', '--json-stream-data=file', '--decode-level=none', '--no-warn'];
      await run([...words, prefix, { read: input }, { write: graph }], { signal });
    },

    /** The decoded data of some streams; those that cannot be decoded are left out. */
    async streams(
      input: string,
      references: readonly string[],
      { signal }: Options = {},
    ): Promise<Map<string, Buffer>> {
      return streamData(
        await run(streamWords(input, references, 'generalized'), {
          signal,
          argsOnStdin: true,
          maxStdoutBytes: maxGraphBytes,
        }),
        true,
      );
    },

    /** The data of some streams as it is stored. */
    async rawStreams(
      input: string,
      references: readonly string[],
      { signal }: Options = {},
    ): Promise<Map<string, Buffer>> {
      return streamData(
        await run(streamWords(input, references, 'none'), { signal, argsOnStdin: true, maxStdoutBytes: maxGraphBytes }),
        false,
      );
    },

    /** The same document with a page tree of qpdf's own making. */
    async rebuildPages(input: string, output: string, { signal }: Options = {}) {
      await run([{ read: input }, '--pages', '.', '1-z', '--', ...untouched, { write: output }], { signal });
    },

    /** The same document with its objects in compressed streams, and these compressed anew. */
    async repack(input: string, output: string, { signal }: Options = {}) {
      const words = ['--object-streams=generate', '--recompress-flate', '--compression-level=9', '--no-warn'];
      await run([...words, '--warning-exit-0', { read: input }, { write: output }], { signal });
    },

    /** Applies changed and new objects; what nothing refers to any more is left out. */
    async patch(input: string, output: string, { patch, ...options }: Options & Packing & { patch: PdfPatch }) {
      const file = `${output}.patch.json`;
      await writeFile(file, JSON.stringify({ qpdf: [patchHeader(patch.maxId), patch.objects] }));
      await run(patchWords(input, output, file, options), { signal: options.signal });
    },

    /** The same with a patch that is a file already. */
    async patchFrom(input: string, output: string, { file, ...options }: Options & Packing & { file: string }) {
      await run(patchWords(input, output, file, options), { signal: options.signal });
    },
  }),
});

function patchWords(input: string, output: string, file: string, { packs = false }: Packing): Word[] {
  const update = { text: ([path = '']: string[]) => `--update-from-json=${path}`, of: [{ read: file }] };
  const packing = packs ? ['--object-streams=generate', '--compression-level=9'] : [];
  return [{ read: input }, update, ...untouched, ...packing, { write: output }];
}

/** What stands before the objects of a patch. */
export const patchHeader = (maxId: number) => ({
  jsonversion: 2,
  pdfversion: '1.7',
  pushedinheritedpageresources: false,
  calledgetallpages: false,
  maxobjectid: maxId,
});

function streamWords(input: string, references: readonly string[], level: 'generalized' | 'none') {
  // Without any, qpdf would give all of them.
  const objects =
    references.length === 0
      ? ['trailer']
      : [...new Set(references)].map((reference) => reference.replace(' R', '').replace(' ', ','));
  const wanted = objects.map((object) => `--json-object=${object}`);
  return [
    '--json=2',
    '--json-key=qpdf',
    '--json-stream-data=inline',
    `--decode-level=${level}`,
    ...wanted,
    '--no-warn',
    { read: input },
  ];
}

function streamData({ stdout }: { stdout: Buffer }, onlyDecoded: boolean): Map<string, Buffer> {
  const found = new Map<string, Buffer>();
  for (const [key, object] of Object.entries(parseGraph(stdout).objects))
    if ('stream' in object && !(onlyDecoded && object.stream.dict['/Filter'] !== undefined))
      found.set(key.slice('obj:'.length), Buffer.from(object.stream.data ?? '', 'base64'));
  return found;
}

function parseGraph(json: Buffer): PdfGraph {
  const [header, objects] = (
    JSON.parse(json.toString('utf8')) as { qpdf: [{ maxobjectid: number }, PdfGraph['objects']] }
  ).qpdf;
  return { maxId: header.maxobjectid, objects };
}
