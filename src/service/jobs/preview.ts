// The preview of a stored result: drawn when it is first asked for, kept with the result.
import { deadline } from '#core/deadline.ts';
import { newId } from '#core/ids.ts';
import { previewOf } from '#conversion/preview.ts';
import type { Service } from '#service/service.ts';

const timeoutMs = 20_000;
const nothing = Buffer.alloc(0);

/** A JPEG of the first page of a job's or a share's output; null when it has none. */
export async function storedPreview(
  service: Service,
  { id, mime, accountId }: { id: string; mime: string; accountId: string },
): Promise<Buffer | null> {
  const { files, inspections, workspaces, clock, engines } = service;
  const kept = await files.readPreview(id);
  if (kept !== null) return kept.length === 0 ? null : kept;
  const path = await files.outputPath(id);
  if (path === null) return null;

  using limit = deadline(timeoutMs);
  using _place = await inspections.enter(accountId, { signal: limit.signal, maxWaitMs: timeoutMs });
  await using workspace = await workspaces.open(newId(clock.now()));
  const picture = await previewOf({ path, mime }, engines, { folder: workspace.path, signal: limit.signal });
  // An empty one says that there is none, so that nobody tries again.
  await files.putPreview(id, picture ?? nothing);
  return picture;
}
