// The limits of the service that end an engine, other than time.
export const engineLimits = ['memory', 'cpu_time', 'output'] as const;
export type EngineLimit = (typeof engineLimits)[number];
