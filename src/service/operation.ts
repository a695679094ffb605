// Facts about the operation of the service, which its nodes and commands share in the database.
import type { OperationRow } from './database/schema.ts';
import type { Store } from './database/store.ts';

export type Fact = Pick<OperationRow, 'at' | 'detail'>;

export const readFact = ({ db }: Pick<Store, 'db'>, name: OperationRow['name']): Promise<Fact | undefined> =>
  db.selectFrom('operation').select(['at', 'detail']).where('name', '=', name).executeTakeFirst();

/** Stores a fact as of now, in place of an earlier one. */
export async function writeFact({ db, clock }: Store, name: OperationRow['name'], detail: object | null = null) {
  const fact = { at: clock.now(), detail: detail === null ? null : JSON.stringify(detail) };
  await db
    .insertInto('operation')
    .values({ name, ...fact })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(fact))
    .execute();
}

export async function removeFact({ db }: Pick<Store, 'db'>, name: OperationRow['name']): Promise<void> {
  await db.deleteFrom('operation').where('name', '=', name).execute();
}
