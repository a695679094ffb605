// Addresses of the pages that the service links to; compose.ts supplies them.
/** The paths of the pages that e-mails and redirects lead to. */
export type Addresses = Readonly<
  Record<'home' | 'signIn' | 'link' | 'plan' | 'webhooks' | 'auth' | 'unsubscribe', string>
>;
