// Draws the preview of a stored result on a machine with the engines.
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ifAbsent } from '#core/absent.ts';
import { MiB } from '#core/bytes.ts';
import type { Clock } from '#core/clock.ts';
import { deadline, DeadlinePassed } from '#core/deadline.ts';
import { formats } from '#core/formats.ts';
import { newId } from '#core/ids.ts';
import type { Engines } from '#conversion/engines/index.ts';
import { interimPdf, isLaidOut, previewOf, type DrawnPage } from '#conversion/preview.ts';
import type { Files } from '#service/files/files.ts';
import { pictureOf, storedPicture } from './preview-picture.ts';
import type { Workspaces } from './workspace.ts';

export interface StoredResult {
  /** The identifier of a job or a share. */
  id: string;
  mime: string;
  accountId: string;
  /** The page, by default the first. */
  page?: number;
}

export interface PreviewWorker {
  clock: Clock;
  engines: Engines;
  files: Files;
  workspaces: Workspaces;
}

const maxMs = 10_000;

/** The page number of an office document's PDF, which is kept from the first preview on to draw the other pages from. */
const wholeDocument = 0;
const maxKeptBytes = 8 * MiB;

/** Draws and stores the preview, or the fact that there is none; stores nothing if the result is gone or time is up. */
export async function drawPreview(
  { files, workspaces, clock, engines }: PreviewWorker,
  { id, mime, page = 1 }: StoredResult,
  leftMs = maxMs,
): Promise<DrawnPage | null> {
  await using workspace = await workspaces.open(newId(clock.now()));
  const path = await files.localOutput(id, workspace.path);
  if (path === null) return null;
  using limit = deadline(Math.max(1, Math.min(maxMs, leftMs)));
  const folder = workspace.path;
  const hasInterim = isLaidOut(mime);
  try {
    const kept = hasInterim ? await files.readPreview(id, wholeDocument) : null;
    const source = kept === null ? { path, mime } : { path: join(folder, 'kept.pdf'), mime: formats.pdf.mime };
    if (kept !== null) await writeFile(source.path, kept);
    const drawn = await previewOf(source, engines, { page, folder, signal: limit.signal });
    const stored = storedPicture(drawn);
    await files.putPreview(id, stored, page);
    if (hasInterim && kept === null && drawn !== null && drawn.pages > 1) {
      const pdf = interimPdf(folder);
      const bytes = (await stat(pdf).catch(ifAbsent(null)))?.size ?? Infinity;
      if (bytes <= maxKeptBytes) await files.putPreview(id, await readFile(pdf), wholeDocument);
    }
    return pictureOf(stored);
  } catch (error) {
    // The preview is not stored as missing, because the machine may be less busy next time.
    if (error instanceof DeadlinePassed) return null;
    throw error;
  }
}
