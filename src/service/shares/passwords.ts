// Passwords of share links, hashed with scrypt (RFC 7914).
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify<string, Buffer, number, Buffer>(scrypt);
const bytes = 32;

/** Hashes a password as `salt.key`, both in base64url. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password.normalize('NFC'), salt, bytes);
  return `${salt.toString('base64url')}.${key.toString('base64url')}`;
}

export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  const [salt = '', key = ''] = hash.split('.');
  const given = await derive(password.normalize('NFC'), Buffer.from(salt, 'base64url'), bytes);
  const right = Buffer.from(key, 'base64url');
  return given.length === right.length && timingSafeEqual(given, right);
}
