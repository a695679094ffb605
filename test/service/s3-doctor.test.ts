// The report of doctor on a bucket.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lifecycleProblem, probeBucket, wantedRule } from '#service/files/s3-doctor.ts';
import { parseBucket } from '#core/bucket.ts';
import { startS3 } from '../support/s3.ts';

const ours = { prefix: 'platen/' };

test('the rule that doctor prints is one that it accepts', () => {
  assert.equal(lifecycleProblem([wantedRule(ours)], ours), undefined);
});

test('a bucket that deletes too early, too late or for somebody else is told', () => {
  assert.match(lifecycleProblem([], ours) ?? '', /broken off/);
  assert.match(lifecycleProblem([{ ...wantedRule(ours), Status: 'Disabled' }], ours) ?? '', /broken off/);
  assert.match(lifecycleProblem([wantedRule({ prefix: 'other/' })], ours) ?? '', /broken off/);
  const early = { ...wantedRule(ours), Filter: { Prefix: '' }, Expiration: { Days: 7 } };
  assert.match(lifecycleProblem([wantedRule(ours), early], ours) ?? '', /after 7 days/);
  const { Expiration: _, ...endless } = wantedRule(ours);
  assert.match(lifecycleProblem([endless], ours) ?? '', /leftover/);
});

test('a bucket that can be written is told from one that cannot', async () => {
  await using server = await startS3();
  assert.equal((await probeBucket(server.bucket)).ok, true);
  const none = await probeBucket({ ...server.bucket, name: 'no-such-bucket' });
  assert.equal(none.ok, false);
  assert.match(none.found, /cannot be written/);
});

test('a bucket URL is parsed, and a wrong one is refused', () => {
  assert.deepEqual(parseBucket('s3://files'), { name: 'files', prefix: '', region: 'us-east-1' });
  assert.deepEqual(parseBucket('s3://files/a/b/?endpoint=http://localhost:9000&region=eu-west-3&encryption=aws:kms'), {
    name: 'files',
    prefix: 'a/b/',
    region: 'eu-west-3',
    endpoint: 'http://localhost:9000',
    encryption: 'aws:kms',
  });
  for (const wrong of [
    '',
    'files',
    's3://',
    'https://files',
    's3://Files!',
    's3://files?secret=x',
    's3://files?endpoint=ftp://x',
    's3://files?encryption=rot13',
  ])
    assert.equal(parseBucket(wrong), undefined, wrong);
});
