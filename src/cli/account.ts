// ./platen account …
import { parseArgs } from 'node:util';
import { changeAccount, createAccount, findAccount, listAccounts } from '#service/accounts/accounts.ts';
import { record, type AuditEvent } from '#service/accounts/audit.ts';
import { eraseAccount } from '#service/accounts/delete-account.ts';
import { silentLog } from '#core/log.ts';
import { quotaOf } from '#service/accounts/quota.ts';
import type { AccountRow } from '#service/database/schema.ts';
import { composeSignIn, openFiles } from '../compose.ts';
import { requireWord, UsageError, type Command } from './command.ts';
import { accountOf, countOption, dataOption, print, withData, type DataContext } from './data.ts';

const options = {
  ...dataOption,
  plan: { type: 'string' },
  used: { type: 'string' },
  role: { type: 'string' },
  email: { type: 'string' },
} as const;

export const account: Command = {
  name: 'account',
  usage: 'create|show|set|sign-in|delete EMAIL [--plan P] [--used N] [--role admin|user] [--email NEW] | list',
  summary: 'Create, look at, change and delete accounts; sign-in prints a link for the dashboard.',
  async run(args) {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    const [action, email] = positionals;
    const used = countOption(values.used);
    const run = async (context: DataContext): Promise<void> => {
      const { db, clock, plans, config } = context;
      switch (action) {
        case 'create': {
          const address = addressOf(requireWord(email, 'EMAIL'));
          if ((await findAccount(db, address)) !== undefined) throw new Error(`there is an account ${address} already`);
          const row = await createAccount(db, clock, plans, {
            email: address,
            plan: values.plan ?? 'dev',
            ...(used === undefined ? {} : { used }),
            ...roleOf(values.role),
          });
          await record(db, clock, { accountId: row.id, event: 'account_created', actor: 'operator' });
          return print(shown(row, context));
        }
        case 'list':
          return print((await listAccounts(db)).map((row) => shown(row, context)));
        case 'show':
          return print(shown(await accountOf(context, email), context));
        case 'set': {
          const { id, plan, role } = await accountOf(context, email);
          const address = values.email === undefined ? undefined : addressOf(values.email);
          if (address !== undefined && (await findAccount(db, address)) !== undefined)
            throw new Error(`there is an account ${address} already`);
          await changeAccount(db, clock, plans, id, {
            ...roleOf(values.role),
            ...(values.plan === undefined ? {} : { plan: values.plan }),
            ...(used === undefined ? {} : { used }),
            ...(address === undefined ? {} : { email: address }),
          });
          const note = (event: AuditEvent, detail: Record<string, unknown>) =>
            record(db, clock, { accountId: id, event, actor: 'operator', detail });
          if (values.plan !== undefined) await note('plan_changed', { from: plan, to: values.plan });
          if (values.role !== undefined) await note('role_changed', { from: role, to: values.role });
          if (address !== undefined) await note('address_changed', {});
          return print(shown(await accountOf(context, address ?? email), context));
        }
        case 'delete': {
          const { id } = await accountOf(context, email);
          await eraseAccount({ db, files: openFiles(config) }, id);
          return print(`deleted ${email}`);
        }
        case 'sign-in': {
          const { email: address } = await accountOf(context, email);
          if (config.dashboard === 'off') throw new Error('the dashboard is off (PLATEN_DASHBOARD)');
          return print(await (await composeSignIn(config, silentLog, context)).link(address));
        }
        default:
          throw new UsageError('account create, list, show, set, sign-in or delete');
      }
    };
    return withData(values, run, { mayCreate: action === 'create' || action === 'list' });
  },
};

function addressOf(text: string): string {
  if (!/^[^\s@]+@[^\s@]+$/.test(text)) throw new UsageError(`"${text}" is not an e-mail address`);
  return text.trim().toLowerCase();
}

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
