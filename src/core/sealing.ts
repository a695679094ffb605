// Encrypts short texts in the database: AES-256-GCM, with a key derived from a secret by HKDF for one
// purpose, bound to a context.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const [ivBytes, tagBytes, keyBytes] = [12, 16, 32];

export type Sealing = ReturnType<typeof createSealing>;

/** Seals with `secret`, and also opens texts sealed with `before`. */
export function createSealing(purpose: string, secret: string, before?: string) {
  const keyOf = (from: string) => Buffer.from(hkdfSync('sha256', from, '', purpose, keyBytes));
  const key = keyOf(secret);
  return {
    /** Encrypts a text to Base64: initialization vector, tag, and the text. */
    seal(text: string, context: string): string {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv(algorithm, key, iv).setAAD(Buffer.from(context));
      const hidden = Buffer.concat([cipher.update(text), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), hidden]).toString('base64');
    },
    /** Decrypts a text. @throws when it was sealed with another secret, or for another context */
    open(sealed: string, context: string): string {
      const bytes = Buffer.from(sealed, 'base64');
      try {
        return opened(bytes, key, context);
      } catch (error) {
        if (before === undefined) throw error;
        return opened(bytes, keyOf(before), context);
      }
    },
  };
}

function opened(bytes: Buffer, key: Buffer, context: string): string {
  const [iv, tag] = [bytes.subarray(0, ivBytes), bytes.subarray(ivBytes, ivBytes + tagBytes)];
  const decipher = createDecipheriv(algorithm, key, iv, { authTagLength: tagBytes })
    .setAAD(Buffer.from(context))
    .setAuthTag(tag);
  return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]).toString('utf8');
}
