// The way out of the warning at 80 %: by one click in the mail program (RFC 8058) or on a page.
import type { FastifyInstance } from 'fastify';
import { unsubscribePurpose } from '#service/accounts/notices.ts';
import type { Service } from '#service/service.ts';
import { html, sendPage } from './html.ts';

interface TokenParams {
  Params: { token: string };
}

export function unsubscribePages(app: FastifyInstance, { db, signer }: Service): void {
  const accountOf = (token: string) => signer.read(unsubscribePurpose, token)?.['account'];
  const ended = html`<h1>This link has ended</h1>
    <p>Turn the warning off in the settings of the dashboard instead.</p>`;

  // Looking changes nothing: mail programs follow links on their own.
  app.get<TokenParams>('/unsubscribe/:token', (request, reply) =>
    accountOf(request.params.token) === undefined
      ? sendPage(reply, 410, 'The link has ended', ended)
      : sendPage(
          reply,
          200,
          'Turn off the usage warning',
          html`<h1>Turn off the usage warning?</h1>
            <p>You will no longer get a mail when 80 % of your conversions are used.</p>
            <form method="post" action="/unsubscribe/${request.params.token}"><button>Turn it off</button></form>`,
        ),
  );

  app.post<TokenParams>('/unsubscribe/:token', async (request, reply) => {
    const account = accountOf(request.params.token);
    if (account === undefined) return sendPage(reply, 410, 'The link has ended', ended);
    await db.updateTable('accounts').set({ usage_notice: 0 }).where('id', '=', String(account)).execute();
    return sendPage(
      reply,
      200,
      'The usage warning is off',
      html`<h1>The warning is off</h1>
        <p>You can turn it on again in the settings of the dashboard.</p>`,
    );
  });
}
