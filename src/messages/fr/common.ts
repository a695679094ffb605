// Words that many pages use.
import type { common as english } from '../en/common.ts';
import type { Translated } from '../translated.ts';

export const common: Translated<typeof english> = {
  close: 'Fermer',
  cancel: 'Annuler',
  delete: 'Supprimer',
  done: 'Terminé',
  copy: 'Copier',
  copied: 'Copié',
  loading: 'Chargement',
  try_again: 'Réessayer',
  language: 'Langue',
  unlimited: 'illimité',
  just_now: 'à l’instant',
  in_a_moment: 'dans moins d’une minute',
  bytes_one: '{{count, number}} octet',
  bytes_many: '{{count, number}} d’octets',
  bytes_other: '{{count, number}} octets',
  minutes_left: '{{count, number}} min',
  hours_left_one: '{{count, number}} heure',
  hours_left_many: '{{count, number}} d’heures',
  hours_left_other: '{{count, number}} heures',
  days_left_one: '{{count, number}} jour',
  days_left_many: '{{count, number}} de jours',
  days_left_other: '{{count, number}} jours',
  no_connection: 'Le serveur est injoignable. Vérifiez votre connexion.',
  unexpected_response: 'Le serveur a envoyé une réponse inattendue. Réessayez.',
  cancelled: 'Annulé.',
  show_password: 'Afficher le mot de passe',
};
