// Presigned URLs (AWS Signature Version 4), which give any holder access to one object of a bucket for a short time.
import { GetObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { Bucket } from '#core/bucket.ts';
import type { AddressOptions } from './files.ts';
import { clientOf } from './s3-client.ts';

export function addressesOf(bucket: Bucket): (key: string, options: AddressOptions) => Promise<string> {
  const { publicEndpoint } = bucket;
  // The signature covers the host.
  const client = clientOf(publicEndpoint === undefined ? bucket : { ...bucket, endpoint: publicEndpoint });
  return (Key, { mime, disposition, seconds }) => {
    const answer = {
      ResponseContentType: mime,
      ResponseContentDisposition: disposition,
      ResponseCacheControl: 'no-store',
    };
    const object = new GetObjectCommand({ Bucket: bucket.name, Key, ...answer });
    return getSignedUrl(client, object, { expiresIn: seconds });
  };
}
