// How a bucket is spoken to.
import { S3Client } from '@aws-sdk/client-s3';
import type { Bucket } from '#core/bucket.ts';

const connectMs = 3_000;
const silenceMs = 10_000;

/** Errors are thrown; the caller reports them. */
const silent = { trace() {}, debug() {}, info() {}, warn() {}, error() {} };

export const clientOf = ({ endpoint, region }: Bucket): S3Client =>
  new S3Client({
    region,
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
    maxAttempts: 3,
    logger: silent,
    // Not every server of the protocol knows the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: connectMs, requestTimeout: silenceMs },
  });
