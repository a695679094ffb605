// The frame around all pages, and the errors shown when a page cannot be displayed.

export const shell = {
  skip: 'Skip to content',
  menu: 'Menu',
  pages: 'Pages',
  home: 'Home',
  playground: 'Playground',
  jobs: 'Jobs',
  shares: 'Share links',
  keys: 'API keys',
  webhooks: 'Webhooks',
  plan: 'Plan',
  settings: 'Settings',
  administration: 'Administration',
  reference: 'API reference',
  sign_out: 'Sign out',
  not_loaded: 'The dashboard cannot be loaded',
  session_expired: 'Your session has expired',
  session_expired_text:
    'Sign in again as {{email}} in another tab, then come back. Nothing you have entered here is lost.',
  signed_in_again: 'I am signed in again',
  sign_in: 'Sign in',
  broken: 'This page could not be loaded',
  broken_text: 'The server may have been updated. Reloading the page usually helps.',
  reload: 'Reload',
  go_home: 'Go to the home page',
  not_found: 'This page does not exist',
} as const;
