// Damages the members of an archive (Office, OpenDocument, EPUB): its members are unpacked, one is changed, all are packed again.
import { crc32, inflateRawSync } from 'node:zlib';
import type { Mutation } from './mutation.ts';
import type { Random } from './random.ts';

interface Member {
  name: Buffer;
  data: Buffer;
}

const maxMemberBytes = 8 << 20;

/** Of the central directory (APPNOTE.TXT, 4.3.12); members that cannot be unpacked are left out. */
function membersOf(bytes: Buffer): Member[] {
  const members: Member[] = [];
  for (
    let at = bytes.indexOf('PK\u0001\u0002', 0, 'latin1');
    at >= 0;
    at = bytes.indexOf('PK\u0001\u0002', at + 4, 'latin1')
  ) {
    if (at + 46 > bytes.length) break;
    const [method, packed, headerAt] = [
      bytes.readUInt16LE(at + 10),
      bytes.readUInt32LE(at + 20),
      bytes.readUInt32LE(at + 42),
    ];
    const name = bytes.subarray(at + 46, at + 46 + bytes.readUInt16LE(at + 28));
    if (headerAt + 30 > bytes.length) continue;
    const from = headerAt + 30 + bytes.readUInt16LE(headerAt + 26) + bytes.readUInt16LE(headerAt + 28);
    const raw = bytes.subarray(from, from + packed);
    try {
      members.push({ name, data: method === 0 ? raw : inflateRawSync(raw, { maxOutputLength: maxMemberBytes }) });
    } catch {
      // It is broken already.
    }
  }
  return members;
}

/** Stored, not compressed: only the content of members is damaged. */
function pack(members: readonly Member[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, data } of members) {
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt32LE(crc32(data), 10);
    common.writeUInt32LE(data.length, 14);
    common.writeUInt32LE(data.length, 18);
    common.writeUInt16LE(name.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    directory.push(Buffer.from('PK\u0001\u0002\u0014\u0000', 'latin1'), common, place, name);
    const local = [Buffer.from('PK\u0003\u0004', 'latin1'), common, name, data];
    parts.push(...local);
    at += local.reduce((sum, part) => sum + part.length, 0);
  }
  const size = directory.reduce((sum, part) => sum + part.length, 0);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  end.writeUInt16LE(members.length, 8);
  end.writeUInt16LE(members.length, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, ...directory, end]);
}

const values = [
  '',
  '0',
  '-1',
  '2147483648',
  '1e400',
  'NaN',
  '\u0000',
  '&#0;',
  '../../../etc/passwd',
  'file:///etc/passwd',
];

/** Edits of the text of a member. */
const edits: readonly (readonly [what: string, edit: (text: string, random: Random) => string])[] = [
  ['an attribute', (text, random) => replaceOne(text, /="[^"]*"/g, random, () => `="${random.pick(values)}"`)],
  [
    'an element repeated',
    (text, random) => replaceOne(text, /<[^>]+>/g, random, (tag) => tag.repeat(2 ** random.below(14))),
  ],
  ['an element removed', (text, random) => replaceOne(text, /<[^>]+>/g, random, () => '')],
  [
    'a text',
    (text, random) =>
      replaceOne(text, />[^<]+</g, random, () => `>${random.pick(values).repeat(1 + random.below(99))}<`),
  ],
  ['the end', (text, random) => text.slice(0, random.below(text.length + 1))],
  [
    'an entity',
    (text) => text.replace('?>', '?><!DOCTYPE a [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]>'),
  ],
];

function replaceOne(text: string, pattern: RegExp, random: Random, make: (found: string) => string): string {
  const all = [...text.matchAll(pattern)];
  if (all.length === 0) return text;
  const match = random.pick(all);
  return text.slice(0, match.index) + make(match[0]) + text.slice(match.index + match[0].length);
}

/** Edits, drops, doubles or renames one member; null if there is none. */
export function mutateArchive(bytes: Buffer, random: Random): Mutation | null {
  const members = membersOf(bytes);
  if (members.length === 0) return null;
  const at = random.below(members.length);
  const member = random.pick(members.slice(at));
  const name = member.name.toString('latin1');
  const others = members.filter((one) => one !== member);
  const act = random.below(8);
  if (act === 0) return { bytes: pack(others), what: `without ${name}` };
  if (act === 1) return { bytes: pack([...members, member]), what: `${name} twice` };
  if (act === 2) {
    const renamed = Buffer.from(
      random.pick(['../evil', '/etc/passwd', '', name.toUpperCase(), `${name}/`, 'a'.repeat(60_000)]),
    );
    return { bytes: pack([...others, { ...member, name: renamed }]), what: `${name} renamed` };
  }
  const [what, edit] = random.pick(edits);
  const data = Buffer.from(edit(member.data.toString('latin1'), random), 'latin1');
  return { bytes: pack(members.map((one) => (one === member ? { ...one, data } : one))), what: `${what} of ${name}` };
}
