// ./platen account …
import { Option } from 'commander';
import {
  changeAccount,
  createAccount,
  findAccount,
  isLastAdministrator,
  listAccounts,
  setPaused,
  setSuspended,
} from '#service/accounts/accounts.ts';
import { recordEvent } from '#service/accounts/audit.ts';
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

const settings = {
  plan: () => new Option('--plan <plan>', 'dev, or another plan of PLATEN_PLANS_FILE; default: the plan of newcomers'),
  used: () => new Option('--used <count>', 'conversions of this period that count as used').argParser(whole('--used')),
  role: () => new Option('--role <role>', 'whether it administers the service').choices(['admin', 'user']),
  email: () => new Option('--email <email>', 'its new address'),
  force: () => new Option('-f, --force', 'even if no administrator is left'),
};

interface Action {
  summary: string;
  takes?: (keyof typeof settings)[];
  /** Whether the action creates the data folder if it is missing. */
  mayCreate?: true;
  run: (context: DataContext, email: string, settings: Settings) => Promise<void>;
}

/** The actions by their names on the command line. */
const actions: Record<string, Action> = {
  create: {
    summary: 'Create an account.',
    takes: ['plan', 'used', 'role'],
    mayCreate: true,
    async run(context, email, { plan = newcomersPlan(context.plans)?.name ?? noPlan, used, role }) {
      const { db, clock, plans } = context;
      const address = addressOf(email);
      await requireFree(context, address);
      const given = { ...(used !== undefined && { used }), ...(role !== undefined && { role }) };
      const row = await createAccount(db, clock, plans, { email: address, plan, ...given });
      await recordEvent(context, { accountId: row.id, event: 'account_created', actor: 'operator' });
      print(accountFields(row, context));
    },
  },
  list: {
    summary: 'List all accounts.',
    async run(context) {
      print((await listAccounts(context.db)).map((row) => accountFields(row, context)));
    },
  },
  show: {
    summary: 'Show an account.',
    async run(context, email) {
      print(accountFields(await accountOf(context, email), context));
    },
  },
  set: { summary: 'Change an account.', takes: ['plan', 'used', 'role', 'email', 'force'], run: change },
  suspend: {
    summary: 'Suspend an account: its keys, its owner and its share links are refused.',
    takes: ['force'],
    async run(context, email, settings) {
      await keepAnAdministrator(context, await accountOf(context, email), settings);
      await suspend(context, email, true);
    },
  },
  resume: {
    summary: 'End the suspension of an account.',
    run: (context, email) => suspend(context, email, false),
  },
  pause: {
    summary: 'Pause an account: its asynchronous jobs wait, and its other conversions get 503.',
    run: (context, email) => pause(context, email, true),
  },
  continue: {
    summary: 'Continue a paused account.',
    run: (context, email) => pause(context, email, false),
  },
  delete: {
    summary: 'Delete an account, with its jobs and files.',
    async run(context, email) {
      const { id } = await accountOf(context, email);
      await deleteAccount({ db: context.db, files: await openFiles(context.config, context.db) }, id);
      print(`deleted ${email}`);
    },
  },
  'sign-in': {
    summary: 'Print a link that signs an account in to the dashboard, once.',
    async run(context, email) {
      const { config } = context;
      const { email: address } = await accountOf(context, email);
      if (config.dashboard === 'off') throw new Error('the dashboard is turned off (PLATEN_DASHBOARD=off)');
      print(await (await composeSignIn(config, silentLog, context)).createLink(address));
    },
  },
};

export const account: Define = (accounts) => {
  for (const [name, { summary, takes = [], mayCreate = false, run }] of Object.entries(actions)) {
    const command = accounts.command(name).description(summary).addOption(dataOption());
    for (const setting of takes) command.addOption(settings[setting]());
    const act = (email: string, values: Settings) =>
      withData(values, (context) => run(context, email, values), { mayCreate });
    if (name === 'list') command.action(ending((values: Settings) => act('', values)));
    else command.argument('<email>').action(ending(act));
  }
};

async function change(context: DataContext, email: string, settings: Settings): Promise<void> {
  const { db, clock, plans } = context;
  const before = await accountOf(context, email);
  const address = settings.email === undefined ? undefined : addressOf(settings.email);
  if (address !== undefined) await requireFree(context, address);
  const { plan, used, role } = settings;
  if (role === 'user') await keepAnAdministrator(context, before, settings);
  await changeAccount(db, clock, plans, before.id, {
    ...(role !== undefined && { role }),
    ...(plan !== undefined && { plan }),
    ...(used !== undefined && { used }),
    ...(address !== undefined && { email: address }),
  });
  const changes = [
    ['plan_changed', before.plan, plan],
    ['role_changed', before.role, role],
    ['address_changed', before.email, address],
  ] as const;
  for (const [event, from, to] of changes)
    if (to !== undefined)
      await recordEvent(context, { accountId: before.id, event, actor: 'operator', detail: { from, to } });
  print(accountFields(await accountOf(context, address ?? email), context));
}

async function suspend(context: DataContext, email: string, suspended: boolean): Promise<void> {
  const { id } = await accountOf(context, email);
  const event = suspended ? 'account_suspended' : 'account_resumed';
  if (await setSuspended(context, id, suspended))
    await recordEvent(context, { accountId: id, event, actor: 'operator' });
  print(accountFields(await accountOf(context, email), context));
}

async function pause(context: DataContext, email: string, paused: boolean): Promise<void> {
  const { id } = await accountOf(context, email);
  const event = paused ? 'account_paused' : 'account_continued';
  if (await setPaused(context, id, paused)) await recordEvent(context, { accountId: id, event, actor: 'operator' });
  print(accountFields(await accountOf(context, email), context));
}

/** Ensures that an administrator remains. @throws unless another account administers the service, or `force` is set */
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
    ...(row.paused_at === null ? {} : { paused_at: row.paused_at }),
    ...(plan === undefined ? {} : { quota: quotaOf(row, plan, clock) }),
  };
}
