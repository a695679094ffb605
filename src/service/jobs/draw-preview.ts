// Draws the preview of a stored result, where the engines are.
import type { Clock } from '#core/clock.ts';
import { deadline, DeadlinePassed } from '#core/deadline.ts';
import { newId } from '#core/ids.ts';
import type { Engines } from '#conversion/engines/index.ts';
import { previewOf } from '#conversion/preview.ts';
import type { Files } from '#service/files/files.ts';
import type { Workspaces } from './workspace.ts';

export interface StoredResult {
  /** Of a job or a share. */
  id: string;
  mime: string;
  accountId: string;
}

export interface PreviewWorker {
  clock: Clock;
  engines: Engines;
  files: Files;
  workspaces: Workspaces;
}

const maxMs = 10_000;
/** Stored when a result has no preview, so that it is not drawn again and again. */
const noPreview = Buffer.alloc(0);

/** Stores the preview, or that there is none, and returns it; nothing is stored when the result is gone, or time is up. */
export async function drawPreview(
  { files, workspaces, clock, engines }: PreviewWorker,
  { id, mime }: StoredResult,
  leftMs = maxMs,
): Promise<Buffer | null> {
  await using workspace = await workspaces.open(newId(clock.now()));
  const path = await files.localOutput(id, workspace.path);
  if (path === null) return null;
  using limit = deadline(Math.max(1, Math.min(maxMs, leftMs)));
  try {
    const picture = await previewOf({ path, mime }, engines, { folder: workspace.path, signal: limit.signal });
    await files.putPreview(id, picture ?? noPreview);
    return picture;
  } catch (error) {
    // Not stored as missing: next time the machine may be less busy.
    if (error instanceof DeadlinePassed) return null;
    throw error;
  }
}
