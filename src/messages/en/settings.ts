// The page of settings.

export const settings = {
  title: 'Settings',
  email: 'E-mail address',
  notifications: 'Language and notifications',
  appearance: 'Appearance',
  sessions: 'Sessions',
  activity: 'Activity',
  delete_account: 'Delete account',
  signed_in_as: 'You sign in as <b>{{email}}</b>.',
  confirmation_sent:
    'If {{email}} is available, we have sent a confirmation link to it. Your e-mail address changes when you open the link.',
  new_address: 'New e-mail address',
  change: 'Change',
  usage_notice: 'Notify me when I have used 80 % of my conversions',
  always: 'You are always notified when you have used all of your conversions, and 30 days before a trial ends.',
  stay: 'You stay signed in for seven days after you last used the dashboard.',
  end_others: 'Sign out of all other sessions',
  ended: 'You are signed out of all other sessions.',
  light: 'Light',
  dark: 'Dark',
  auto: 'System',
  delete_text: 'This permanently deletes your API keys, jobs, files, share links and statistics.',
  delete_title: 'Delete your account?',
  delete_all: 'Delete everything',
  delete_confirm: 'Enter {{email}} to confirm. This cannot be undone.',
  your_address: 'Your e-mail address',
} as const;
