// Ghostscript: PostScript programs to PDF. A program of its own, never linked. https://ghostscript.com
import { MiB } from '#core/bytes.ts';
import type { Paper } from '#core/paper.ts';
import { defineEngine } from './engine.ts';

const quality = [
  // Images keep their pixels: JPEG data is copied, others are compressed without loss.
  '-dDownsampleColorImages=false',
  '-dDownsampleGrayImages=false',
  '-dDownsampleMonoImages=false',
  '-dAutoFilterColorImages=false',
  '-dColorImageFilter=/FlateEncode',
  '-dPassThroughJPEGImages=true',
  '-dAutoFilterGrayImages=false',
  '-dGrayImageFilter=/FlateEncode',
  '-dMonoImageFilter=/CCITTFaxEncode',
  '-dEmbedAllFonts=true',
  '-dSubsetFonts=true',
  '-dCompatibilityLevel=1.7',
  '-dUseCIEColor=false',
  '-dColorConversionStrategy=/LeaveColorUnchanged',
];

export interface PostScriptOptions {
  isEps: boolean;
  /** Its comments say that pages are turned. */
  isTurned?: boolean;
  /** Width and height in points of the medium that its comments state. */
  media?: readonly [width: number, height: number];
  /** The paper of programs that do not name one. */
  paper: Paper;
  signal?: AbortSignal | undefined;
}

export const ghostscript = defineEngine({
  id: 'ghostscript',
  program: 'gs',
  versions: { args: ['--version'], of: { Ghostscript: { pattern: /(\d+\.\d+\S*)/, atLeast: '10.0' } } },
  packages: { stable: ['ghostscript'] },
  // A failing program reports it on its standard output, with the status 1.
  failures: [[/Error: \/|Unrecoverable error|Could not open the scratch file/, 'source_unreadable']],
  limits: { maxMemoryBytes: 1536 * MiB, maxDataBytes: 2048 * MiB, maxCpuSeconds: 40, maxOutputBytes: 512 * MiB },
  timeoutMs: 30_000,
  operations: (run) => ({
    /** A PDF of all pages, or of one page as large as the drawing. @throws Failure source_unreadable, conversion_timeout */
    async toPdf(input: string, output: string, options: PostScriptOptions): Promise<void> {
      const { isEps, isTurned = false, media, paper, signal } = options;
      const size =
        media === undefined
          ? [`-sPAPERSIZE=${paper}`]
          : ['WIDTH', 'HEIGHT'].map((side, n) => `-dDEVICE${side}POINTS=${media[n]}`);
      const page = isEps ? ['-dEPSCrop'] : size;
      await run(
        [
          '-dSAFER',
          '-dBATCH',
          '-dNOPAUSE',
          '-dQUIET',
          '-sDEVICE=pdfwrite',
          '-sstdout=%stderr',
          ...page,
          ...quality,
          // As its comments say, where they say anything; by the direction of its text for pages without.
          `-dAutoRotatePages=/${isTurned ? 'PageByPage' : 'None'}`,
          { text: ([path = '']: string[]) => `-sOutputFile=${path}`, of: [{ write: output }] },
          '-f',
          { read: input },
        ],
        { signal },
      );
    },
  }),
});
