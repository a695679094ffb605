// The states of a job in the API and the dashboard.
export const jobStates = ['pending', 'success', 'failed', 'rejected', 'deleted', 'expired'] as const;
export type JobState = (typeof jobStates)[number];
