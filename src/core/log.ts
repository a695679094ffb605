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
      // By its name: what reads logs knows no numbers of pino's.
      formatters: { level: (name) => ({ level: name }) },
    },
    pino.destination({ dest: 2, sync: false }),
  );

/** A second net below what callers leave out: the same log, whose lines have none of these fields, two levels deep. */
export const withoutFields = (log: Log, names: readonly string[]): Log =>
  log.child({}, { redact: { paths: names.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), remove: true } });

export const silentLog: Log = pino({ level: 'silent' });
