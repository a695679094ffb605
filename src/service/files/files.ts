// The files of jobs: inputs while they are needed, outputs for their hour; and the copies of outputs that shares keep.
import type { Readable } from 'node:stream';

export interface StoredInput {
  /** The client's name for it. */
  name: string;
  path: string;
}

export interface Files {
  /** Takes over the file at `path` (it is moved) as the output of a job. */
  putOutput(jobId: string, path: string): Promise<void>;
  /** Keeps the output of a job, and its preview if there is one, under a second identifier too, whatever happens to the first; false when it is gone. */
  copyOutput(jobId: string, copyId: string): Promise<boolean>;
  /** Where the output lies, for programs of this machine; null when it is gone. @throws server_busy when it cannot be had now */
  outputPath(jobId: string): Promise<string | null>;
  /** A picture of the output; it goes with the output. */
  putPreview(jobId: string, picture: Buffer): Promise<void>;
  readPreview(jobId: string): Promise<Buffer | null>;
  /** Bytes `start` to `end` inclusive of an output; null when it is gone. @throws server_busy when it cannot be had now */
  readOutput(jobId: string, range?: { start: number; end: number }): Promise<Readable | null>;
  /** Takes over the inputs of a job (they are moved); what comes back is where they are now. */
  putInputs(jobId: string, inputs: readonly StoredInput[]): Promise<StoredInput[]>;
  /** The inputs that are still kept, in their order. */
  inputs(jobId: string): Promise<StoredInput[]>;
  deleteInputs(jobId: string): Promise<void>;
  deleteOutput(jobId: string): Promise<void>;
  /** Identifiers of all jobs and shares that have files. */
  ids(): AsyncIterable<string>;
}
