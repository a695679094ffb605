// How a page's content leaves the graphics state: q and Q counted over its operators (ISO 32000-2, 8.4.2).
import { readContent } from './content.ts';

export interface Balance {
  /** How far below its start the stack would go: Qs without a q. */
  missing: number;
  /** How many states are still saved at the end. */
  open: number;
}

export function balanceOf(content: Buffer): Balance {
  let depth = 0;
  let lowest = 0;
  readContent(content, (operator) => {
    if (operator === 'q') depth += 1;
    else if (operator === 'Q') depth -= 1;
    lowest = Math.min(lowest, depth);
  });
  return { missing: 0 - lowest, open: depth - lowest };
}
