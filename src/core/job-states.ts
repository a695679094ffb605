// The states of a job, as the API and the dashboard list them.
export const jobStates = ['pending', 'success', 'failed', 'rejected', 'deleted', 'expired'] as const;
export type JobState = (typeof jobStates)[number];
