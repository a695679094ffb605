// The public page of a share link: name, preview and download. It needs neither scripts nor an account.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hourMs } from '#core/clock.ts';
import { isFailure } from '#core/failure.ts';
import type { ShareRow } from '#service/database/schema.ts';
import type { Mail, Sessions, Viewing } from '#service/roles.ts';
import { verifyPassword } from '#service/shares/passwords.ts';
import { countDownload, findShare, isOpen } from '#service/shares/shares.ts';
import { countCall } from '#transport/rates.ts';
import { rangeOf, sendFile } from '#transport/send-file.ts';
import { html, sendMessage, sendPage } from './html.ts';
import { wordsFor, type Words } from './words.ts';

interface ShareParams {
  Params: { token: string };
}

const cookieName = 'platen_share';
const openPurpose = 'open share';

type Sharing = Viewing & Pick<Sessions, 'limits'> & Pick<Mail, 'signer' | 'publicUrl'>;

export function sharePages(app: FastifyInstance, service: Sharing): void {
  const { clock, signer } = service;

  app.get<ShareParams>('/s/:token', async (request, reply) => {
    const share = await openShare(service, request, reply);
    if (share === null) return reply;
    return mayOpen(request, share, service)
      ? sharePage(service, wordsFor(request), reply, share)
      : passwordPage(wordsFor(request), reply, 200, share);
  });

  app.post<ShareParams>('/s/:token', async (request, reply) => {
    const share = await openShare(service, request, reply);
    if (share === null) return reply;
    if (share.password_hash === null) return reply.redirect(`/s/${share.token}`, 303);
    if (!(await mayTry(service, share, request, reply)))
      return passwordPage(wordsFor(request), reply, 429, share, 'too_often');
    const password = (request.body as Record<string, unknown> | null)?.['password'];
    if (typeof password !== 'string' || !(await verifyPassword(password.slice(0, 512), share.password_hash)))
      return passwordPage(wordsFor(request), reply, 403, share, 'wrong');
    const token = signer.sign(openPurpose, { share: share.id }, clock.now() + hourMs);
    const secure = service.publicUrl().startsWith('https:') ? '; Secure' : '';
    void reply.header(
      'Set-Cookie',
      `${cookieName}=${token}; Path=/s/${share.token}; Max-Age=3600; HttpOnly; SameSite=Lax${secure}`,
    );
    return reply.redirect(`/s/${share.token}`, 303);
  });

  app.get<ShareParams>('/s/:token/preview', async (request, reply) => {
    const share = await openShare(service, request, reply);
    if (share === null) return reply;
    if (!mayOpen(request, share, service)) return passwordPage(wordsFor(request), reply, 403, share);
    const picture = await service.previews.stored(share.id);
    void reply.headers({ 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' });
    return picture === null ? reply.code(404).send() : reply.type('image/jpeg').send(picture);
  });

  app.route<ShareParams>({
    method: ['GET', 'HEAD'],
    url: '/s/:token/download',
    handler: async (request, reply) => {
      const share = await openShare(service, request, reply);
      if (share === null) return reply;
      if (!mayOpen(request, share, service)) return passwordPage(wordsFor(request), reply, 403, share);
      void reply.headers({
        'Content-Security-Policy': "sandbox; default-src 'none'",
        'X-Robots-Tag': 'noindex, nofollow',
        'Referrer-Policy': 'no-referrer',
      });
      const file = { ...share, bytes: share.size_bytes, expiresAt: share.expires_at };
      const sent = await sendFile(service, request, reply, file);
      if (request.method === 'GET' && reply.statusCode !== 304 && isFromStart(rangeOf(request, file)))
        await countDownload(service, share.id);
      return sent;
    },
  });
}

/** Returns the share link if it is open; otherwise sends the response. */
async function openShare(
  service: Sharing,
  request: FastifyRequest<ShareParams>,
  reply: FastifyReply,
): Promise<ShareRow | null> {
  const { clock, limits } = service;
  await countCall(limits.dashboard, 'shares', `share ${request.ip}`, reply);
  const share = await findShare(service, request.params.token);
  const words = wordsFor(request);
  const { say } = words;
  if (share === undefined) sendMessage(reply, 404, words, say('not_found'), say('not_found_text'));
  else if (!isOpen(share, clock)) sendMessage(reply, 410, words, say('expired'), say('expired_text'));
  else return share;
  return null;
}

/** Limits password attempts per IP address, and in total per link. */
async function mayTry({ limits }: Sharing, share: ShareRow, request: FastifyRequest, reply: FastifyReply) {
  try {
    await countCall(limits.passwords, 'passwords', `${share.id} ${request.ip}`, reply);
    await countCall(limits.sharePasswords, 'passwords', share.id, reply);
    return true;
  } catch (error) {
    if (isFailure(error, 'rate_limited')) return false;
    throw error;
  }
}

/** A link without a password, or whose password this browser has sent within the hour. */
function mayOpen(request: FastifyRequest, share: ShareRow, { signer }: Pick<Mail, 'signer'>): boolean {
  if (share.password_hash === null) return true;
  const cookies = (request.headers.cookie ?? '').split(/; */);
  const token = cookies.find((cookie) => cookie.startsWith(`${cookieName}=`))?.slice(cookieName.length + 1);
  return token !== undefined && signer.read(openPurpose, token)?.['share'] === share.id;
}

async function sharePage(
  { previews }: Viewing,
  words: Words,
  reply: FastifyReply,
  share: ShareRow,
): Promise<FastifyReply> {
  const hasPreview = await previews.stored(share.id).then(
    (preview) => preview !== null,
    (error: unknown) => {
      // The file can be downloaded even while its preview cannot be read.
      if (isFailure(error, 'server_busy')) return false;
      throw error;
    },
  );
  const picture = hasPreview
    ? html`<img src="/s/${share.token}/preview" alt="${words.say('page', { name: share.name })}" />`
    : null;
  const available = words.say('available', {
    size: words.size(share.size_bytes),
    date: words.moment(share.expires_at),
  });
  const body = html`<h1>${share.name}</h1>
    <p>${available}</p>
    ${picture}
    <a class="button" href="/s/${share.token}/download" rel="nofollow">${words.say('download')}</a>`;
  return sendPage(reply, 200, { language: words.language, title: share.name, body });
}
/** Returns whether a download starts at the beginning, since a resumed one counts only once. */
const isFromStart = (range: ReturnType<typeof rangeOf>): boolean =>
  range === null || (range !== 'unsatisfiable' && range.start === 0);

const passwordPage = (
  { language, say }: Words,
  reply: FastifyReply,
  status: number,
  share: ShareRow,
  problem?: 'wrong' | 'too_often',
): FastifyReply =>
  sendPage(reply, status, {
    language,
    title: say('shared'),
    body: html`<h1>${say('shared')}</h1>
      <p>${say('enter')}</p>
      <form method="post" action="/s/${share.token}">
        <label for="password">${say('password')}</label>
        <input id="password" name="password" type="password" required autocomplete="off" autofocus />
        ${problem === undefined ? null : html`<p class="bad" role="alert">${say(problem)}</p>`}
        <button>${say('open')}</button>
      </form>`,
  });
