// What the dashboard answers when it does not do what was asked; refusals of conversions keep their codes of the API.
import type { FastifyReply } from 'fastify';

const refusals = {
  not_signed_in: { status: 401, message: 'You are not signed in, or your session has ended. Sign in again.' },
  not_same_origin: { status: 403, message: 'Only the pages of this dashboard may ask for this.' },
  not_allowed: { status: 403, message: 'Only administrators may do this.' },
  not_found: { status: 404, message: 'This does not exist, or is not yours.' },
  link_ended: { status: 410, message: 'This link was used already, or is older than 15 minutes. Ask for a new one.' },
  not_your_link: {
    status: 403,
    message:
      'This link has ended, or belongs to another account. Sign in with your present address, then follow it again.',
  },
  last_administrator: {
    status: 409,
    message:
      'You are the only administrator. Make somebody else one first, or delete the account with ./platen account delete.',
  },
  no_room: {
    status: 409,
    message: 'Your shared files take all the room that your plan has for them. Revoke some links first.',
  },
  sign_up_closed: { status: 403, message: 'This server takes no new accounts. Ask whoever runs it for one.' },
  address_taken: { status: 409, message: 'Another account has this address already.' },
  job_has_no_file: { status: 409, message: 'The job has no file any more, so there is nothing to share.' },
  sharing_not_in_plan: { status: 403, message: 'Your plan has no share links.' },
  too_many: { status: 409, message: 'You have as many of these as there can be. Remove some first.' },
  provider_away: { status: 502, message: 'The identity provider does not answer. Try again, or sign in by mail.' },
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
