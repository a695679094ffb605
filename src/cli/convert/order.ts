// The order in which the tasks of a batch begin.
import { stat } from 'node:fs/promises';
import type { Task } from './tasks.ts';

/** Sorts large files first, so that the last tasks are short and no core waits for a long one; keeps the order if `jobs` is 1. */
export async function inOrder(tasks: readonly Task[], jobs: number): Promise<readonly Task[]> {
  if (jobs === 1) return tasks;
  const sized = await Promise.all(tasks.map(async (task) => ({ task, bytes: await bytesOf(task) })));
  return sized.toSorted((a, b) => b.bytes - a.bytes).map(({ task }) => task);
}

async function bytesOf({ sources }: Task): Promise<number> {
  const sizes = await Promise.all(
    sources.map(async ({ path }) => (path === '-' ? 0 : ((await stat(path).catch(() => null))?.size ?? 0))),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
