// Numbers per day as bars.
import type { charts as english } from '../en/charts.ts';
import type { Translated } from '../translated.ts';

export const charts: Translated<typeof english> = {
  in_days_one: '{{what}} au cours du dernier jour',
  in_days_other: '{{what}} au cours des {{count, number}} derniers jours',
  in_days_many: '{{what}} au cours des {{count, number}} derniers jours',
  conversions_one: '{{count, number}} conversion',
  conversions_other: '{{count, number}} conversions',
  conversions_many: '{{count, number}} de conversions',
  jobs_one: '{{count, number}} conversion',
  jobs_other: '{{count, number}} conversions',
  jobs_many: '{{count, number}} de conversions',
  day: 'Jour',
  others: 'Autres',
  colours: 'Couleurs du graphique',
  by_outcome: 'Par résultat',
  by_tool: 'Par outil',
};
