// How the parts of an Office document refer to each other (ECMA-376 part 2, 6.5).
import { posix } from 'node:path';
import { attribute } from '#core/markup.ts';

export interface Relation {
  id: string;
  type: string;
  /** The name of the part it leads to, or a URL where it leads out of the document. */
  target: string;
}

/** Reads a part as text; null if the document does not have it. */
export type ReadPart = (name: string) => Promise<string | null>;

/** The relations of a part, by the part's name. */
export async function relationsOf(read: ReadPart, part: string): Promise<Relation[]> {
  const folder = posix.dirname(part);
  const xml = (await read(`${folder}/_rels/${posix.basename(part)}.rels`)) ?? '';
  return [...xml.matchAll(/<(?:\w+:)?Relationship\s[^<>]*>/g)].map(([tag]) => ({
    id: attribute(tag, 'Id') ?? '',
    type: attribute(tag, 'Type') ?? '',
    target: resolved(attribute(tag, 'Target') ?? '', attribute(tag, 'TargetMode'), folder),
  }));
}

function resolved(target: string, mode: string | undefined, folder: string): string {
  if (mode === 'External') return target;
  return target.startsWith('/') ? target.slice(1) : posix.join(folder, target);
}
