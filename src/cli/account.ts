// ./platen account …
import { Option } from 'commander';
import {
  changeAccount,
  createAccount,
  findAccount,
  isLastAdministrator,
  listAccounts,
  setSuspended,
} from '#service/accounts/accounts.ts';
import { recordEvent, type AuditEvent } from '#service/accounts/audit.ts';
import { deleteAccount } from '#service/accounts/delete-account.ts';
import { silentLog } from '#core/log.ts';
import { newcomersPlan, noPlan } from '#service/accounts/plans.ts';
import { quotaOf } from '#service/accounts/quota.ts';
import type { AccountRow } from '#service/database/schema.ts';
import { composeSignIn, openFiles } from '../compose.ts';
import { dataOption, ending, UsageError, whole, type Define } from './command.ts';
import { accountOf, print, withData, type DataContext, type DataOption } from './data.ts';

interface Settings extends DataOption {
  plan?: string;
  used?: number;
  role?: AccountRow['role'];
  email?: string;
  force?: true;
}

/** The actions, by their name on the command line. */
const actions = {
  async create(context, email, { plan = newcomersPlan(context.plans)?.name ?? noPlan, used, role }) {
    const { db, clock, plans } = context;
    const address = addressOf(email);
    await requireFree(context, address);
    const wanted = {
      email: address,
      plan,
      ...(used === undefined ? {} : { used }),
      ...(role === undefined ? {} : { role }),
    };
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
    const { plan, used, role } = settings;
    if (role === 'user') await keepAnAdministrator(context, before, settings);
    await changeAccount(db, clock, plans, before.id, {
      ...(role === undefined ? {} : { role }),
      ...(plan === undefined ? {} : { plan }),
      ...(used === undefined ? {} : { used }),
      ...(address === undefined ? {} : { email: address }),
    });
    const recordChange = (event: AuditEvent['event'], from: string, to: string | undefined) =>
      to === undefined
        ? Promise.resolve()
        : recordEvent(context, { accountId: before.id, event, actor: 'operator', detail: { from, to } });
    await recordChange('plan_changed', before.plan, plan);
    await recordChange('role_changed', before.role, role);
    await recordChange('address_changed', before.email, address);
    print(accountFields(await accountOf(context, address ?? email), context));
  },

  async suspend(context, email, settings) {
    await keepAnAdministrator(context, await accountOf(context, email), settings);
    await suspend(context, email, true);
  },

  async resume(context, email) {
    await suspend(context, email, false);
  },

  async delete(context, email) {
    const { id } = await accountOf(context, email);
    await deleteAccount({ db: context.db, files: await openFiles(context.config, context.db) }, id);
    print(`deleted ${email}`);
  },

  async 'sign-in'(context, email) {
    const { config } = context;
    const { email: address } = await accountOf(context, email);
    if (config.dashboard === 'off') throw new Error('the dashboard is turned off (PLATEN_DASHBOARD=off)');
    print(await (await composeSignIn(config, silentLog, context)).createLink(address));
  },
} satisfies Record<string, (context: DataContext, email: string, settings: Settings) => Promise<void>>;

const settings = {
  plan: () => new Option('--plan <plan>', 'dev, or another plan of PLATEN_PLANS_FILE; default: the plan of newcomers'),
  used: () => new Option('--used <count>', 'conversions of this period that count as used').argParser(whole('--used')),
  role: () => new Option('--role <role>', 'whether it administers the service').choices(['admin', 'user']),
  email: () => new Option('--email <email>', 'its new address'),
  force: () => new Option('-f, --force', 'even if no administrator is left'),
};

/** The description of each action, and the settings it takes. */
const about: Record<keyof typeof actions, { summary: string; takes?: (keyof typeof settings)[] }> = {
  create: { summary: 'Create an account.', takes: ['plan', 'used', 'role'] },
  list: { summary: 'List all accounts.' },
  show: { summary: 'Show an account.' },
  set: { summary: 'Change an account.', takes: ['plan', 'used', 'role', 'email', 'force'] },
  suspend: {
    summary: 'Suspend an account: its keys, its owner and its share links are refused.',
    takes: ['force'],
  },
  resume: { summary: 'End the suspension of an account.' },
  delete: { summary: 'Delete an account, with its jobs and files.' },
  'sign-in': { summary: 'Print a link that signs an account in to the dashboard, once.' },
};

const mayCreateData: readonly string[] = ['create', 'list'];

export const account: Define = (accounts) => {
  for (const [name, { summary, takes = [] }] of Object.entries(about)) {
    const action = actions[name as keyof typeof actions];
    const command = accounts.command(name).description(summary).addOption(dataOption());
    for (const setting of takes) command.addOption(settings[setting]());
    const run = (email: string, values: Settings) =>
      withData(values, (context) => action(context, email, values), { mayCreate: mayCreateData.includes(name) });
    if (name === 'list') command.action(ending((values: Settings) => run('', values)));
    else command.argument('<email>').action(ending(run));
  }
};

async function suspend(context: DataContext, email: string, suspended: boolean): Promise<void> {
  const { id } = await accountOf(context, email);
  const event = suspended ? 'account_suspended' : 'account_resumed';
  if (await setSuspended(context, id, suspended))
    await recordEvent(context, { accountId: id, event, actor: 'operator' });
  print(accountFields(await accountOf(context, email), context));
}

/** @throws unless another account administers the service, or it is forced */
async function keepAnAdministrator({ db }: DataContext, account: AccountRow, { force }: Settings): Promise<void> {
  if (force === true || !(await isLastAdministrator(db, account))) return;
  throw new Error(
    `${account.email} is the only administrator. Make another account one first (./platen account set EMAIL --role admin), or use --force.`,
  );
}

async function requireFree({ db }: DataContext, address: string): Promise<void> {
  if ((await findAccount(db, address)) !== undefined) throw new Error(`there already is an account ${address}`);
}

function addressOf(text: string): string {
  if (!/^[^\s@]+@[^\s@]+$/.test(text)) throw new UsageError(`"${text}" is not an e-mail address`);
  return text.trim().toLowerCase();
}

function accountFields(row: AccountRow, { plans, clock }: DataContext) {
  const plan = plans.get(row.plan);
  return {
    email: row.email,
    plan: row.plan,
    role: row.role,
    created_at: row.created_at,
    ...(row.suspended_at === null ? {} : { suspended_at: row.suspended_at }),
    ...(plan === undefined ? {} : { quota: quotaOf(row, plan, clock) }),
  };
}
