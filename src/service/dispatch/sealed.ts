// Secret options of an order are encrypted while it travels through the database, bound to the job.
import { createSealing } from '#core/sealing.ts';
import type { Order } from './dispatcher.ts';

/** Names of options that are never logged or stored in plain text. */
const secrets: readonly string[] = ['password', 'steps'];

/** Options; the secret ones are encrypted. */
export interface SealedOptions {
  open: Record<string, unknown>;
  /** The other options as JSON. */
  sealed?: string;
}

export type Sealer = ReturnType<typeof createSealer>;

/** Seals with `secret`; unseals with `before` as well. */
export function createSealer(secret: string, before?: string) {
  const sealing = createSealing('platen orders', secret, before);
  return {
    seal({ options, jobId }: Order): SealedOptions {
      const entries = Object.entries(options);
      const hidden = entries.filter(([name]) => secrets.includes(name));
      const open = Object.fromEntries(entries.filter(([name]) => !secrets.includes(name)));
      if (hidden.length === 0) return { open };
      return { open, sealed: sealing.seal(JSON.stringify(Object.fromEntries(hidden)), jobId) };
    },
    /** @throws when the order was sealed with another secret, or for another job */
    unseal({ open, sealed }: SealedOptions, jobId: string): Record<string, unknown> {
      if (sealed === undefined) return open;
      return { ...open, ...(JSON.parse(sealing.open(sealed, jobId)) as Record<string, unknown>) };
    },
  };
}
