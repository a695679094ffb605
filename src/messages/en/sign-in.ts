// Signing in: the page, the page of the mailed link, and the page that confirms a new e-mail address.

export const signIn = {
  title: 'Sign in to Platen',
  intro: 'Enter your e-mail address and we will send you a sign-in link.',
  closed: 'Sign-up is closed on this server.',
  newcomers:
    'If you are new, this creates a free account with {{conversions}} conversions. No password or credit card needed.',
  newcomers_of:
    'If you are new and have an e-mail address at {{domains}}, this creates a free account with {{conversions}} conversions. No password or credit card needed.',
  account_deleted: 'Your account and all of its data have been deleted.',
  sign_up_closed: 'Sign-up is closed on this server. Ask its administrator for an account.',
  email_not_verified: 'Your identity provider has not verified your e-mail address.',
  failed: 'Sign-in failed. Try again.',
  email: 'E-mail address',
  send: 'Send sign-in link',
  or: 'or',
  continue_with: 'Continue with {{provider}}',
  sent: 'Check your e-mail',
  sent_text:
    'If <b>{{email}}</b> can sign in here, we have sent a link to it. The link works once and expires in 15 minutes.',
  outbox:
    'No mail server is configured. E-mails are written to the log, and to the folder <c>outbox</c> in the data folder.',
  another: 'Use another e-mail address',
  request_new: 'Request a new link',
  link_text: 'This link signs in <b>{{email}}</b>.',
  other_account: 'You are currently signed in as {{current}}. Only continue if {{email}} is also yours.',
  sign_in: 'Sign in',
  confirm_title: 'Confirm your e-mail address',
  confirm_text: 'Sign-in links and notifications will be sent to this e-mail address.',
  confirm: 'Confirm',
  confirmed: 'The e-mail address of your account is now <b>{{email}}</b>.',
  to_dashboard: 'Go to the dashboard',
} as const;
