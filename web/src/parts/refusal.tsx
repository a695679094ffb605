// A refusal of a conversion, in the words of the page rather than of the API.
import type { ApiError } from '../api/client.ts';
import type { Plan } from '../api/types.ts';
import { size } from '../format.ts';

export interface Refusal {
  code: string;
  message: string;
  /** The field of the form that it is about. */
  field: string | undefined;
  isAboutPlan: boolean;
}

/** Where the API speaks of its fields and keys, people are told something else. */
const words: Record<string, (plan: Plan | null) => string> = {
  quota_exceeded: () => 'The conversions of this period are used up.',
  credits_expired: () => 'The trial has ended.',
  account_not_provisioned: () => 'This account has no plan. Ask the operator for one.',
  plan_limit_files: (plan) => `These are more files than the plan ${plan?.name ?? ''} takes at a time.`,
  file_too_large: (plan) => `A file is larger than the ${size(plan?.max_bytes ?? 0)} of the plan ${plan?.name ?? ''}.`,
  needs_password: () => 'The PDF asks for a password.',
  wrong_password: () => 'This password does not open the PDF.',
  not_signed_in: () => 'Your session has ended. Sign in again, then press Convert once more.',
};
const aboutPlan = [
  'quota_exceeded',
  'credits_expired',
  'account_not_provisioned',
  'plan_limit_files',
  'file_too_large',
];
const aboutPassword = ['needs_password', 'wrong_password'];

export const refusalInWords = ({ code, message, field }: ApiError, plan: Plan | null): Refusal => ({
  code,
  message: words[code]?.(plan) ?? message,
  field: aboutPassword.includes(code) ? 'password' : field,
  isAboutPlan: aboutPlan.includes(code),
});
