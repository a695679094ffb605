// ./platen account …
import { parseArgs } from 'node:util';
import { changeAccount, createAccount, deleteAccount, findAccount, listAccounts } from '#service/accounts/accounts.ts';
import { quotaOf } from '#service/accounts/quota.ts';
import type { AccountRow } from '#service/database/schema.ts';
import { openFiles } from '../compose.ts';
import { requireWord, UsageError, type Command } from './command.ts';
import { accountOf, countOption, dataOption, print, withData, type DataContext } from './data.ts';

const options = {
  ...dataOption,
  plan: { type: 'string' },
  used: { type: 'string' },
  role: { type: 'string' },
} as const;

export const account: Command = {
  name: 'account',
  usage: 'create|show|set|delete EMAIL [--plan P] [--used N] [--role admin|user] | list',
  summary: 'Create, look at, change and delete accounts.',
  async run(args) {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    const [action, email] = positionals;
    const used = countOption(values.used);
    return withData(values, async (context) => {
      const { db, clock, plans, config } = context;
      switch (action) {
        case 'create': {
          const address = requireWord(email, 'EMAIL');
          if (!/^[^\s@]+@[^\s@]+$/.test(address)) throw new UsageError(`"${address}" is not an e-mail address`);
          if ((await findAccount(db, address)) !== undefined) throw new Error(`there is an account ${address} already`);
          const row = await createAccount(db, clock, plans, {
            email: address,
            plan: values.plan ?? 'dev',
            ...(used === undefined ? {} : { used }),
          });
          return print(shown(row, context));
        }
        case 'list':
          return print((await listAccounts(db)).map((row) => shown(row, context)));
        case 'show':
          return print(shown(await accountOf(context, email), context));
        case 'set': {
          const { id } = await accountOf(context, email);
          await changeAccount(db, clock, plans, id, {
            ...roleOf(values.role),
            ...(values.plan === undefined ? {} : { plan: values.plan }),
            ...(used === undefined ? {} : { used }),
          });
          return print(shown(await accountOf(context, email), context));
        }
        case 'delete': {
          const { id } = await accountOf(context, email);
          const jobs = await db.selectFrom('jobs').select('id').where('account_id', '=', id).execute();
          await deleteAccount(db, id);
          const files = openFiles(config);
          for (const job of jobs) {
            await files.deleteOutput(job.id);
            await files.deleteInputs(job.id);
          }
          return print(`deleted ${email}`);
        }
        default:
          throw new UsageError('account create, list, show, set or delete');
      }
    });
  },
};

function roleOf(role: string | undefined): { role?: AccountRow['role'] } {
  if (role === undefined) return {};
  if (role !== 'admin' && role !== 'user') throw new UsageError('--role is admin or user');
  return { role };
}

function shown(row: AccountRow, { plans, clock }: DataContext) {
  const plan = plans.get(row.plan);
  return {
    email: row.email,
    plan: row.plan,
    role: row.role,
    created_at: row.created_at,
    ...(plan === undefined ? {} : { quota: quotaOf(row, plan, clock) }),
  };
}
