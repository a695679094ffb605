// Finds parts of pages by the words in them, in the index that the build has written.
import MiniSearch from 'minisearch';
import { indexOptions, type Part } from '../index-options.ts';

export type Found = Pick<Part, 'address' | 'title' | 'section' | 'excerpt'>;

const most = 12;

/** Fetches the index. */
export async function finder(address: string): Promise<(text: string) => Found[]> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  const index = MiniSearch.loadJSON<Part>(await response.text(), indexOptions);
  return (text) => {
    const found = index.search(text, { combineWith: 'AND' });
    const some = found.length > 0 ? found : index.search(text);
    return some.slice(0, most) as unknown as Found[];
  };
}
