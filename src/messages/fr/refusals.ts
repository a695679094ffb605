// What the dashboard refuses, by its code.
import type { refusals as english } from '../en/refusals.ts';
import type { Translated } from '../translated.ts';

export const refusals: Translated<typeof english> = {
  not_signed_in: 'Vous n’êtes pas connecté, ou votre session a expiré. Reconnectez-vous.',
  not_same_origin: 'Seules les pages de ce tableau de bord peuvent faire cette requête.',
  not_allowed: 'Seuls les administrateurs peuvent faire cela.',
  not_found: 'Cela n’existe pas, ou appartient à un autre compte.',
  not_offered: 'Ce serveur ne convertit que pour les comptes. Connectez-vous d’abord.',
  link_ended: 'Ce lien a déjà servi, ou date de plus de 15 minutes. Demandez-en un nouveau.',
  not_your_link:
    'Ce lien a expiré, ou appartient à un autre compte. Connectez-vous avec votre adresse actuelle et ouvrez-le de nouveau.',
  no_room: 'Vos fichiers partagés ont atteint la limite de stockage de votre formule. Révoquez d’abord quelques liens.',
  sign_up_closed: 'Les inscriptions sont fermées sur ce serveur. Demandez un compte à son administrateur.',
  address_taken: 'Un autre compte utilise déjà cette adresse.',
  job_has_no_file: 'Le fichier de cette conversion n’est plus disponible et ne peut donc pas être partagé.',
  input_gone: 'Les fichiers de cette conversion ne sont plus conservés. Choisissez-les de nouveau.',
  sharing_not_in_plan: 'Votre formule ne comprend pas les liens de partage.',
  too_many: 'Vous avez atteint la limite. Supprimez-en d’abord.',
  provider_away: 'Le fournisseur d’identité ne répond pas. Réessayez, ou connectez-vous par e-mail.',
  job_not_found: 'Cette conversion n’existe pas, ou a été supprimée.',
  file_expired: 'Le fichier n’est plus disponible.',
  account_suspended: 'Ce compte est suspendu. Adressez-vous à l’administrateur de ce serveur.',
  mail_not_sent: 'Le serveur de messagerie n’a pas accepté l’e-mail.',
  last_administrator:
    'Vous êtes le seul administrateur. Nommez d’abord un autre compte administrateur, ou supprimez celui-ci avec ./platen account delete.',
};
