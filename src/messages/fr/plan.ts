// The page of plans.
import type { plan as english } from '../en/plan.ts';
import type { Translated } from '../translated.ts';

export const plan: Translated<typeof english> = {
  title: 'Formule',
  intro:
    'Chaque formule comprend tous les outils. Elles diffèrent par le nombre de conversions et la taille des fichiers.',
  none: 'Vous n’avez pas de formule',
  own: 'Vous avez la formule {{name}}',
  no_access:
    'Les clés d’API ne fonctionnent pas tant que ce compte n’a pas de formule. Demandez-en une à votre administrateur.',
  own_machine: 'Sur votre propre machine',
  own_machine_text:
    'Tous les outils sont à vous, et personne ne vend rien. Ce qu’un compte peut faire dépend de sa formule, que vous changez par une commande :',
  ask: 'Pour changer de formule, adressez-vous à l’administrateur de ce serveur.',
  card: 'Formule {{name}}',
  yours: 'Votre formule',
  free: 'Gratuit',
  price: '{{euros, number}} €',
  price_text: 'par mois, hors taxes',
  free_text: 'pour essayer',
  monthly: '{{quota}} conversions par mois',
  yearly: '{{quota}} conversions en 12 mois',
  size: 'Fichiers jusqu’à {{size}}',
  merge_one: 'Réunion de {{count, number}} fichier au plus',
  merge_many: 'Réunion de {{count, number}} de fichiers au plus',
  merge_other: 'Réunion de {{count, number}} fichiers au plus',
  share_one: 'Liens de partage pendant {{count, number}} jour',
  share_many: 'Liens de partage pendant {{count, number}} de jours',
  share_other: 'Liens de partage pendant {{count, number}} jours',
  choose: 'Choisir {{name}}',
};
