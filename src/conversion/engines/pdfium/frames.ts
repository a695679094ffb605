// The worker's results as they come through its standard output: two lengths, JSON, bytes.

import { OutputOverflow } from '#conversion/process/program.ts';

interface Header {
  page: number;
  tooLarge?: boolean;
}

const longestFrame = 512 << 20;

/** Takes chunks and calls `onFrame` for each whole frame. */
export function frameReader(onFrame: (header: Header, data: Buffer) => void): (chunk: Buffer) => void {
  let held: Buffer[] = [];
  let heldBytes = 0;
  let wanted = 8;
  return (chunk) => {
    held.push(chunk);
    heldBytes += chunk.length;
    while (heldBytes >= wanted) {
      const all = held.length === 1 && held[0] !== undefined ? held[0] : Buffer.concat(held);
      const jsonBytes = all.readUInt32LE(0);
      const size = 8 + jsonBytes + all.readUInt32LE(4);
      if (size > longestFrame) throw new OutputOverflow('a frame that no page makes');
      held = [all];
      wanted = size;
      if (heldBytes < size) return;
      onFrame(JSON.parse(all.toString('utf8', 8, 8 + jsonBytes)) as Header, all.subarray(8 + jsonBytes, size));
      held = [all.subarray(size)];
      heldBytes -= size;
      wanted = 8;
    }
  };
}
