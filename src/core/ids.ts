// Identifiers that sort by time and cannot be guessed.
import { randomFillSync } from 'node:crypto';

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'; // Crockford's base 32: no i, l, o, u

/** Encodes bytes in base 32, most significant bit first. */
export function base32(bytes: Uint8Array): string {
  let text = '';
  let buffer = 0;
  let bits = 0;
  for (const byte of bytes) {
    buffer = ((buffer << 8) | byte) & 0xfff;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += alphabet[(buffer >> bits) & 31];
    }
  }
  return bits > 0 ? text + alphabet[(buffer << (5 - bits)) & 31] : text;
}

const randomBytes = 16;
/** Random bytes for many identifiers at once, since the call takes longer than the rest. */
const pool = Buffer.alloc(128 * randomBytes);
let at = pool.length;

/** Creates an identifier from 48 bits of time and 128 random bits: 36 characters that sort by creation time. */
export function newId(now: number): string {
  if (at === pool.length) {
    randomFillSync(pool);
    at = 0;
  }
  const bytes = Buffer.alloc(6 + randomBytes);
  bytes.writeUIntBE(now, 0, 6);
  pool.copy(bytes, 6, at, at + randomBytes);
  // Bytes that have been used are not kept.
  pool.fill(0, at, at + randomBytes);
  at += randomBytes;
  return base32(bytes);
}

/** Returns a value that sorts before every identifier from this time on, and after every earlier one. */
export function firstIdAt(time: number): string {
  const bytes = Buffer.alloc(6);
  bytes.writeUIntBE(Math.max(0, time), 0, 6);
  return base32(bytes);
}

/** Returns the creation time of an identifier. */
export function timeOfId(id: string): number {
  const bits = Array.from(id.slice(0, 10)).reduce((all, letter) => all * 32 + alphabet.indexOf(letter), 0);
  return Math.floor(bits / 4); // 10 letters are 50 bits
}

/** Returns whether a string has the form of our identifiers; if not, the database need not be queried. */
export const isWellFormedId = (text: string): boolean => /^[0-9a-hjkmnp-tv-z]{36}$/.test(text);
