// The headings of a document: their levels from 1, and anchors as GitHub makes them.
import type { TextBlock } from '#conversion/layout/layout-blocks.ts';

/** Levels from 1 to 6; where there is a title (level 0), it is the first one. */
export function levelsOf(paragraphs: readonly TextBlock[]): (level: number) => number {
  const hasTitle = paragraphs.some(({ role }) => role?.heading === 0);
  return (level) => Math.min(6, Math.max(1, hasTitle ? level + 1 : level));
}

/** Assigns each heading a unique anchor. */
export class Anchors {
  readonly #used = new Map<string, number>();

  of(text: string): string {
    const plain = text
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}\s_-]/gu, '')
      .trim()
      .replace(/\s/g, '-');
    const count = this.#used.get(plain) ?? 0;
    this.#used.set(plain, count + 1);
    return count === 0 ? plain : `${plain}-${count}`;
  }
}
