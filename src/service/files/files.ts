// The files of jobs: retained inputs, outputs for an hour, and the copies of outputs behind share links.
import type { Readable } from 'node:stream';

/** An input as a file of this machine. */
export interface LocalInput {
  /** Its name on the client. */
  name: string;
  path: string;
}

/** Bytes of a file, `start` to `end` inclusive. */
export interface ByteRange {
  start: number;
  end: number;
}

/** The headers that a presigned URL serves the file with, and how long it is valid. */
export interface AddressOptions {
  mime: string;
  /** The header Content-Disposition. */
  disposition: string;
  /** At least 1. */
  seconds: number;
}

/**
 * The stored results and inputs of jobs, in a folder or a bucket.
 * @example
 * await files.putOutput(jobId, join(workspace, 'result.pdf'));
 * const firstKilobyte = await files.readOutput(jobId, { start: 0, end: 1023 });
 * if (firstKilobyte === null) throw new Failure('file_expired');
 */
export interface Files {
  /** Whether all nodes reach the same files. */
  readonly isShared: boolean;
  /** Moves the file at `path` here, as the output of a job. */
  putOutput(jobId: string, path: string): Promise<void>;
  /** Copies the output of a job, and the preview of its first page if there is one, to a second identifier; false when the output is gone. @throws server_busy when it cannot be read now */
  copyOutput(jobId: string, copyId: string): Promise<boolean>;
  /**
   * The output as a file of this machine: where it is stored, or a copy in `folder`; null when it is gone.
   * @throws server_busy when it cannot be opened now
   */
  localOutput(jobId: string, folder: string): Promise<string | null>;
  /**
   * Stores a preview of a page of the output, the first unless another is named; page 0 is the PDF that all of them are drawn
   * from. It is deleted together with the output.
   */
  putPreview(jobId: string, picture: Buffer, page?: number): Promise<void>;
  /** Null if there is no output. @throws server_busy when it cannot be opened now */
  readPreview(jobId: string, page?: number): Promise<Buffer | null>;
  /** An output, or a part of it; null when it is gone. @throws server_busy when it cannot be opened now */
  readOutput(jobId: string, range?: ByteRange): Promise<Readable | null>;
  /**
   * A URL from which any holder can download an output, whole or in ranges; null when the output is gone, undefined when the
   * service has to send it. Only where clients are to fetch outputs from the storage itself. @throws server_busy when it cannot be reached now
   */
  outputAddress?: (jobId: string, options: AddressOptions) => Promise<string | null | undefined>;
  /** Moves the inputs of a job here. */
  putInputs(jobId: string, inputs: readonly LocalInput[]): Promise<void>;
  /** The names of the retained inputs, in order. */
  inputNames(jobId: string): Promise<string[]>;
  /** Copies a retained input, by its number, to a local file. */
  copyInput(jobId: string, n: number, to: string): Promise<void>;
  deleteInputs(jobId: string): Promise<void>;
  deleteOutput(jobId: string): Promise<void>;
  /** Identifiers of all jobs and shares that have files. */
  ids(): AsyncIterable<string>;
}
