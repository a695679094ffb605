// The error of a conversion, worded for the playground instead of for API clients.
import type { ApiError } from '../api/client.ts';
import type { Plan } from '../api/types.ts';
import { size } from '../format.ts';

export interface ConversionError {
  code: string;
  message: string;
  /** The form field with the problem. */
  field: string | undefined;
  isAboutPlan: boolean;
}

/** Messages of the API that mention keys or fields are replaced. */
const messages: Record<string, (plan: Plan | null) => string> = {
  quota_exceeded: () => 'You have used all conversions of this period.',
  credits_expired: () => 'Your trial has ended.',
  account_not_provisioned: () => 'This account has no plan. Ask your administrator for one.',
  plan_limit_files: (plan) => `The plan ${plan?.name ?? ''} does not allow this many files at a time.`,
  file_too_large: (plan) =>
    `A file is larger than the ${size(plan?.max_bytes ?? 0)} that the plan ${plan?.name ?? ''} allows.`,
  needs_password: () => 'This PDF needs a password.',
  wrong_password: () => 'This password does not open the PDF.',
  not_signed_in: () => 'Your session has expired. Sign in again, then click Convert once more.',
};
const aboutPlan = [
  'quota_exceeded',
  'credits_expired',
  'account_not_provisioned',
  'plan_limit_files',
  'file_too_large',
];
const aboutPassword = ['needs_password', 'wrong_password'];

export const describeError = ({ code, message, field }: ApiError, plan: Plan | null): ConversionError => ({
  code,
  message: messages[code]?.(plan) ?? message,
  field: aboutPassword.includes(code) ? 'password' : field,
  isAboutPlan: aboutPlan.includes(code),
});
