// Unsubscribing from the warning at 80 %: with one click in the mail program (RFC 8058), or on a page.
import type { FastifyInstance } from 'fastify';
import { unsubscribePurpose } from '#service/accounts/notices.ts';
import { changeSettings } from '#service/accounts/accounts.ts';
import type { Store } from '#service/database/store.ts';
import type { Mail } from '#service/roles.ts';
import { html, sendPage } from './html.ts';

interface TokenParams {
  Params: { token: string };
}

export function unsubscribePages(app: FastifyInstance, { db, signer }: Pick<Store, 'db'> & Pick<Mail, 'signer'>): void {
  const accountOf = (token: string) => signer.read(unsubscribePurpose, token)?.['account'];
  const expired = html`<h1>This link has expired</h1>
    <p>You can turn off the warning in the settings of the dashboard.</p>`;

  // Opening the page changes nothing: some mail programs open links on their own.
  app.get<TokenParams>('/unsubscribe/:token', (request, reply) =>
    accountOf(request.params.token) === undefined
      ? sendPage(reply, 410, 'Link expired', expired)
      : sendPage(
          reply,
          200,
          'Turn off the usage warning',
          html`<h1>Turn off the usage warning?</h1>
            <p>You will no longer get an e-mail when you have used 80 % of your conversions.</p>
            <form method="post" action="/unsubscribe/${request.params.token}"><button>Turn it off</button></form>`,
        ),
  );

  app.post<TokenParams>('/unsubscribe/:token', async (request, reply) => {
    const account = accountOf(request.params.token);
    if (account === undefined) return sendPage(reply, 410, 'Link expired', expired);
    await changeSettings(db, String(account), { usageNotice: false });
    return sendPage(
      reply,
      200,
      'Usage warning turned off',
      html`<h1>The usage warning is off</h1>
        <p>You can turn it back on in the settings of the dashboard.</p>`,
    );
  });
}
