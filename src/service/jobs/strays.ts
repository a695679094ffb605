// Removes files without a row: from deleted accounts, from jobs ended by another node, and from a killed process.
import { hourMs } from '#core/clock.ts';
import { isWellFormedId, timeOfId } from '#core/ids.ts';
import { inParallel } from '#core/parallel.ts';
import { claimChore } from '#service/database/chores.ts';
import type { Store } from '#service/database/store.ts';
import type { Results, Runtime } from '#service/roles.ts';

/** The number of identifiers per query. */
const pageSize = 500;
/** The number of concurrent deletions. */
const workers = 8;

type Strays = Results & Pick<Runtime, 'node'>;

/** Removes strays once an hour on one node, if all nodes reach the same files; otherwise does nothing. */
export async function removeSharedStrays(service: Strays, signal: AbortSignal): Promise<void> {
  if (service.files.isShared && (await claimChore(service, 'strays', hourMs))) await removeStrays(service, signal);
}

export async function removeStrays(service: Strays, signal: AbortSignal): Promise<void> {
  const { clock, files, node } = service;
  // A new share has its file before its row, and a conversion may be running on another node.
  const mayBeNew = (id: string) =>
    (files.isShared || !node.isAlone) && isWellFormedId(id) && timeOfId(id) > clock.now() - hourMs;
  for await (const page of pagesOf(files.ids())) {
    if (signal.aborted) return;
    await removeUnknown(
      service,
      page.filter((id) => !mayBeNew(id)),
    );
  }
}

/** Deletes files that belong to no job and no link. */
export async function removeUnknown(results: Results, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const known = await withFiles(results, ids);
  await inParallel(
    ids.filter((id) => !known.has(id)),
    (id) => removeFiles(results, id),
    workers,
  );
}

export async function removeFiles({ files }: Pick<Results, 'files'>, id: string): Promise<void> {
  await files.deleteOutput(id);
  await files.deleteInputs(id);
}

async function* pagesOf(ids: AsyncIterable<string>): AsyncGenerator<string[]> {
  let page: string[] = [];
  for await (const id of ids) {
    page.push(id);
    if (page.length < pageSize) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}

/** Finds rows that may have files: jobs that are pending or have a result or a retained input, open links, trials, upload parts. */
export async function withFiles({ db }: Pick<Store, 'db'>, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('jobs')
    .select('id')
    .where('id', 'in', ids)
    .where('state', 'in', ['pending', 'success', 'failed'])
    .unionAll(db.selectFrom('shares').select('id').where('id', 'in', ids).where('ended_at', 'is', null))
    .unionAll(db.selectFrom('trials').select('id').where('id', 'in', ids))
    .unionAll(db.selectFrom('upload_parts').select('id').where('id', 'in', ids))
    .execute();
  return new Set(rows.map(({ id }) => id));
}
