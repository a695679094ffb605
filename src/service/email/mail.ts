// An e-mail, and how it leaves.

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  headers?: Readonly<Record<string, string>>;
}

/** Delivers one e-mail to the mail server. @throws when that fails */
export type Transport = (mail: Mail) => Promise<void>;
