// Secret options of an order are encrypted while it travels through the database: AES-256-GCM, with a key derived from
// PLATEN_SECRET by HKDF, bound to the job.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Order } from './dispatcher.ts';

const algorithm = 'aes-256-gcm';
const [ivBytes, tagBytes] = [12, 16];

/** Options, with those that are secrets encrypted. */
export interface SealedOptions {
  open: Record<string, unknown>;
  /** Base64: initialization vector, tag, and the other options as JSON. */
  sealed?: string;
}

export interface Sealer {
  seal(order: Order): SealedOptions;
  /** @throws when the order was sealed with another secret, or for another job */
  unseal(options: SealedOptions, jobId: string): Record<string, unknown>;
}

export function createSealer(secret: string): Sealer {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'platen orders', 32));
  return {
    seal({ options, secrets, jobId }) {
      const entries = Object.entries(options);
      const hidden = entries.filter(([name]) => secrets.includes(name));
      const open = Object.fromEntries(entries.filter(([name]) => !secrets.includes(name)));
      if (hidden.length === 0) return { open };
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv(algorithm, key, iv).setAAD(Buffer.from(jobId));
      const text = Buffer.concat([cipher.update(JSON.stringify(Object.fromEntries(hidden))), cipher.final()]);
      return { open, sealed: Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64') };
    },
    unseal({ open, sealed }, jobId) {
      if (sealed === undefined) return open;
      const bytes = Buffer.from(sealed, 'base64');
      const [iv, tag] = [bytes.subarray(0, ivBytes), bytes.subarray(ivBytes, ivBytes + tagBytes)];
      const decipher = createDecipheriv(algorithm, key, iv, { authTagLength: tagBytes })
        .setAAD(Buffer.from(jobId))
        .setAuthTag(tag);
      const text = Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]);
      return { ...open, ...(JSON.parse(text.toString('utf8')) as Record<string, unknown>) };
    },
  };
}
