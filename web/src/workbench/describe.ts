// The error of a conversion, worded for people instead of for API clients.
import type { ApiError } from '../api/client.ts';
import { texts } from '../i18n.ts';
import type { TaskState } from './batch.ts';

export interface Described {
  code: string;
  message: string;
  /** The form field with the problem. */
  field: string | undefined;
  /** Of several tools in a row the one with the problem, from 0; undefined where it is not said. */
  step: number | undefined;
  isAboutPlan: boolean;
}

/** Messages of the API that mention keys or fields are replaced. */
const keys = {
  quota_exceeded: 'workbench.quota_exceeded',
  credits_expired: 'workbench.credits_expired',
  account_not_provisioned: 'workbench.no_plan',
  plan_limit_files: 'workbench.plan_limit_files',
  needs_password: 'workbench.needs_password',
  wrong_password: 'workbench.wrong_password',
  not_signed_in: 'workbench.not_signed_in',
  rate_limited: 'workbench.used_up',
  unsupported_format: 'workbench.unsupported_format',
  server_busy: 'workbench.server_busy',
} as const;
const isKnown = (code: string): code is keyof typeof keys => Object.hasOwn(keys, code);

const aboutPlan = ['quota_exceeded', 'credits_expired', 'account_not_provisioned', 'plan_limit_files'];
const aboutPassword = ['needs_password', 'wrong_password'];

export const describeError = ({ code, message, field, step }: ApiError): Described => ({
  code,
  message: isKnown(code) ? texts.t(keys[code]) : message,
  field: aboutPassword.includes(code) ? 'password' : field,
  step,
  isAboutPlan: aboutPlan.includes(code),
});

/** Errors that a retry of the same file may not get: the service was busy or unavailable, the session has ended, too many calls. */
const passing = [408, 425, 429];

/** Whether the same once more can help. */
export const canTryAgain = (state: TaskState): boolean =>
  state.is === 'cancelled' ||
  (state.is === 'failed' &&
    (state.error.status >= 500 ||
      passing.includes(state.error.status) ||
      ['no_connection', 'not_signed_in'].includes(state.error.code)));
