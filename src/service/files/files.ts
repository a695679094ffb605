// The files of jobs: retained inputs, outputs for an hour, and the copies of outputs behind share links.
import type { Readable } from 'node:stream';

/** An input as a local file. */
export interface LocalInput {
  /** The client's name for the file. */
  name: string;
  path: string;
}

/** A range of a file's bytes, `start` to `end` inclusive. */
export interface ByteRange {
  start: number;
  end: number;
}

/** The headers with which a presigned URL serves the file, and its lifetime. */
export interface AddressOptions {
  mime: string;
  /** The header Content-Disposition. */
  disposition: string;
  /** The lifetime in seconds, at least 1. */
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
  /** Stores the file at `path` as the output of a job, and removes it there. */
  putOutput(jobId: string, path: string): Promise<void>;
  /** Copies the output of a job, and the preview of its first page if there is one, to a second identifier; false when the output is gone. @throws server_busy when it cannot be read now */
  copyOutput(jobId: string, copyId: string): Promise<boolean>;
  /**
   * Provides the output as a local file: the stored one, or a copy in `folder`; null when it is gone.
   * @throws server_busy when it cannot be opened now
   */
  localOutput(jobId: string, folder: string): Promise<string | null>;
  /**
   * Stores a preview of a page of the output, by default the first; page 0 is the PDF from which all pages are drawn.
   * It is deleted together with the output.
   */
  putPreview(jobId: string, picture: Buffer, page?: number): Promise<void>;
  /** Reads a preview; null if there is no output. @throws server_busy when it cannot be opened now */
  readPreview(jobId: string, page?: number): Promise<Buffer | null>;
  /** Reads an output, or a part of it; null when it is gone. @throws server_busy when it cannot be opened now */
  readOutput(jobId: string, range?: ByteRange): Promise<Readable | null>;
  /**
   * Returns a URL from which any holder can download an output, whole or in ranges; null when the output is gone, undefined when the
   * service has to send it. Present only if clients fetch outputs from the storage itself. @throws server_busy when it is unreachable
   */
  outputAddress?: (jobId: string, options: AddressOptions) => Promise<string | null | undefined>;
  /** Stores the inputs of a job, and removes them from their paths. */
  putInputs(jobId: string, inputs: readonly LocalInput[]): Promise<void>;
  /** Returns the names of the retained inputs, in order. */
  inputNames(jobId: string): Promise<string[]>;
  /** Copies a retained input, by its number, to a local file. */
  copyInput(jobId: string, n: number, to: string): Promise<void>;
  deleteInputs(jobId: string): Promise<void>;
  deleteOutput(jobId: string): Promise<void>;
  /** Yields the identifiers of all jobs and shares that have files. */
  ids(): AsyncIterable<string>;
}
