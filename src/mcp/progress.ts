// How far a call is, as the notifications that the protocol has for it: they only ever grow, up to 100.

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
