// Errors of the dashboard's own JSON; conversions answer with the error codes of the API.
import type { FastifyReply } from 'fastify';
import { refusals as messages } from '#messages/en/refusals.ts';

/** Their statuses; their messages are among the texts of the pages. */
const statuses = {
  not_signed_in: 401,
  not_same_origin: 403,
  not_allowed: 403,
  account_suspended: 403,
  mail_not_sent: 502,
  not_found: 404,
  not_offered: 403,
  link_ended: 410,
  not_your_link: 403,
  last_administrator: 409,
  no_room: 409,
  sign_up_closed: 403,
  address_taken: 409,
  job_has_no_file: 409,
  input_gone: 410,
  sharing_not_in_plan: 403,
  too_many: 409,
  provider_away: 502,
} as const;

export type RefusalCode = keyof typeof statuses | 'invalid_input';

export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly status: number;
  readonly field: string | undefined;
  /** The explanation of another program, such as the mail server. */
  readonly problem: string | undefined;

  /** With an explanation of another program, or the message of the code. */
  constructor(code: keyof typeof statuses, problem?: string);
  constructor(code: 'invalid_input', problem: string, field: string);
  constructor(code: RefusalCode, problem?: string, field?: string) {
    super(code === 'invalid_input' ? problem : [messages[code], problem].filter(Boolean).join(' '));
    this.code = code;
    this.status = code === 'invalid_input' ? 400 : statuses[code];
    this.field = field;
    this.problem = code === 'invalid_input' ? undefined : problem;
  }
}

export const sendRefusal = (reply: FastifyReply, { status, code, message, field, problem }: Refusal): FastifyReply =>
  reply.code(status).send({
    error: code,
    message,
    ...(field === undefined ? {} : { field }),
    ...(problem === undefined ? {} : { problem }),
  });
