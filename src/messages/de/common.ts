// Words that many pages use.
import type { common as english } from '../en/common.ts';
import type { Translated } from '../translated.ts';

export const common: Translated<typeof english> = {
  close: 'Schließen',
  cancel: 'Abbrechen',
  delete: 'Löschen',
  done: 'Fertig',
  copy: 'Kopieren',
  copied: 'Kopiert',
  loading: 'Wird geladen',
  try_again: 'Erneut versuchen',
  language: 'Sprache',
  unlimited: 'unbegrenzt',
  just_now: 'gerade eben',
  in_a_moment: 'in weniger als einer Minute',
  bytes_one: '{{count, number}} Byte',
  bytes_other: '{{count, number}} Byte',
  minutes_left: '{{count, number}} min',
  hours_left_one: '{{count, number}} Stunde',
  hours_left_other: '{{count, number}} Stunden',
  days_left_one: '{{count, number}} Tag',
  days_left_other: '{{count, number}} Tage',
  no_connection: 'Der Server ist nicht erreichbar. Prüfen Sie Ihre Verbindung.',
  unexpected_response: 'Der Server hat unerwartet geantwortet. Versuchen Sie es erneut.',
  cancelled: 'Abgebrochen.',
  show_password: 'Passwort zeigen',
};
