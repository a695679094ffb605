// The page of plans.
import type { plan as english } from '../en/plan.ts';
import type { Translated } from '../translated.ts';

export const plan: Translated<typeof english> = {
  title: 'Tarif',
  intro:
    'Jeder Tarif enthält alle Werkzeuge. Sie unterscheiden sich in der Zahl der Umwandlungen und der Größe der Dateien.',
  none: 'Sie haben keinen Tarif',
  own: 'Ihr Tarif ist {{name}}',
  no_access: 'API-Schlüssel wirken erst, wenn dieses Konto einen Tarif hat. Bitten Sie Ihren Administrator darum.',
  own_machine: 'Auf dem eigenen Rechner',
  own_machine_text:
    'Alle Werkzeuge stehen Ihnen offen, und niemand verkauft Ihnen etwas. Was ein Konto darf, ist sein Tarif; Sie ändern ihn mit einem Befehl:',
  ask: 'Um den Tarif zu wechseln, wenden Sie sich an den Administrator dieses Servers.',
  card: 'Tarif {{name}}',
  yours: 'Ihr Tarif',
  free: 'Kostenlos',
  price: '{{euros, number}} €',
  price_text: 'im Monat, ohne Steuern',
  free_text: 'zum Ausprobieren',
  monthly: '{{quota}} Umwandlungen im Monat',
  yearly: '{{quota}} Umwandlungen in 12 Monaten',
  size: 'Dateien bis {{size}}',
  merge_one: 'Verbinden von höchstens {{count, number}} Datei',
  merge_other: 'Verbinden von höchstens {{count, number}} Dateien',
  share_one: 'Freigabelinks für {{count, number}} Tag',
  share_other: 'Freigabelinks für {{count, number}} Tage',
  choose: '{{name}} wählen',
};
