// Errors of the dashboard's own JSON; conversions answer with the error codes of the API.
import type { FastifyReply } from 'fastify';

const refusals = {
  not_signed_in: { status: 401, message: 'You are not signed in, or your session has expired. Sign in again.' },
  not_same_origin: { status: 403, message: 'Only the pages of this dashboard can make this request.' },
  not_allowed: { status: 403, message: 'Only administrators can do this.' },
  not_found: { status: 404, message: 'This does not exist, or belongs to another account.' },
  link_ended: {
    status: 410,
    message: 'This link has already been used, or is older than 15 minutes. Request a new one.',
  },
  not_your_link: {
    status: 403,
    message:
      'This link has expired, or belongs to another account. Sign in with your current address and open it again.',
  },
  last_administrator: {
    status: 409,
    message:
      'You are the only administrator. Make another account an administrator first, or delete this one with ./platen account delete.',
  },
  no_room: {
    status: 409,
    message: 'Your shared files have reached the storage limit of your plan. Revoke some links first.',
  },
  sign_up_closed: { status: 403, message: 'Sign-up is closed on this server. Ask its administrator for an account.' },
  address_taken: { status: 409, message: 'Another account already uses this address.' },
  job_has_no_file: { status: 409, message: 'The file of this job is no longer available, so it cannot be shared.' },
  sharing_not_in_plan: { status: 403, message: 'Your plan does not include share links.' },
  too_many: { status: 409, message: 'You have reached the limit. Remove some first.' },
  provider_away: { status: 502, message: 'The identity provider is not responding. Try again, or sign in by e-mail.' },
} as const;

export type RefusalCode = keyof typeof refusals | 'invalid_input';

export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly status: number;
  readonly field: string | undefined;

  constructor(code: keyof typeof refusals);
  constructor(code: 'invalid_input', problem: string, field: string);
  constructor(code: RefusalCode, problem?: string, field?: string) {
    super(code === 'invalid_input' ? problem : refusals[code].message);
    this.code = code;
    this.status = code === 'invalid_input' ? 400 : refusals[code].status;
    this.field = field;
  }
}

export const sendRefusal = (reply: FastifyReply, { status, code, message, field }: Refusal): FastifyReply =>
  reply.code(status).send({ error: code, message, ...(field === undefined ? {} : { field }) });
