// Structured logs on standard error. At level info and above they never contain file names, keys or file contents.
import { pino, type Logger } from 'pino';

export type Log = Logger;
export const logLevels = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;

export const createLog = (level: (typeof logLevels)[number]): Log =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      // Names, because log readers do not know pino's numbers.
      formatters: { level: (name) => ({ level: name }) },
    },
    pino.destination({ dest: 2, sync: false }),
  );

/** Returns the same log without these fields, up to two levels deep, as a safety net if a caller logs one. */
export const withoutFields = (log: Log, names: readonly string[]): Log =>
  log.child({}, { redact: { paths: names.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), remove: true } });

export const silentLog: Log = pino({ level: 'silent' });
