// How far a pending job is, in words.
import type { LiveJob } from '../api/types.ts';
import { texts } from '../i18n.ts';

/** "2 of 3 steps" while it runs, "4 jobs before it" while it waits; empty where neither is known. */
export function placeText(place: Pick<LiveJob, 'progress' | 'position'> | undefined): string[] {
  const { progress = null, position = null } = place ?? {};
  if (progress !== null) {
    const { done, of: count, unit } = progress;
    return [texts.t(`jobs.progress_${unit}`, { done, count })];
  }
  if (position === null) return [];
  return [position === 0 ? texts.t('jobs.next') : texts.t('jobs.ahead', { count: position })];
}
