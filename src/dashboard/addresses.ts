// The paths that the dashboard serves and that others lead to: its own routes, the e-mails of the service, errors of the API.
import type { Addresses } from '#service/addresses.ts';

/** Pages of the application; for other paths below the first it is sent with 404 and shows a page that says so. */
export const pages = {
  home: '/dashboard',
  signIn: '/dashboard/sign-in',
  link: '/dashboard/link',
  confirmAddress: '/dashboard/confirm-address',
  playground: '/dashboard/playground',
  jobs: '/dashboard/jobs',
  keys: '/dashboard/keys',
  shares: '/dashboard/shares',
  webhooks: '/dashboard/webhooks',
  plan: '/dashboard/plan',
  settings: '/dashboard/settings',
  admin: '/dashboard/admin',
} as const;

export const addresses = {
  ...pages,
  auth: '/dashboard/auth',
  unsubscribe: '/unsubscribe',
} as const satisfies Addresses;
