// What the service knows of the pages of those who compose it.
/** The paths of the pages that e-mails and redirects lead to. */
export type Addresses = Readonly<
  Record<'home' | 'signIn' | 'link' | 'plan' | 'webhooks' | 'auth' | 'unsubscribe', string>
>;
