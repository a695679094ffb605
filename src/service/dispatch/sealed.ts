// Encrypts the options of an order while it travels through the database, bound to the job; fields that are known not to be
// secret stay readable.
import { createSealing } from '#core/sealing.ts';
import type { Order } from './dispatcher.ts';

/** Options, encrypted except for the open ones. */
export interface SealedOptions {
  open: Record<string, unknown>;
  /** The other options as JSON. */
  sealed?: string;
}

export type Sealer = ReturnType<typeof createSealer>;

/** Seals with `secret`, and also unseals with `previous`. `openFieldsOf` lists a tool's options that are not secret. */
export function createSealer(
  openFieldsOf: (tool: string) => ReadonlySet<string>,
  secret: string,
  previous: string | undefined,
) {
  const sealing = createSealing('platen orders', secret, previous);
  return {
    seal({ tool, options, jobId }: Order): SealedOptions {
      const isOpen = openFieldsOf(tool);
      const { open = [], hidden } = Object.groupBy(Object.entries(options), ([name]) =>
        isOpen.has(name) ? 'open' : 'hidden',
      );
      if (hidden === undefined) return { open: Object.fromEntries(open) };
      return {
        open: Object.fromEntries(open),
        sealed: sealing.seal(JSON.stringify(Object.fromEntries(hidden)), jobId),
      };
    },
    /** Decrypts the options. @throws when the order was sealed with another secret, or for another job */
    unseal({ open, sealed }: SealedOptions, jobId: string): Record<string, unknown> {
      if (sealed === undefined) return open;
      return { ...open, ...(JSON.parse(sealing.open(sealed, jobId)) as Record<string, unknown>) };
    },
  };
}
