// Signing in: the page, the page of the mailed link, and the one that confirms a new address.
import type { signIn as english } from '../en/sign-in.ts';
import type { Translated } from '../translated.ts';

export const signIn: Translated<typeof english> = {
  title: 'Se connecter à Platen',
  intro: 'Saisissez votre adresse e-mail, nous vous enverrons un lien de connexion.',
  closed: 'Les inscriptions sont fermées sur ce serveur.',
  newcomers:
    'Si vous êtes nouveau, un compte gratuit avec {{conversions}} conversions sera créé. Ni mot de passe ni carte bancaire.',
  newcomers_of:
    'Si vous êtes nouveau et avez une adresse de {{domains}}, un compte gratuit avec {{conversions}} conversions sera créé. Ni mot de passe ni carte bancaire.',
  account_deleted: 'Votre compte et toutes ses données ont été supprimés.',
  sign_up_closed: 'Les inscriptions sont fermées sur ce serveur. Demandez un compte à son administrateur.',
  email_not_verified: 'Votre fournisseur d’identité n’a pas vérifié votre adresse e-mail.',
  failed: 'La connexion a échoué. Réessayez.',
  email: 'Adresse e-mail',
  send: 'Envoyer le lien de connexion',
  or: 'ou',
  continue_with: 'Continuer avec {{provider}}',
  sent: 'Consultez votre messagerie',
  sent_text:
    'Si <b>{{email}}</b> peut se connecter ici, nous y avons envoyé un lien. Il ne fonctionne qu’une fois et expire dans 15 minutes.',
  outbox:
    'Aucun serveur de messagerie n’est configuré. Les e-mails sont écrits dans le journal et dans le dossier <c>outbox</c> du dossier de données.',
  another: 'Utiliser une autre adresse',
  request_new: 'Demander un nouveau lien',
  link_text: 'Ce lien connecte <b>{{email}}</b>.',
  other_account: 'Vous êtes connecté en tant que {{current}}. Ne continuez que si {{email}} est aussi à vous.',
  sign_in: 'Se connecter',
  confirm_title: 'Confirmez votre adresse e-mail',
  confirm_text: 'Les liens de connexion et les notifications seront envoyés à cette adresse.',
  confirm: 'Confirmer',
  confirmed: 'L’adresse e-mail de votre compte est désormais <b>{{email}}</b>.',
  to_dashboard: 'Aller au tableau de bord',
};
