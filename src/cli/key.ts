// ./platen key …
import { recordEvent } from '#service/accounts/audit.ts';
import { InvalidArgumentError } from 'commander';
import { tools as allTools } from '#conversion/tools/index.ts';
import { dayMs } from '#core/clock.ts';
import { closest } from '#core/closest.ts';
import { createKey, describeKey, listKeys, revokeKey } from '#service/accounts/keys.ts';
import { keyScopes } from '#service/database/schema.ts';
import { dataOption, ending, UsageError, type Define } from './command.ts';
import { accountOf, onData, print, withData, type DataContext, type DataOption } from './data.ts';

const toolIds = allTools.map(({ id }) => id);

interface KeyOptions {
  name: string;
  expires?: number;
  scope?: string[];
  tools?: string[];
  test: boolean;
}

/** Returns the end of the day, in milliseconds. */
function lastDay(text: string): number {
  const day = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  if (Number.isNaN(day)) throw new InvalidArgumentError('A date looks like 2027-12-31.');
  if (day + dayMs <= Date.now()) throw new InvalidArgumentError('It has passed.');
  return day + dayMs;
}

/** A list is separated by commas or spaces; an address that follows it is recognised by its @. */
const listed = (text: string, before: string[] = []): string[] => [...before, ...text.split(',').filter(Boolean)];
const isAddress = (word: string): boolean => word.includes('@');

/** @throws UsageError for a word that is not in `allowed` */
function wordsOf<Word extends string>(
  given: readonly string[] | undefined,
  allowed: readonly Word[],
  problem: (word: string) => string,
): Word[] | null {
  if (given === undefined) return null;
  if (given.every(isAddress)) throw new UsageError('a list of what a key may do must not be empty');
  const known = new Set<string>(allowed);
  const isKnown = (word: string): word is Word => known.has(word);
  return given
    .filter((word) => !isAddress(word))
    .map((word) => {
      if (isKnown(word)) return word;
      const meant = closest(word, allowed);
      throw new UsageError(problem(word) + (meant === undefined ? '' : `; did you mean ${meant}?`));
    });
}

export const key: Define = (keys) => {
  keys
    .command('create [email]')
    .description('Create a key for an account, and print only the key.')
    .option('--name <name>', 'its purpose', 'created on the command line')
    .option('--expires <date>', 'the last day (UTC) that it works on, such as 2027-12-31', lastDay)
    .option('--scope <scope...>', `what it may do; by default everything (${keyScopes.join(', ')})`, listed)
    .option('--tools <tool...>', 'the tools that it may convert with; by default all', listed)
    .option('--test', 'its results are marked TEST and not counted; 50 a day for an account', false)
    .addOption(dataOption())
    .action(ending(create));

  keys
    .command('list <email>')
    .description('List the keys of an account.')
    .addOption(dataOption())
    .action(
      onData(async (context, email: string) => {
        print((await listKeys(context.db, (await accountOf(context, email)).id)).map(describeKey));
      }),
    );

  keys
    .command('revoke <prefix>')
    .description('Revoke a key, named by its prefix.')
    .addOption(dataOption())
    .action(onData(revoke));
};

function create(
  first: string | undefined,
  { name, expires, scope, tools, test, ...values }: DataOption & KeyOptions,
): Promise<void> {
  const lists = [...(scope ?? []), ...(tools ?? [])].filter(isAddress);
  const [email, another] = [first, ...lists].filter((word) => word !== undefined);
  if (another !== undefined) throw new UsageError(`a key belongs to one account: ${email} or ${another}`);
  if (email === undefined) throw new UsageError("name the account's address: ./platen key create EMAIL");
  const rights = {
    scopes: wordsOf(scope, keyScopes, (word) => `there is no scope ${word}: choose ${keyScopes.join(' or ')}`),
    tools: wordsOf(tools, toolIds, (word) => `there is no tool called ${word}`),
  };
  return withData(values, async (context) => {
    const { db, clock, config } = context;
    const { id } = await accountOf(context, email);
    const wanted = { name, prefix: config.keyPrefix, expiresAt: expires ?? null, ...rights, isTest: test };
    const { key } = await createKey(db, clock, id, wanted);
    await recordEvent(context, { accountId: id, event: 'key_created', actor: 'operator', detail: { name } });
    print(key);
  });
}

async function revoke(context: DataContext, prefix: string): Promise<void> {
  const revoked = await revokeKey(context.db, context.clock, prefix);
  if (revoked.length === 0) throw new Error(`there is no active key with the prefix ${prefix}`);
  for (const { account_id: accountId, name } of revoked)
    await recordEvent(context, { accountId, event: 'key_revoked', actor: 'operator', detail: { name } });
  print(`revoked ${prefix}`);
}
