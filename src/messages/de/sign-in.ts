// Signing in: the page, the page of the mailed link, and the one that confirms a new address.
import type { signIn as english } from '../en/sign-in.ts';
import type { Translated } from '../translated.ts';

export const signIn: Translated<typeof english> = {
  title: 'Bei Platen anmelden',
  intro: 'Geben Sie Ihre E-Mail-Adresse ein. Wir senden Ihnen einen Link zum Anmelden.',
  closed: 'Auf diesem Server kann man sich nicht selbst registrieren.',
  newcomers:
    'Wenn Sie neu sind, entsteht so ein kostenloses Konto mit {{conversions}} Umwandlungen, ohne Passwort und Kreditkarte.',
  newcomers_of:
    'Wenn Sie neu sind und eine Adresse von {{domains}} haben, entsteht so ein kostenloses Konto mit {{conversions}} Umwandlungen, ohne Passwort und Kreditkarte.',
  account_deleted: 'Ihr Konto und alle seine Daten wurden gelöscht.',
  sign_up_closed:
    'Auf diesem Server kann man sich nicht selbst registrieren. Bitten Sie seinen Administrator um ein Konto.',
  email_not_verified: 'Ihr Anmeldedienst hat Ihre E-Mail-Adresse nicht bestätigt.',
  failed: 'Die Anmeldung ist fehlgeschlagen. Versuchen Sie es erneut.',
  email: 'E-Mail-Adresse',
  send: 'Link zum Anmelden senden',
  or: 'oder',
  continue_with: 'Weiter mit {{provider}}',
  sent: 'Sehen Sie in Ihr Postfach',
  sent_text:
    'Wenn sich <b>{{email}}</b> hier anmelden kann, haben wir einen Link dorthin gesendet. Er gilt einmal und 15 Minuten lang.',
  outbox:
    'Es ist kein Mailserver eingerichtet. E-Mails werden in das Protokoll geschrieben und in den Ordner <c>outbox</c> im Datenordner.',
  another: 'Andere Adresse verwenden',
  request_new: 'Neuen Link anfordern',
  link_text: 'Dieser Link meldet <b>{{email}}</b> an.',
  other_account: 'Sie sind zurzeit als {{current}} angemeldet. Fahren Sie nur fort, wenn {{email}} auch Ihnen gehört.',
  sign_in: 'Anmelden',
  confirm_title: 'Bestätigen Sie Ihre E-Mail-Adresse',
  confirm_text: 'Links zum Anmelden und Benachrichtigungen gehen künftig an diese Adresse.',
  confirm: 'Bestätigen',
  confirmed: 'Die E-Mail-Adresse Ihres Kontos ist jetzt <b>{{email}}</b>.',
  to_dashboard: 'Zum Dashboard',
};
