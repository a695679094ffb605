// ./platen audit-log …: exports the audit logs of all accounts as JSON lines, and checks whether they were changed.
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { checkChain, entriesOf, type ChainProblem } from '#service/accounts/audit-chain.ts';
import type { AuditRow } from '#service/database/schema.ts';
import type { Database } from '#service/database/database.ts';
import { recordRetentionMs } from '#service/jobs/old-rows.ts';
import { dataOption, ending, UsageError, type Define } from './command.ts';
import { onData, print, withData, type DataOption } from './data.ts';

export const auditLog: Define = (log) => {
  log
    .command('export')
    .description('Print all entries as JSON lines.')
    .addOption(dataOption())
    .action(ending((values: DataOption) => withData(values, ({ db }) => exportTo(process.stdout, db))));
  log
    .command('verify')
    .argument('[export]', 'an earlier export')
    .description(
      'Check the chain of hashes, and that every entry of an earlier export still exists; the exit status is 1 if not.',
    )
    .addOption(dataOption())
    .action(
      onData(async ({ db }, file: string | undefined) => {
        const { entries, problems } = await checkChain(db, Date.now() - recordRetentionMs);
        if (file !== undefined) problems.push(...(await missingOf(db, file)));
        print({ entries, problems });
        return problems.length > 0 ? 1 : 0;
      }),
    );
};

/** Formats an entry for export: the columns of its row, with a readable date and the details as JSON. */
const exported = ({ at, detail, ...row }: AuditRow) => ({
  ...row,
  at: new Date(at).toISOString(),
  detail: detail === null ? null : (JSON.parse(detail) as unknown),
});

async function exportTo(output: NodeJS.WriteStream, db: Database): Promise<void> {
  for await (const row of entriesOf(db))
    if (!output.write(`${JSON.stringify(exported(row))}\n`)) await once(output, 'drain');
}

/** Finds exported entries that are missing or changed; entries are deleted with their account, and by age. */
async function missingOf(db: Database, file: string): Promise<ChainProblem[]> {
  const problems: ChainProblem[] = [];
  for await (const text of createInterface({ input: createReadStream(file, 'utf8') })) {
    const line = lineOf(text, file);
    const stored = await db.selectFrom('audit').selectAll().where('id', '=', line.id).executeTakeFirst();
    if (stored !== undefined && isDeepStrictEqual(exported(stored), line)) continue;
    const report = (problem: string) => problems.push({ account: line.account_id, entry: line.id, problem });
    if (stored !== undefined) report('it is not the one that was exported');
    else if (await isMissed(db, line)) report('it was exported, and is missing');
  }
  return problems;
}

const lineSchema = z.looseObject({ id: z.string(), account_id: z.string(), at: z.iso.datetime() });
type Line = z.infer<typeof lineSchema>;

/** @throws UsageError */
function lineOf(text: string, file: string): Line {
  try {
    return lineSchema.parse(JSON.parse(text));
  } catch {
    throw new UsageError(`${file} is not an export of the audit log: it has a line that is not an entry`);
  }
}

/** Returns whether an entry should still exist: its account does, and it is not too old. */
async function isMissed(db: Database, { at, account_id }: Line): Promise<boolean> {
  if (Date.parse(at) < Date.now() - recordRetentionMs) return false;
  const account = db.selectFrom('accounts').select('id').where('id', '=', account_id);
  return (await account.executeTakeFirst()) !== undefined;
}
