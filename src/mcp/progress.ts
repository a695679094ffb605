// How far a call is, as the notifications that the protocol has for it: they only ever grow, up to 100.

import type { Progress as Work } from '#core/progress.ts';

export interface Progress {
  /** Whether the caller wants to know. */
  isWanted: boolean;
  /** `share` of the work, from 0 to 1; one that is not greater than the last is not sent. */
  report(share: number, message: string): Promise<void>;
}

type Send = (notification: {
  method: 'notifications/progress';
  params: { progressToken: string | number; progress: number; total: number; message: string };
}) => Promise<void>;

export function progressTo(progressToken: string | number | undefined, send: Send): Progress {
  let last = -1;
  return {
    isWanted: progressToken !== undefined,
    async report(share, message) {
      const progress = Math.round(Math.min(1, share) * 100);
      if (progressToken === undefined || progress <= last) return;
      last = progress;
      await send({ method: 'notifications/progress', params: { progressToken, progress, total: 100, message } });
    },
  };
}

/** Reports the progress of the conversion itself, which is most of a call. */
export const reportWork = (progress: Progress, { done, of, unit }: Work): Promise<void> =>
  progress.report(0.1 + (0.8 * done) / of, `${done} of ${of} ${unit}.`);
