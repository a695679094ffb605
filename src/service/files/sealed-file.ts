// A file encrypted in segments, so that any part can be read and verified by itself: AES-256-GCM, with the segment number as
// the nonce and a key per file, as in Hoang, Reyhanitabar, Rogaway, Vizár: Online Authenticated Encryption (STREAM), 2015.
// The head holds a salt and the length, and is authenticated with each segment: no segment can be cut off, exchanged or repeated.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { Transform, type TransformCallback } from 'node:stream';
import type { ByteRange } from './files.ts';

const segmentBytes = 64 * 1024;
const [saltBytes, tagBytes, keyBytes, lengthBytes] = [16, 16, 32, 8];
export const headBytes = saltBytes + lengthBytes;
const sealedSegment = segmentBytes + tagBytes;

interface Head {
  bytes: Buffer;
  /** The size of the plain file, in bytes. */
  length: number;
  key: Buffer;
}

const keyOf = (secret: Buffer, salt: Buffer) => Buffer.from(hkdfSync('sha256', secret, salt, 'platen file', keyBytes));

/** Reads the head of an encrypted file. @throws when it is invalid */
export function readHead(bytes: Buffer, secret: Buffer): Head {
  if (bytes.length !== headBytes) throw new Error('an encrypted file has been cut off');
  return { bytes, length: Number(bytes.readBigUInt64BE(saltBytes)), key: keyOf(secret, bytes.subarray(0, saltBytes)) };
}

function newHead(secret: Buffer, length: number): Head {
  const bytes = Buffer.alloc(headBytes);
  randomBytes(saltBytes).copy(bytes);
  bytes.writeBigUInt64BE(BigInt(length), saltBytes);
  return readHead(bytes, secret);
}

function nonceOf(segment: number): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(segment, 8);
  return nonce;
}

/** Returns the size of the encrypted file for a number of plain bytes. */
export const sealedLength = (length: number): number =>
  headBytes + length + Math.max(1, Math.ceil(length / segmentBytes)) * tagBytes;

/** Creates a transform that encrypts `length` bytes. */
export function sealing(secret: Buffer, length: number): Transform {
  const head = newHead(secret, length);
  let segment = 0;
  const seal = (plain: Buffer) => {
    const cipher = createCipheriv('aes-256-gcm', head.key, nonceOf(segment++)).setAAD(head.bytes);
    return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  };
  const stream = inPieces(segmentBytes, seal, () => {
    if (segment === 0) stream.push(seal(Buffer.alloc(0)));
  });
  stream.push(head.bytes);
  return stream;
}

/** Returns the part of the encrypted file that contains `range`, and how many of its plain bytes to skip. */
export function sealedRange({ start, end }: ByteRange): ByteRange & { segment: number; skipped: number } {
  // An empty file has one empty segment, which proves that it is empty.
  const [first, last] = [Math.floor(start / segmentBytes), Math.floor(Math.max(start, end) / segmentBytes)];
  return {
    segment: first,
    skipped: start - first * segmentBytes,
    start: headBytes + first * sealedSegment,
    end: headBytes + (last + 1) * sealedSegment - 1,
  };
}

/** Creates a transform that decrypts segments, from a given number on, to the plain bytes of `range`. */
export function unsealing(head: Head, { start, end }: ByteRange): Transform {
  let { segment, skipped } = sealedRange({ start, end });
  const first = segment;
  let left = end - start + 1;
  const open = (sealed: Buffer) => {
    const decipher = createDecipheriv('aes-256-gcm', head.key, nonceOf(segment++), { authTagLength: tagBytes })
      .setAAD(head.bytes)
      .setAuthTag(sealed.subarray(sealed.length - tagBytes));
    const plain = Buffer.concat([decipher.update(sealed.subarray(0, -tagBytes)), decipher.final()]);
    const wanted = plain.subarray(skipped, skipped + left);
    skipped = 0;
    left -= wanted.length;
    return wanted;
  };
  return inPieces(sealedSegment, open, () => {
    if (left > 0 || segment === first) throw new Error('an encrypted file has been cut off');
  });
}

/** Splits a stream into pieces of one size; the last piece may be shorter. */
function inPieces(size: number, change: (piece: Buffer) => Buffer, ended = () => {}): Transform {
  let waiting: Buffer = Buffer.alloc(0);
  const attempt = (done: TransformCallback, work: () => void) => {
    try {
      work();
      done();
    } catch (error) {
      done(error as Error);
    }
  };
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      attempt(done, () => {
        waiting = waiting.length === 0 ? chunk : Buffer.concat([waiting, chunk]);
        let at = 0;
        for (; waiting.length - at >= size; at += size) this.push(change(waiting.subarray(at, at + size)));
        waiting = waiting.subarray(at);
      });
    },
    flush(done) {
      attempt(done, () => {
        if (waiting.length > 0) this.push(change(waiting));
        ended();
      });
    },
  });
}
