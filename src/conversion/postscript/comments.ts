// Reads facts about the pages of a PostScript program from its comments (Document Structuring Conventions 3.0, sections 4.6 and 5.2).

export interface PageComments {
  /** Some page is turned: its text is upright only if a viewer turns it. */
  isTurned: boolean;
  /** Width and height in points of the medium that the program expects, where it states one. */
  media?: [width: number, height: number];
}

const number = String.raw`-?(?:\d+(?:\.\d*)?|\.\d+)`;
const box = String.raw`${number}\s+${number}\s+${number}\s+${number}`;
/** Points: larger media are mistakes. */
const maxSide = 14_400;

/** `program` as a whole: orientations are stated page by page. */
export function pageComments(program: string): PageComments {
  const isTurned = /^%%(?:Page)?Orientation:\s*(?:Landscape|Seascape)\b/im.test(program);
  const [, width, height] =
    new RegExp(String.raw`^%%DocumentMedia:\s*\S+\s+(${number})\s+(${number})(?=\s)`, 'm').exec(program) ?? [];
  const media = [Number(width ?? 0), Number(height ?? 0)] as const;
  const isStated = media.every((side) => side > 0 && side <= maxSide);
  return { isTurned, ...(isStated ? { media: [...media] as [number, number] } : {}) };
}

/** The head with the boxes that it promises at the end (`atend`) in their place. */
export function withBoxesAtEnd(head: string, tail: string): string {
  return head.replaceAll(/^%%((?:HiRes)?BoundingBox):\s*\(atend\)[ \t]*(?=[\r\n])/gm, (promised, name: string) => {
    const stated = [...tail.matchAll(new RegExp(String.raw`^%%${name}:\s*(${box})`, 'gm'))].at(-1)?.[1];
    return stated === undefined ? promised : `%%${name}: ${stated}`;
  });
}

/** Whether a box is stated. */
export const hasBox = (text: string): boolean =>
  new RegExp(String.raw`^%%(?:HiRes)?BoundingBox:\s*${box}`, 'm').test(text);
