// Ghostscript: PostScript to PDF, as a separate program that is never linked. https://ghostscript.com
import { MiB } from '#core/bytes.ts';
import type { Paper } from '#core/paper.ts';
import { defineEngine } from './engine.ts';

const quality = [
  // Images keep their pixels: JPEG data is copied, other images are compressed losslessly.
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
  /** Whether the comments say that pages are rotated. */
  isTurned?: boolean;
  /** The width and height in points of the medium in the comments. */
  media?: readonly [width: number, height: number];
  /** The paper for programs that do not name any. */
  paper: Paper;
  signal?: AbortSignal | undefined;
}

export const ghostscript = defineEngine({
  id: 'ghostscript',
  program: 'gs',
  versions: { args: ['--version'], of: { Ghostscript: { pattern: /(\d+\.\d+\S*)/, atLeast: '10.0' } } },
  packages: { stable: ['ghostscript'] },
  // A failing program reports the error on standard output, with status 1.
  failures: [[/Error: \/|Unrecoverable error|Could not open the scratch file/, 'source_unreadable']],
  limits: { maxMemoryBytes: 1536 * MiB, maxDataBytes: 2048 * MiB, maxCpuSeconds: 40, maxOutputBytes: 512 * MiB },
  timeoutMs: 30_000,
  operations: (run) => ({
    /** Writes a PDF of all pages, or of one page as large as the drawing. @throws Failure source_unreadable, conversion_timeout */
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
          // Follows the comments if they say anything, or else the direction of each page's text.
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
