// docs/errors.md: the error catalogue.
import { errorCodes, errors } from '#core/errors.ts';
import { table } from './table.ts';

/** The page of all error codes. */
export function errorsPage(): string {
  const rows = errorCodes.map((code) => {
    const { status, kind, fields, fix } = errors[code];
    return [
      String(status),
      `\`${code}\``,
      Object.keys(fields.shape)
        .map((name) => `\`${name}\``)
        .join(', '),
      kinds[kind],
      fix,
    ];
  });
  return `# Errors\n\nMade by \`./platen docs\`. Every error is JSON with \`error\` (the code), \`message\` (for people) and the fields below; refusals of a known account also carry \`plan\`, errors of a job \`job_id\` and \`status\`.\n\n${table(['HTTP', 'code', 'fields', 'job and quota', 'what to do'], rows)}\n`;
}

const kinds = {
  door: 'refused before a job exists; not counted',
  verdict: 'job `rejected`; counted',
  breakdown: 'job `failed`; given back',
  read: 'no job',
} as const;
