// Every mail that Platen sends, in the languages it speaks.
import type { Language } from '#service/database/schema.ts';
import { letterHtml, letterText, type Letter } from './letter.ts';
import type { Mail } from './mailer.ts';

/** What each kind of mail has to be told. */
export interface Facts {
  sign_in: { url: string; minutes: number };
  change_address: { url: string; minutes: number; address: string; from: string };
  address_changed: { address: string };
  quota_80: { used: number; quota: number; renewsAt: number | null; url: string; unsubscribeUrl: string };
  quota_reached: { quota: number; limit: number; renewsAt: number | null; url: string };
  trial_ending: { left: number; endsAt: number; url: string };
}

type Words = { [Kind in keyof Facts]: (facts: Facts[Kind]) => Letter };

const dates = (language: Language) =>
  new Intl.DateTimeFormat(language === 'fr' ? 'fr-FR' : 'en-GB', { dateStyle: 'long', timeZone: 'UTC' });
const numbers = (language: Language) => new Intl.NumberFormat(language === 'fr' ? 'fr-FR' : 'en-GB');

const english = (): Words => {
  const date = (time: number) => dates('en').format(time);
  const count = (number: number) => numbers('en').format(number);
  const whyQuota = ['You receive this mail because you have an account on this Platen server.'];
  return {
    sign_in: ({ url, minutes }) => ({
      subject: 'Your sign-in link for Platen',
      paragraphs: [`Follow this link to sign in to Platen. It works once, within ${minutes} minutes.`],
      action: { label: 'Sign in to Platen', url },
      footer: ['If you did not ask to sign in, ignore this mail: nothing happens without the link.'],
    }),
    change_address: ({ url, minutes, address, from }) => ({
      subject: 'Confirm your new e-mail address',
      paragraphs: [
        `The Platen account of ${from} shall get the address ${address}.`,
        `Confirm it within ${minutes} minutes, in a browser that is signed in as ${from}.`,
      ],
      action: { label: 'Confirm the address', url },
      footer: [`If you are not ${from}, ignore this mail: nothing changes.`],
    }),
    address_changed: ({ address }) => ({
      subject: 'The e-mail address of your Platen account has changed',
      paragraphs: [`Your account now signs in as ${address}. Sign-in links no longer go to this address.`],
      footer: ['If this was not you, write to whoever runs this server at once.'],
    }),
    quota_80: ({ used, quota, renewsAt, url }) => ({
      subject: 'You have used 80 % of your conversions',
      paragraphs: [
        `${count(used)} of your ${count(quota)} conversions are used.`,
        renewsAt === null
          ? 'They do not renew. A paid plan gives you conversions every month.'
          : `They renew on ${date(renewsAt)}. A larger plan gives you more from today.`,
      ],
      action: { label: 'Look at plan and usage', url },
      footer: [...whyQuota, 'Do you not want this warning? Turn it off in the settings, or use the unsubscribe link.'],
    }),
    quota_reached: ({ quota, limit, renewsAt, url }) => ({
      subject: 'Your conversions have run out',
      paragraphs: [
        `All ${count(quota)} conversions are used. Calls still go through up to ${count(limit)}; after that they are refused with quota_exceeded.`,
        renewsAt === null
          ? 'They do not renew. A paid plan gives you conversions every month.'
          : `They renew on ${date(renewsAt)}. A larger plan gives you more from today.`,
      ],
      action: { label: 'Look at the plans', url },
      footer: whyQuota,
    }),
    trial_ending: ({ left, endsAt, url }) => ({
      subject: `Your trial conversions end on ${date(endsAt)}`,
      paragraphs: [
        `On ${date(endsAt)} your trial ends, with the ${count(left)} conversions that are left.`,
        'A paid plan keeps your keys working after that day.',
      ],
      action: { label: 'Look at the plans', url },
      footer: whyQuota,
    }),
  };
};

const french = (): Words => {
  const date = (time: number) => dates('fr').format(time);
  const count = (number: number) => numbers('fr').format(number);
  const whyQuota = ['Vous recevez ce message parce que vous avez un compte sur ce serveur Platen.'];
  return {
    sign_in: ({ url, minutes }) => ({
      subject: 'Votre lien de connexion à Platen',
      paragraphs: [`Suivez ce lien pour vous connecter à Platen. Il fonctionne une fois, pendant ${minutes} minutes.`],
      action: { label: 'Se connecter à Platen', url },
      footer: ['Si vous n’avez pas demandé à vous connecter, ignorez ce message : sans le lien, rien ne se passe.'],
    }),
    change_address: ({ url, minutes, address, from }) => ({
      subject: 'Confirmez votre nouvelle adresse',
      paragraphs: [
        `Le compte Platen de ${from} doit prendre l’adresse ${address}.`,
        `Confirmez-la dans les ${minutes} minutes qui viennent, dans un navigateur connecté comme ${from}.`,
      ],
      action: { label: 'Confirmer l’adresse', url },
      footer: [`Si vous n’êtes pas ${from}, ignorez ce message : rien ne change.`],
    }),
    address_changed: ({ address }) => ({
      subject: 'L’adresse de votre compte Platen a changé',
      paragraphs: [
        `Votre compte se connecte désormais avec ${address}. Les liens ne sont plus envoyés à l’adresse présente.`,
      ],
      footer: ['Si ce n’était pas vous, écrivez sans attendre aux responsables de ce serveur.'],
    }),
    quota_80: ({ used, quota, renewsAt, url }) => ({
      subject: 'Vous avez utilisé 80 % de vos conversions',
      paragraphs: [
        `${count(used)} de vos ${count(quota)} conversions sont utilisées.`,
        renewsAt === null
          ? 'Elles ne se renouvellent pas. Une formule payante vous en donne chaque mois.'
          : `Elles se renouvellent le ${date(renewsAt)}. Une formule plus grande vous en donne davantage dès aujourd’hui.`,
      ],
      action: { label: 'Voir la formule et l’usage', url },
      footer: [
        ...whyQuota,
        'Vous ne voulez plus de cet avertissement ? Désactivez-le dans les réglages, ou suivez le lien de désabonnement.',
      ],
    }),
    quota_reached: ({ quota, limit, renewsAt, url }) => ({
      subject: 'Vos conversions sont épuisées',
      paragraphs: [
        `Les ${count(quota)} conversions sont utilisées. Les appels passent encore jusqu’à ${count(limit)}, puis ils sont refusés avec quota_exceeded.`,
        renewsAt === null
          ? 'Elles ne se renouvellent pas. Une formule payante vous en donne chaque mois.'
          : `Elles se renouvellent le ${date(renewsAt)}. Une formule plus grande vous en donne davantage dès aujourd’hui.`,
      ],
      action: { label: 'Voir les formules', url },
      footer: whyQuota,
    }),
    trial_ending: ({ left, endsAt, url }) => ({
      subject: `Vos conversions d’essai prennent fin le ${date(endsAt)}`,
      paragraphs: [
        `Le ${date(endsAt)}, votre essai se termine, avec les ${count(left)} conversions qui restent.`,
        'Avec une formule payante, vos clés fonctionnent après ce jour.',
      ],
      action: { label: 'Voir les formules', url },
      footer: whyQuota,
    }),
  };
};

const languages: Record<Language, Words> = { en: english(), fr: french() };

export function writeMail<Kind extends keyof Facts>(
  kind: Kind,
  facts: Facts[Kind],
  { to, language }: { to: string; language: Language },
): Mail {
  const letter = languages[language][kind](facts);
  return { to, subject: letter.subject, text: letterText(letter), html: letterHtml(letter, language) };
}

/** The language of a browser's Accept-Language header, as far as there are mails in it. */
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
