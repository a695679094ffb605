// ./platen account …
import { parseArgs } from 'node:util';
import { changeAccount, createAccount, findAccount, listAccounts } from '#service/accounts/accounts.ts';
import { recordEvent, type AuditEventType } from '#service/accounts/audit.ts';
import { deleteAccount } from '#service/accounts/delete-account.ts';
import { silentLog } from '#core/log.ts';
import { quotaOf } from '#service/accounts/quota.ts';
import type { AccountRow } from '#service/database/schema.ts';
import { composeSignIn, openFiles } from '../compose.ts';
import { requireAction, requireArgument, UsageError, type Command } from './command.ts';
import { accountOf, countOption, dataOption, print, withData, type DataContext } from './data.ts';

const options = {
  ...dataOption,
  plan: { type: 'string' },
  used: { type: 'string' },
  role: { type: 'string' },
  email: { type: 'string' },
} as const;

interface Settings {
  plan?: string | undefined;
  used?: number | undefined;
  role?: string | undefined;
  email?: string | undefined;
}

/** The actions, by their name on the command line. */
const actions = {
  async create(context, email, { plan = 'dev', used, role }) {
    const { db, clock, plans } = context;
    const address = addressOf(requireArgument(email, 'EMAIL'));
    await requireFree(context, address);
    const wanted = { email: address, plan, ...(used === undefined ? {} : { used }), ...roleOf(role) };
    const row = await createAccount(db, clock, plans, wanted);
    await recordEvent(context, { accountId: row.id, event: 'account_created', actor: 'operator' });
    print(accountFields(row, context));
  },

  async list(context) {
    print((await listAccounts(context.db)).map((row) => accountFields(row, context)));
  },

  async show(context, email) {
    print(accountFields(await accountOf(context, email), context));
  },

  async set(context, email, settings) {
    const { db, clock, plans } = context;
    const before = await accountOf(context, email);
    const address = settings.email === undefined ? undefined : addressOf(settings.email);
    if (address !== undefined) await requireFree(context, address);
    const { plan, used } = settings;
    await changeAccount(db, clock, plans, before.id, {
      ...roleOf(settings.role),
      ...(plan === undefined ? {} : { plan }),
      ...(used === undefined ? {} : { used }),
      ...(address === undefined ? {} : { email: address }),
    });
    const recordChange = (event: AuditEventType, from: string, to: string | undefined) =>
      to === undefined
        ? Promise.resolve()
        : recordEvent(context, { accountId: before.id, event, actor: 'operator', detail: { from, to } });
    await recordChange('plan_changed', before.plan, plan);
    await recordChange('role_changed', before.role, settings.role);
    await recordChange('address_changed', before.email, address);
    print(accountFields(await accountOf(context, address ?? email), context));
  },

  async delete(context, email) {
    const { id } = await accountOf(context, email);
    await deleteAccount({ db: context.db, files: await openFiles(context.config) }, id);
    print(`deleted ${email}`);
  },

  async 'sign-in'(context, email) {
    const { config } = context;
    const { email: address } = await accountOf(context, email);
    if (config.dashboard === 'off') throw new Error('the dashboard is turned off (PLATEN_DASHBOARD=off)');
    print(await (await composeSignIn(config, silentLog, context)).createLink(address));
  },
} satisfies Record<string, (context: DataContext, email: string | undefined, settings: Settings) => Promise<void>>;

const mayCreateData: readonly string[] = ['create', 'list'];

export const account: Command = {
  name: 'account',
  usage: 'create|show|set|sign-in|delete EMAIL [--plan P] [--used N] [--role admin|user] [--email NEW] | list',
  summary: 'Create, show, change and delete accounts; sign-in prints a sign-in link for the dashboard.',
  async run(args) {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    const [first, email] = positionals;
    const action = requireAction(first, Object.keys(actions) as (keyof typeof actions)[]);
    const settings = { ...values, used: countOption(values.used) };
    const run = (context: DataContext): Promise<void> => actions[action](context, email, settings);
    return withData(values, run, { mayCreate: mayCreateData.includes(action) });
  },
};

async function requireFree({ db }: DataContext, address: string): Promise<void> {
  if ((await findAccount(db, address)) !== undefined) throw new Error(`there already is an account ${address}`);
}

function addressOf(text: string): string {
  if (!/^[^\s@]+@[^\s@]+$/.test(text)) throw new UsageError(`"${text}" is not an e-mail address`);
  return text.trim().toLowerCase();
}

function roleOf(role: string | undefined): { role?: AccountRow['role'] } {
  if (role === undefined) return {};
  if (role !== 'admin' && role !== 'user') throw new UsageError('--role must be admin or user');
  return { role };
}

function accountFields(row: AccountRow, { plans, clock }: DataContext) {
  const plan = plans.get(row.plan);
  return {
    email: row.email,
    plan: row.plan,
    role: row.role,
    created_at: row.created_at,
    ...(plan === undefined ? {} : { quota: quotaOf(row, plan, clock) }),
  };
}
