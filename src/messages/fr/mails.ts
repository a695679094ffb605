// E-mails.
import type { mails as english } from '../en/mails.ts';
import type { Translated } from '../translated.ts';

export const mails: Translated<typeof english> = {
  reason: 'Vous recevez ce message parce que vous avez un compte sur ce serveur Platen.',
  never_renews: 'Elles ne se renouvellent pas. Une formule payante en comprend de nouvelles chaque mois.',
  renews:
    'Elles se renouvellent le {{renewsAt}}. S’il vous en faut davantage d’ici là, choisissez une formule supérieure.',
  sign_in_subject: 'Votre lien de connexion à Platen',
  sign_in_text:
    'Utilisez ce lien pour vous connecter à Platen. Il est valable {{minutes}} minutes et ne fonctionne qu’une fois.',
  sign_in_action: 'Se connecter à Platen',
  sign_in_footer: 'Si vous n’avez pas demandé ce message, vous pouvez l’ignorer.',
  change_address_subject: 'Confirmez votre nouvelle adresse',
  change_address_text: 'Vous avez demandé à remplacer l’adresse du compte Platen {{from}} par {{address}}.',
  change_address_how:
    'Pour confirmer, ouvrez ce lien dans les {{minutes}} minutes, dans un navigateur où vous êtes connecté en tant que {{from}}.',
  change_address_action: 'Confirmer l’adresse',
  change_address_footer: 'Si vous n’avez pas demandé ce changement, ignorez ce message.',
  address_changed_subject: 'L’adresse de votre compte Platen a changé',
  address_changed_text:
    'Vous vous connectez désormais avec {{address}}. Les liens de connexion ne sont plus envoyés à cette adresse.',
  address_changed_footer:
    'Si vous n’êtes pas à l’origine de ce changement, contactez immédiatement l’administrateur de ce serveur.',
  quota_80_subject: 'Vous avez utilisé 80 % de vos conversions',
  quota_80_text: 'Vous avez utilisé {{used}} de vos {{quota}} conversions.',
  quota_80_action: 'Voir la formule et la consommation',
  quota_80_footer:
    'Pour ne plus recevoir cet avertissement, désactivez-le dans les réglages ou utilisez le lien de désabonnement.',
  quota_reached_subject: 'Vous avez utilisé toutes vos conversions',
  quota_reached_text:
    'Vous avez utilisé vos {{quota}} conversions. Les requêtes sont encore acceptées jusqu’à {{limit}} conversions, puis refusées avec quota_exceeded.',
  plans_action: 'Voir les formules',
  trial_ending_subject: 'Votre essai se termine le {{endsAt}}',
  trial_ending_text:
    'Votre essai se termine le {{endsAt}}. Les {{left}} conversions qui vous restent expirent ce jour-là.',
  trial_ending_how: 'Pour continuer à utiliser vos clés d’API, choisissez une formule payante.',
  webhook_gone_subject: 'Un webhook a été désactivé',
  webhook_gone_text: 'Le webhook {{address}} a répondu qu’il n’existe plus (410). Plus rien ne lui est envoyé.',
  webhook_failing_subject: 'Un webhook a été désactivé',
  webhook_failing_text:
    'Le webhook {{address}} n’a accepté aucun événement depuis trois jours. Plus rien ne lui est envoyé jusqu’à ce que vous le réactiviez ; ce qu’il a manqué peut être renvoyé.',
  webhook_action: 'Voir les webhooks',
  mail_test_subject: 'Un message d’essai de Platen',
  mail_test_text: 'Les messages de ce serveur Platen arrivent. Il n’y a rien d’autre à faire.',
  mail_test_action: 'Ouvrir Platen',
  mail_test_footer: 'Un administrateur a demandé ce message sur la page d’administration.',
};
