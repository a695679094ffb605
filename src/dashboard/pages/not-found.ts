// The page for an unknown URL, with links to others.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { html, sendPage } from './html.ts';
import { wordsFor } from './words.ts';

export function sendNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { language, say } = wordsFor(request);
  const body = html`<h1>${say('no_page')}</h1>
    <p>${say('no_page_text')}</p>
    <a class="button" href="/">${say('to_front')}</a>
    <p class="more"><a href="/docs">${say('to_docs')}</a></p>`;
  return sendPage(reply.header('Vary', 'Accept, Accept-Language'), 404, { language, title: say('no_page'), body });
}
