// What `./platen doctor` reports about a bucket: whether it can be used, and whether its lifecycle rule deletes what a killed process
// leaves.
import {
  DeleteObjectCommand,
  GetBucketLifecycleConfigurationCommand,
  PutObjectCommand,
  type LifecycleRule,
} from '@aws-sdk/client-s3';
import type { Bucket } from '#core/bucket.ts';
import { clientOf } from './s3-client.ts';

/** The maximum days of a lifecycle rule; nothing is stored longer than the lifetime of a share link, 30 days. */
const maxDays = 31;

/** The lifecycle rule that the bucket needs: parts of interrupted uploads, and all old objects, are deleted. */
export const wantedRule = ({ prefix }: Pick<Bucket, 'prefix'>): LifecycleRule => ({
  ID: 'platen',
  Status: 'Enabled',
  Filter: { Prefix: `${prefix}jobs/` },
  AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 },
  Expiration: { Days: maxDays },
});

/** Returns the problem with a bucket's lifecycle; undefined when there is none. */
export function lifecycleProblem(
  rules: readonly LifecycleRule[],
  { prefix }: Pick<Bucket, 'prefix'>,
): string | undefined {
  const ours = rules.filter(
    ({ Status, Filter }) =>
      Status === 'Enabled' && `${prefix}jobs/`.startsWith(Filter?.Prefix ?? Filter?.And?.Prefix ?? ''),
  );
  const tooEarly = ours.find(({ Expiration }) => Expiration?.Days !== undefined && Expiration.Days < maxDays);
  if (tooEarly !== undefined)
    return `its rule ${tooEarly.ID ?? ''} deletes files after ${tooEarly.Expiration?.Days} days: share links live longer`;
  if (!ours.some(({ AbortIncompleteMultipartUpload }) => AbortIncompleteMultipartUpload !== undefined))
    return 'no rule deletes the parts of uploads that were broken off';
  if (!ours.some(({ Expiration }) => Expiration?.Days !== undefined)) return 'no rule deletes leftover files';
  return undefined;
}

/** Writes and deletes an object, and reads the lifecycle. @returns the finding, and whether it is good enough */
export async function probeBucket(bucket: Bucket): Promise<{ found: string; ok: boolean }> {
  const client = clientOf(bucket);
  const object = { Bucket: bucket.name, Key: `${bucket.prefix}doctor` };
  try {
    await client.send(new PutObjectCommand({ ...object, Body: 'platen' }));
    await client.send(new DeleteObjectCommand(object));
  } catch (error) {
    return { found: `cannot be written: ${error instanceof Error ? error.message : String(error)}`, ok: false };
  }
  const rules = await client
    .send(new GetBucketLifecycleConfigurationCommand({ Bucket: bucket.name }))
    .then(({ Rules = [] }) => Rules)
    .catch(() => null);
  if (rules === null)
    return { found: `can be written; its lifecycle cannot be read, it should have ${ruleText(bucket)}`, ok: true };
  const problem = lifecycleProblem(rules, bucket);
  if (problem === undefined) return { found: 'can be written, and its lifecycle clears up', ok: true };
  return { found: `${problem}; put ${ruleText(bucket)}`, ok: false };
}

const ruleText = (bucket: Bucket) => JSON.stringify({ Rules: [wantedRule(bucket)] });
