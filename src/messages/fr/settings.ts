// The page of settings.
import type { settings as english } from '../en/settings.ts';
import type { Translated } from '../translated.ts';

export const settings: Translated<typeof english> = {
  title: 'Réglages',
  email: 'Adresse e-mail',
  notifications: 'Langue et notifications',
  appearance: 'Apparence',
  sessions: 'Sessions',
  activity: 'Activité',
  delete_account: 'Supprimer le compte',
  signed_in_as: 'Vous vous connectez avec <b>{{email}}</b>.',
  confirmation_sent:
    'Si {{email}} est disponible, nous y avons envoyé un lien de confirmation. Votre adresse change quand vous ouvrez le lien.',
  new_address: 'Nouvelle adresse',
  change: 'Modifier',
  usage_notice: 'Me prévenir quand j’ai utilisé 80 % de mes conversions',
  always: 'Vous êtes toujours prévenu quand toutes vos conversions sont utilisées et 30 jours avant la fin d’un essai.',
  stay: 'Vous restez connecté sept jours après votre dernière visite.',
  end_others: 'Se déconnecter des autres sessions',
  ended: 'Vous êtes déconnecté de toutes les autres sessions.',
  light: 'Clair',
  dark: 'Sombre',
  auto: 'Système',
  delete_text:
    'Vos clés d’API, conversions, fichiers, liens de partage et statistiques seront définitivement supprimés.',
  delete_title: 'Supprimer votre compte ?',
  delete_all: 'Tout supprimer',
  delete_confirm: 'Saisissez {{email}} pour confirmer. C’est irréversible.',
  your_address: 'Votre adresse e-mail',
};
