// The templates of all e-mails, in each language.
import type { Language } from '#service/database/schema.ts';
import { renderHtml, renderText, type Message } from './message.ts';
import type { Mail } from './mailer.ts';

/** The values of each template. */
interface TemplateValues {
  sign_in: { url: string; minutes: number };
  change_address: { url: string; minutes: number; address: string; from: string };
  address_changed: { address: string };
  quota_80: { used: number; quota: number; renewsAt: number | null; url: string; unsubscribeUrl: string };
  quota_reached: { quota: number; limit: number; renewsAt: number | null; url: string };
  trial_ending: { left: number; endsAt: number; url: string };
}

type Templates = { [Kind in keyof TemplateValues]: (values: TemplateValues[Kind]) => Message };

const dates = (language: Language) =>
  new Intl.DateTimeFormat(language === 'fr' ? 'fr-FR' : 'en-GB', { dateStyle: 'long', timeZone: 'UTC' });
const numbers = (language: Language) => new Intl.NumberFormat(language === 'fr' ? 'fr-FR' : 'en-GB');

const english = (): Templates => {
  const date = (time: number) => dates('en').format(time);
  const count = (number: number) => numbers('en').format(number);
  const reason = ['You are receiving this e-mail because you have an account on this Platen server.'];
  return {
    sign_in: ({ url, minutes }) => ({
      subject: 'Your sign-in link for Platen',
      paragraphs: [`Use this link to sign in to Platen. It expires in ${minutes} minutes and works once.`],
      action: { label: 'Sign in to Platen', url },
      footer: ['If you did not request this e-mail, you can ignore it.'],
    }),
    change_address: ({ url, minutes, address, from }) => ({
      subject: 'Confirm your new e-mail address',
      paragraphs: [
        `You asked to change the e-mail address of the Platen account ${from} to ${address}.`,
        `To confirm, open this link within ${minutes} minutes in a browser where you are signed in as ${from}.`,
      ],
      action: { label: 'Confirm address', url },
      footer: [`If you did not request this change, you can ignore this e-mail.`],
    }),
    address_changed: ({ address }) => ({
      subject: 'The e-mail address of your Platen account has changed',
      paragraphs: [`You now sign in as ${address}. Sign-in links are no longer sent to this address.`],
      footer: ['If you did not make this change, contact the administrator of this server immediately.'],
    }),
    quota_80: ({ used, quota, renewsAt, url }) => ({
      subject: 'You have used 80 % of your conversions',
      paragraphs: [
        `You have used ${count(used)} of your ${count(quota)} conversions.`,
        renewsAt === null
          ? 'They do not renew. A paid plan includes new conversions every month.'
          : `They renew on ${date(renewsAt)}. If you need more before then, choose a larger plan.`,
      ],
      action: { label: 'View plan and usage', url },
      footer: [...reason, 'To stop receiving this warning, turn it off in the settings or use the unsubscribe link.'],
    }),
    quota_reached: ({ quota, limit, renewsAt, url }) => ({
      subject: 'You have used all of your conversions',
      paragraphs: [
        `You have used all of your ${count(quota)} conversions. Requests are still accepted up to ${count(limit)} conversions; after that, they fail with quota_exceeded.`,
        renewsAt === null
          ? 'They do not renew. A paid plan includes new conversions every month.'
          : `They renew on ${date(renewsAt)}. If you need more before then, choose a larger plan.`,
      ],
      action: { label: 'View plans', url },
      footer: reason,
    }),
    trial_ending: ({ left, endsAt, url }) => ({
      subject: `Your trial ends on ${date(endsAt)}`,
      paragraphs: [
        `Your trial ends on ${date(endsAt)}. The ${count(left)} conversions you have left expire on that day.`,
        'To keep using your API keys after that, choose a paid plan.',
      ],
      action: { label: 'View plans', url },
      footer: reason,
    }),
  };
};

const french = (): Templates => {
  const date = (time: number) => dates('fr').format(time);
  const count = (number: number) => numbers('fr').format(number);
  const reason = ['Vous recevez ce message parce que vous avez un compte sur ce serveur Platen.'];
  return {
    sign_in: ({ url, minutes }) => ({
      subject: 'Votre lien de connexion à Platen',
      paragraphs: [
        `Utilisez ce lien pour vous connecter à Platen. Il est valable ${minutes} minutes et ne fonctionne qu’une fois.`,
      ],
      action: { label: 'Se connecter à Platen', url },
      footer: ['Si vous n’avez pas demandé ce message, vous pouvez l’ignorer.'],
    }),
    change_address: ({ url, minutes, address, from }) => ({
      subject: 'Confirmez votre nouvelle adresse',
      paragraphs: [
        `Vous avez demandé à remplacer l’adresse du compte Platen ${from} par ${address}.`,
        `Pour confirmer, ouvrez ce lien dans les ${minutes} minutes, dans un navigateur où vous êtes connecté en tant que ${from}.`,
      ],
      action: { label: 'Confirmer l’adresse', url },
      footer: [`Si vous n’avez pas demandé ce changement, ignorez ce message.`],
    }),
    address_changed: ({ address }) => ({
      subject: 'L’adresse de votre compte Platen a changé',
      paragraphs: [
        `Vous vous connectez désormais avec ${address}. Les liens de connexion ne sont plus envoyés à cette adresse.`,
      ],
      footer: [
        'Si vous n’êtes pas à l’origine de ce changement, contactez immédiatement l’administrateur de ce serveur.',
      ],
    }),
    quota_80: ({ used, quota, renewsAt, url }) => ({
      subject: 'Vous avez utilisé 80 % de vos conversions',
      paragraphs: [
        `Vous avez utilisé ${count(used)} de vos ${count(quota)} conversions.`,
        renewsAt === null
          ? 'Elles ne se renouvellent pas. Une formule payante en comprend de nouvelles chaque mois.'
          : `Elles se renouvellent le ${date(renewsAt)}. S’il vous en faut davantage d’ici là, choisissez une formule supérieure.`,
      ],
      action: { label: 'Voir la formule et la consommation', url },
      footer: [
        ...reason,
        'Pour ne plus recevoir cet avertissement, désactivez-le dans les réglages ou utilisez le lien de désabonnement.',
      ],
    }),
    quota_reached: ({ quota, limit, renewsAt, url }) => ({
      subject: 'Vous avez utilisé toutes vos conversions',
      paragraphs: [
        `Vous avez utilisé vos ${count(quota)} conversions. Les requêtes sont encore acceptées jusqu’à ${count(limit)} conversions, puis refusées avec quota_exceeded.`,
        renewsAt === null
          ? 'Elles ne se renouvellent pas. Une formule payante en comprend de nouvelles chaque mois.'
          : `Elles se renouvellent le ${date(renewsAt)}. S’il vous en faut davantage d’ici là, choisissez une formule supérieure.`,
      ],
      action: { label: 'Voir les formules', url },
      footer: reason,
    }),
    trial_ending: ({ left, endsAt, url }) => ({
      subject: `Votre essai se termine le ${date(endsAt)}`,
      paragraphs: [
        `Votre essai se termine le ${date(endsAt)}. Les ${count(left)} conversions qui vous restent expirent ce jour-là.`,
        'Pour continuer à utiliser vos clés d’API, choisissez une formule payante.',
      ],
      action: { label: 'Voir les formules', url },
      footer: reason,
    }),
  };
};

const languages: Record<Language, Templates> = { en: english(), fr: french() };

/** Renders an e-mail in the recipient's language. */
export function renderMail<Kind extends keyof TemplateValues>(
  kind: Kind,
  values: TemplateValues[Kind],
  { to, language }: { to: string; language: Language },
): Mail {
  const message = languages[language][kind](values);
  return { to, subject: message.subject, text: renderText(message), html: renderHtml(message, language) };
}

/** The language of an Accept-Language header, among those of the templates. */
export function preferredLanguage(header: string | undefined): Language {
  const wanted = (header ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';');
      const quality = parameters.find((parameter) => parameter.trim().startsWith('q='));
      return { tag: tag.slice(0, 2), quality: quality === undefined ? 1 : Number(quality.split('=')[1]) };
    })
    .sort((a, b) => b.quality - a.quality)
    .find(({ tag }) => tag === 'en' || tag === 'fr');
  return wanted?.tag === 'fr' ? 'fr' : 'en';
}
