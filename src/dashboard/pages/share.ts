// The public page of a share link: what it is, how it looks, a way to fetch it. Without scripts, without an account.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hourMs } from '#core/clock.ts';
import { isFailure } from '#core/failure.ts';
import type { ShareRow } from '#service/database/schema.ts';
import type { Mail, Sessions, Viewing } from '#service/roles.ts';
import { isPassword } from '#service/shares/passwords.ts';
import { countDownload, findShare, isOpen } from '#service/shares/shares.ts';
import { countCall } from '#transport/rates.ts';
import { sendFile } from '#transport/send-file.ts';
import { html, sendPage, type Html } from './html.ts';

interface ShareParams {
  Params: { token: string };
}

const cookieName = 'platen_share';
const openPurpose = 'open share';

export function sharePages(
  app: FastifyInstance,
  service: Viewing & Pick<Sessions, 'limits'> & Pick<Mail, 'signer' | 'publicUrl'>,
): void {
  const { clock, limits, signer } = service;

  app.get<ShareParams>('/s/:token', async (request, reply) => {
    const share = await openShare(request, reply);
    if (share === null) return reply;
    return mayOpen(request, share) ? sharePage(reply, share) : passwordPage(reply, 200, share);
  });

  app.post<ShareParams>('/s/:token', async (request, reply) => {
    const share = await openShare(request, reply);
    if (share === null) return reply;
    if (share.password_hash === null) return reply.redirect(`/s/${share.token}`, 303);
    if (!(await mayTry(share, request, reply)))
      return passwordPage(reply, 429, share, 'Too many tries. Wait a quarter of an hour.');
    const password = (request.body as Record<string, unknown> | null)?.['password'];
    if (typeof password !== 'string' || !(await isPassword(password.slice(0, 512), share.password_hash)))
      return passwordPage(reply, 403, share, 'This is not the password.');
    const token = signer.sign(openPurpose, { share: share.id }, clock.now() + hourMs);
    const secure = service.publicUrl().startsWith('https:') ? '; Secure' : '';
    void reply.header(
      'Set-Cookie',
      `${cookieName}=${token}; Path=/s/${share.token}; Max-Age=3600; HttpOnly; SameSite=Lax${secure}`,
    );
    return reply.redirect(`/s/${share.token}`, 303);
  });

  app.get<ShareParams>('/s/:token/preview', async (request, reply) => {
    const share = await openShare(request, reply);
    if (share === null) return reply;
    if (!mayOpen(request, share)) return passwordPage(reply, 403, share);
    const picture = await service.previews.kept(share.id);
    void reply.headers({ 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' });
    return picture === null ? reply.code(404).send() : reply.type('image/jpeg').send(picture);
  });

  app.route<ShareParams>({
    method: ['GET', 'HEAD'],
    url: '/s/:token/download',
    handler: async (request, reply) => {
      const share = await openShare(request, reply);
      if (share === null) return reply;
      if (!mayOpen(request, share)) return passwordPage(reply, 403, share);
      void reply.headers({
        'Content-Security-Policy': "sandbox; default-src 'none'",
        'X-Robots-Tag': 'noindex, nofollow',
        'Referrer-Policy': 'no-referrer',
      });
      const sent = await sendFile(service, request, reply, { ...share, bytes: share.size_bytes });
      if (request.method === 'GET' && beginsTheFile(reply)) await countDownload(service, share.id);
      return sent;
    },
  });

  /** The share when it can be opened; else the answer is sent already. */
  async function openShare(request: FastifyRequest<ShareParams>, reply: FastifyReply): Promise<ShareRow | null> {
    await countCall(limits.dashboard, 'shares', `share ${request.ip}`, reply);
    const share = await findShare(service, request.params.token);
    if (share === undefined)
      sendPage(
        reply,
        404,
        'No such link',
        html`<h1>There is no such link</h1>
          ${words('It has ended for good, or a part of it is missing.')}`,
      );
    else if (!isOpen(share, clock))
      sendPage(
        reply,
        410,
        'The link has ended',
        html`<h1>This link has ended</h1>
          ${words('The file is no longer here. Ask whoever sent you the link for a new one.')}`,
      );
    else return share;
    return null;
  }

  const mayOpen = (request: FastifyRequest, share: ShareRow): boolean => {
    if (share.password_hash === null) return true;
    const cookies = (request.headers.cookie ?? '').split(/; */);
    const token = cookies.find((cookie) => cookie.startsWith(`${cookieName}=`))?.slice(cookieName.length + 1);
    return token !== undefined && signer.read(openPurpose, token)?.['share'] === share.id;
  };

  /** Guessing is bounded for each caller, and for all callers of one link together. */
  async function mayTry(share: ShareRow, request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
    try {
      await countCall(limits.passwords, 'passwords', `${share.id} ${request.ip}`, reply);
      await countCall(limits.sharePasswords, 'passwords', share.id, reply);
      return true;
    } catch (error) {
      if (isFailure(error, 'rate_limited')) return false;
      throw error;
    }
  }

  async function sharePage(reply: FastifyReply, share: ShareRow): Promise<FastifyReply> {
    const hasPreview = (await service.previews.kept(share.id)) !== null;
    const picture = hasPreview ? html`<img src="/s/${share.token}/preview" alt="First page of ${share.name}" />` : null;
    return sendPage(
      reply,
      200,
      share.name,
      html`<h1>${share.name}</h1>
        ${words(`${sizeInWords(share.size_bytes)}, here until ${dateInWords(share.expires_at)}`)} ${picture}
        <a class="button" href="/s/${share.token}/download" rel="nofollow">Download</a>`,
    );
  }
}

/** A download that goes on in pieces is one download. */
const beginsTheFile = (reply: FastifyReply): boolean =>
  reply.statusCode === 200 ||
  (reply.statusCode === 206 && String(reply.getHeader('content-range')).startsWith('bytes 0-'));

const words = (text: string): Html => html`<p>${text}</p>`;

const passwordPage = (reply: FastifyReply, status: number, share: ShareRow, problem?: string): FastifyReply =>
  sendPage(
    reply,
    status,
    'A shared file',
    html`<h1>A file was shared with you</h1>
      ${words('It opens with the password that its owner gave you.')}
      <form method="post" action="/s/${share.token}">
        <label for="password">Password</label>
        <input id="password" name="password" type="password" required autocomplete="off" autofocus />
        ${problem === undefined ? null : html`<p class="bad" role="alert">${problem}</p>`}
        <button>Open</button>
      </form>`,
  );

const KiB = 1 << 10;
const MiB = 1 << 20;

const sizeInWords = (bytes: number): string =>
  bytes < KiB ? `${bytes} bytes` : bytes < MiB ? `${Math.round(bytes / KiB)} kB` : `${(bytes / MiB).toFixed(1)} MB`;

const dateInWords = (time: number): string =>
  `${new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(time)} UTC`;
