// The frame around all pages, and what stands there when a page cannot be shown.
import type { shell as english } from '../en/shell.ts';
import type { Translated } from '../translated.ts';

export const shell: Translated<typeof english> = {
  skip: 'Aller au contenu',
  menu: 'Menu',
  pages: 'Pages',
  home: 'Accueil',
  playground: 'Essayer',
  jobs: 'Conversions',
  shares: 'Liens de partage',
  keys: 'Clés d’API',
  webhooks: 'Webhooks',
  plan: 'Formule',
  settings: 'Réglages',
  administration: 'Administration',
  reference: 'Référence de l’API',
  sign_out: 'Se déconnecter',
  not_loaded: 'Le tableau de bord ne peut pas être chargé',
  session_expired: 'Votre session a expiré',
  session_expired_text:
    'Reconnectez-vous en tant que {{email}} dans un autre onglet, puis revenez. Rien de ce que vous avez saisi ici n’est perdu.',
  signed_in_again: 'Je suis reconnecté',
  sign_in: 'Se connecter',
  broken: 'Cette page n’a pas pu être chargée',
  broken_text: 'Le serveur a peut-être été mis à jour. Recharger la page suffit en général.',
  reload: 'Recharger',
  go_home: 'Aller à l’accueil',
  not_found: 'Cette page n’existe pas',
};
