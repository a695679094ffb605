// A tool: data about its input and output, and a short run.
import type { z } from 'zod';
import type { ErrorCode } from '#core/errors.ts';
import type { Format } from '#core/formats.ts';
import type { OnProgress } from '#core/progress.ts';
import type { Engines } from '#conversion/engines/index.ts';
import type { PdfFacts, PdfJob } from '#conversion/engines/pdf/job.ts';

/** One file a conversion works on. `name` is the client's and never becomes a path. */
export interface Input {
  path: string;
  name: string;
  format: Format;
  bytes: number;
  /** How a PDF opens. */
  pdf?: PdfFacts;
}

export interface Job<Options> {
  inputs: readonly [Input, ...Input[]];
  /** The open inputs of tools that accept PDFs, each in the slot of its number. */
  pdf: PdfJob;
  options: Options;
  /** The path for the result; its folder belongs to the job and can be used. */
  output: string;
  signal: AbortSignal;
  /** Whether the result is a test: the tool adds the mark if only the tool can. */
  isTest: boolean;
  /** Tells the client how far the work is. */
  onProgress: OnProgress;
}

export interface BytesChanged {
  bytes_before: number;
  bytes_after: number;
}

/** The savings of a compression; structure is everything that is neither image nor font. */
export interface Compression extends BytesChanged {
  images: BytesChanged & { changed: number; total: number };
  fonts: BytesChanged;
  structure: BytesChanged;
}

/** The report of a conversion besides its result. */
export interface Report {
  compression?: Compression;
  /** Sentences for the client: fonts replaced, remote content left out … */
  warnings?: string[];
}

/** A tool with its options, as one step of several. */
export interface Step {
  tool: Tool;
  options: Readonly<Record<string, unknown>>;
}

export interface Tool<Shape extends z.ZodRawShape = z.ZodRawShape> {
  id: string;
  summary: string;
  accepts: readonly Format[];
  files: { min: number; max: number };
  /** The form fields, all of them strings; built from `fields.ts`. */
  options: z.ZodObject<Shape>;
  produces: { format: Format; suffix: string };
  /** The format of the result if it depends on the fields; `produces` is the default. */
  formatOf?(options: z.infer<z.ZodObject<Shape>>): Format;
  /** It is beyond the API specification: the service has it with extensions on. */
  isExtension?: true;
  /**
   * How an encrypted PDF is handled; absent for tools that do not accept PDFs.
   *
   * - `open`: the call's field `password` opens it, or the call is refused
   * - `refuse`: it is rejected
   * - `run`: the tool runs and decides
   */
  whenEncrypted?: 'open' | 'refuse' | 'run';
  /** Present if the result is password-protected. */
  locksResult?: true;
  /** Present if the tool is short: the PDF process and an inspector do all of the work. */
  isShort?: true;
  /** The tool's error codes, in addition to those of every tool. */
  errors: readonly ErrorCode[];
  /** Checks options that depend on the page counts, before a job exists. */
  checkPages?(options: z.infer<z.ZodObject<Shape>>, pages: readonly number[]): void;
  /** The time limit in milliseconds of a call with these options, if it is longer than that of other conversions. */
  timeoutMs?(options: z.infer<z.ZodObject<Shape>>): number | undefined;
  /** The names of fields that the tool has only where the service has extensions on. */
  extensionFields?: readonly string[];
  /** The fields that accept fewer values where the service has extensions off. */
  withoutExtensions?: z.ZodRawShape;
  /** The tools of a pipeline, in order; then `run` is not called. */
  steps?: readonly Step[];
  /** Another tool that serves calls with this field, under the name of this one. */
  servedBy?: { field: string; tool: Tool };
  run(job: Job<z.infer<z.ZodObject<Shape>>>, engines: Engines): Promise<Report | void>;
}

/**
 * Defines a tool. The types of its options are inferred; the list of tools keeps the general type.
 * @example
 * defineTool({
 *   id: 'rotate-pdf',
 *   summary: 'Turn every page clockwise.',
 *   accepts: [formats.pdf],
 *   files: { min: 1, max: 1 },
 *   options: z.strictObject({ rotation: choice(['90', '180', '270'], 'invalid_rotation', 'Degrees clockwise.') }),
 *   produces: { format: formats.pdf, suffix: '-rotated' },
 *   errors: ['invalid_rotation', 'field_required'],
 *   async run({ pdf, options, output }) {
 *     await pdf.rotate(0, Number(options.rotation));
 *     await pdf.write(0, output);
 *   },
 * });
 */
export const defineTool = <Shape extends z.ZodRawShape>(tool: Tool<Shape>): Tool => tool;
