// The public page of a share link: name, preview and download. It needs neither scripts nor an account.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { KiB, MiB } from '#core/bytes.ts';
import { hourMs } from '#core/clock.ts';
import { isFailure } from '#core/failure.ts';
import type { ShareRow } from '#service/database/schema.ts';
import type { Mail, Sessions, Viewing } from '#service/roles.ts';
import { verifyPassword } from '#service/shares/passwords.ts';
import { countDownload, findShare, isOpen } from '#service/shares/shares.ts';
import { countCall } from '#transport/rates.ts';
import { rangeOf, sendFile } from '#transport/send-file.ts';
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
      return passwordPage(reply, 429, share, 'Too many attempts. Try again in 15 minutes.');
    const password = (request.body as Record<string, unknown> | null)?.['password'];
    if (typeof password !== 'string' || !(await verifyPassword(password.slice(0, 512), share.password_hash)))
      return passwordPage(reply, 403, share, 'Wrong password.');
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
    const picture = await service.previews.stored(share.id);
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
      const file = { ...share, bytes: share.size_bytes, expiresAt: share.expires_at };
      const sent = await sendFile(service, request, reply, file);
      if (request.method === 'GET' && isFromStart(rangeOf(request, file))) await countDownload(service, share.id);
      return sent;
    },
  });

  /** The share link when it is open; otherwise the response has already been sent. */
  async function openShare(request: FastifyRequest<ShareParams>, reply: FastifyReply): Promise<ShareRow | null> {
    await countCall(limits.dashboard, 'shares', `share ${request.ip}`, reply);
    const share = await findShare(service, request.params.token);
    if (share === undefined)
      sendPage(
        reply,
        404,
        'Link not found',
        html`<h1>Link not found</h1>
          ${paragraph('It expired some time ago, or the address is incomplete.')}`,
      );
    else if (!isOpen(share, clock))
      sendPage(
        reply,
        410,
        'Link expired',
        html`<h1>This link has expired</h1>
          ${paragraph('The file is no longer available. Ask the person who sent you the link for a new one.')}`,
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

  /** Limits guessing for each IP address, and for one link altogether. */
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
    const hasPreview = await service.previews.stored(share.id).then(
      (preview) => preview !== null,
      (error: unknown) => {
        // The file can be downloaded even while its preview cannot be read.
        if (isFailure(error, 'server_busy')) return false;
        throw error;
      },
    );
    const picture = hasPreview ? html`<img src="/s/${share.token}/preview" alt="First page of ${share.name}" />` : null;
    return sendPage(
      reply,
      200,
      share.name,
      html`<h1>${share.name}</h1>
        ${paragraph(`${formatSize(share.size_bytes)}, available until ${formatDate(share.expires_at)}`)} ${picture}
        <a class="button" href="/s/${share.token}/download" rel="nofollow">Download</a>`,
    );
  }
}

/** A download that is resumed counts once. */
const isFromStart = (range: ReturnType<typeof rangeOf>): boolean =>
  range === null || (range !== 'unsatisfiable' && range.start === 0);

const paragraph = (text: string): Html => html`<p>${text}</p>`;

const passwordPage = (reply: FastifyReply, status: number, share: ShareRow, problem?: string): FastifyReply =>
  sendPage(
    reply,
    status,
    'Shared file',
    html`<h1>A file has been shared with you</h1>
      ${paragraph('Enter the password you got from its owner.')}
      <form method="post" action="/s/${share.token}">
        <label for="password">Password</label>
        <input id="password" name="password" type="password" required autocomplete="off" autofocus />
        ${problem === undefined ? null : html`<p class="bad" role="alert">${problem}</p>`}
        <button>Open</button>
      </form>`,
  );

const formatSize = (bytes: number): string =>
  bytes < KiB ? `${bytes} bytes` : bytes < MiB ? `${Math.round(bytes / KiB)} kB` : `${(bytes / MiB).toFixed(1)} MB`;

const formatDate = (time: number): string =>
  `${new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(time)} UTC`;
