// Checks the rights of a key.
import { Failure } from '#core/failure.ts';
import type { KeyScope } from '#service/database/schema.ts';
import type { Caller } from '#service/jobs/received.ts';

/** Requires a scope; a key without scopes may do everything. @throws forbidden */
export function requireScope({ rights }: Pick<Caller, 'rights'>, scope: KeyScope, tool?: string): void {
  if (rights === undefined) return;
  if (rights.scopes !== null && !rights.scopes.includes(scope)) throw new Failure('forbidden', { scope });
  if (tool !== undefined && rights.tools !== null && !rights.tools.includes(tool))
    throw new Failure('forbidden', { scope, tools: [...rights.tools] });
}
