// Creates the client of a bucket.
import { S3Client } from '@aws-sdk/client-s3';
import type { Bucket } from '#core/bucket.ts';

const connectMs = 3_000;
const silenceMs = 10_000;

/** A silent logger, since errors are thrown and the caller reports them. */
const silent = { trace() {}, debug() {}, info() {}, warn() {}, error() {} };

export const clientOf = ({ endpoint, region }: Bucket): S3Client =>
  new S3Client({
    region,
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
    maxAttempts: 3,
    logger: silent,
    // Not every compatible server knows the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: connectMs, requestTimeout: silenceMs },
  });
