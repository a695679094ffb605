// Refusals of the dashboard, by code.

export const refusals = {
  not_signed_in: 'You are not signed in, or your session has expired. Sign in again.',
  not_same_origin: 'Only the pages of this dashboard can make this request.',
  not_allowed: 'Only administrators can do this.',
  not_found: 'This does not exist, or belongs to another account.',
  not_offered: 'This server converts for accounts only. Sign in first.',
  link_ended: 'This link has already been used, or is older than 15 minutes. Request a new one.',
  not_your_link:
    'This link has expired, or belongs to another account. Sign in with your current e-mail address and open it again.',
  no_room: 'Your shared files have reached the storage limit of your plan. Revoke some links first.',
  sign_up_closed: 'Sign-up is closed on this server. Ask its administrator for an account.',
  address_taken: 'Another account already uses this e-mail address.',
  job_has_no_file: 'The file of this job is no longer available, so it cannot be shared.',
  input_gone: 'The files of this job are no longer kept. Choose them again.',
  sharing_not_in_plan: 'Your plan does not include share links.',
  too_many: 'You have reached the limit. Remove some first.',
  provider_away: 'The identity provider is not responding. Try again, or sign in by e-mail.',
  job_not_found: 'There is no such job, or it was deleted.',
  file_expired: 'The file is no longer available.',
  account_suspended: 'This account is suspended. Ask the administrator of this server.',
  mail_not_sent: 'The mail server did not accept the e-mail.',
  last_administrator:
    'You are the only administrator. Make another account an administrator first, or delete this one with ./platen account delete.',
} as const;
