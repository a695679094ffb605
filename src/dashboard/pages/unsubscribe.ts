// Unsubscribing from the warning at 80 %: with one click in the mail program (RFC 8058), or on a page.
import type { FastifyInstance, FastifyReply } from 'fastify';
import { unsubscribePurpose } from '#service/accounts/notices.ts';
import { changeSettings } from '#service/accounts/accounts.ts';
import type { Store } from '#service/database/store.ts';
import type { Mail } from '#service/roles.ts';
import { addresses } from '../addresses.ts';
import { html, sendMessage, sendPage } from './html.ts';
import { wordsFor, type Words } from './words.ts';

interface TokenParams {
  Params: { token: string };
}

export function unsubscribePages(app: FastifyInstance, { db, signer }: Pick<Store, 'db'> & Pick<Mail, 'signer'>): void {
  const accountOf = (token: string) => signer.read(unsubscribePurpose, token)?.['account'];
  const sendExpired = (words: Words, reply: FastifyReply) =>
    sendMessage(reply, 410, words, words.say('no_longer'), words.say('no_longer_text'));

  // Opening the page changes nothing: some mail programs open links on their own.
  app.get<TokenParams>(`${addresses.unsubscribe}/:token`, (request, reply) => {
    const words = wordsFor(request);
    const { language, say } = words;
    if (accountOf(request.params.token) === undefined) return sendExpired(words, reply);
    const action = `${addresses.unsubscribe}/${request.params.token}`;
    const body = html`<h1>${say('turn_off')}</h1>
      <p>${say('turn_off_text')}</p>
      <form method="post" action="${action}"><button>${say('turn_it_off')}</button></form>`;
    return sendPage(reply, 200, { language, title: say('turn_off'), body });
  });

  app.post<TokenParams>(`${addresses.unsubscribe}/:token`, async (request, reply) => {
    const words = wordsFor(request);
    const account = accountOf(request.params.token);
    if (account === undefined) return sendExpired(words, reply);
    await changeSettings(db, String(account), { usageNotice: false });
    return sendMessage(reply, 200, words, words.say('is_off'), words.say('is_off_text'));
  });
}
