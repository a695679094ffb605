// The stored files of a bucket, by name.
import type { Bucket } from '#core/bucket.ts';
import { jobsPrefix } from './s3.ts';
import { openBucket } from './s3-objects.ts';
import type { FileTree } from './tree.ts';

export function s3Tree(bucket: Bucket): FileTree {
  const objects = openBucket(bucket);
  const start = jobsPrefix(bucket);
  return {
    where: `the bucket ${bucket.name}`,
    async *names() {
      for await (const key of objects.keys(start)) yield key.slice(start.length);
    },
    async read(name) {
      const content = await objects.read(start + name);
      if (content === null) throw new Error(`the bucket ${bucket.name} has no ${name}`);
      return content;
    },
    async write(name, content) {
      await objects.putStream(start + name, content).catch(({ message, cause }: Error) => {
        throw new Error(cause instanceof Error ? `${message}: ${cause.message}` : message);
      });
    },
    remove: (names) => objects.remove(names.map((name) => start + name)),
  };
}
