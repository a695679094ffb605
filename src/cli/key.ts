// ./platen key …
import { parseArgs } from 'node:util';
import { recordEvent } from '#service/accounts/audit.ts';
import { createKey, listKeys, revokeKey } from '#service/accounts/keys.ts';
import { requireAction, requireArgument, type Command } from './command.ts';
import { accountOf, dataOption, print, withData } from './data.ts';

export const key: Command = {
  name: 'key',
  usage: 'create|list EMAIL [--name N] | revoke PREFIX',
  summary: 'Create, list and revoke API keys; create prints only the key.',
  async run(args) {
    const options = { ...dataOption, name: { type: 'string' } } as const;
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    const [first, who] = positionals;
    const action = requireAction(first, ['create', 'list', 'revoke']);
    return withData(values, async (context) => {
      const { db, clock, config } = context;
      switch (action) {
        case 'create': {
          const { id } = await accountOf(context, who);
          const name = values.name ?? 'created on the command line';
          const { key } = await createKey(db, clock, id, name, config.keyPrefix);
          await recordEvent(context, { accountId: id, event: 'key_created', actor: 'operator', detail: { name } });
          return print(key);
        }
        case 'list': {
          const rows = await listKeys(db, (await accountOf(context, who)).id);
          return print(
            rows.map(({ prefix, name, created_at, last_used_at, revoked_at }) => ({
              prefix,
              name,
              created_at,
              last_used_at,
              revoked_at,
            })),
          );
        }
        case 'revoke': {
          const prefix = requireArgument(who, 'PREFIX');
          const revoked = await revokeKey(db, clock, prefix);
          if (revoked.length === 0) throw new Error(`there is no active key with the prefix ${prefix}`);
          for (const { account_id, name } of revoked)
            await recordEvent(context, {
              accountId: account_id,
              event: 'key_revoked',
              actor: 'operator',
              detail: { name },
            });
          return print(`revoked ${prefix}`);
        }
      }
    });
  },
};
