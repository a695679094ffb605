// E-mails.
import type { mails as english } from '../en/mails.ts';
import type { Translated } from '../translated.ts';

export const mails: Translated<typeof english> = {
  reason: 'Sie erhalten diese E-Mail, weil Sie ein Konto auf diesem Platen-Server haben.',
  never_renews: 'Sie erneuern sich nicht. Ein bezahlter Tarif enthält jeden Monat neue Umwandlungen.',
  renews: 'Sie erneuern sich am {{renewsAt}}. Wenn Sie vorher mehr brauchen, wählen Sie einen größeren Tarif.',
  sign_in_subject: 'Ihr Link zum Anmelden bei Platen',
  sign_in_text: 'Mit diesem Link melden Sie sich bei Platen an. Er gilt {{minutes}} Minuten lang und nur einmal.',
  sign_in_action: 'Bei Platen anmelden',
  sign_in_footer: 'Wenn Sie diese E-Mail nicht angefordert haben, können Sie sie ignorieren.',
  change_address_subject: 'Bestätigen Sie Ihre neue E-Mail-Adresse',
  change_address_text: 'Sie möchten die E-Mail-Adresse des Platen-Kontos {{from}} in {{address}} ändern.',
  change_address_how:
    'Öffnen Sie zur Bestätigung innerhalb von {{minutes}} Minuten diesen Link in einem Browser, in dem Sie als {{from}} angemeldet sind.',
  change_address_action: 'Adresse bestätigen',
  change_address_footer: 'Wenn Sie diese Änderung nicht veranlasst haben, können Sie diese E-Mail ignorieren.',
  address_changed_subject: 'Die E-Mail-Adresse Ihres Platen-Kontos wurde geändert',
  address_changed_text:
    'Sie melden sich jetzt als {{address}} an. Links zum Anmelden gehen nicht mehr an diese Adresse.',
  address_changed_footer:
    'Wenn Sie diese Änderung nicht veranlasst haben, wenden Sie sich sofort an den Administrator dieses Servers.',
  quota_80_subject: 'Sie haben 80 % Ihrer Umwandlungen verbraucht',
  quota_80_text: 'Sie haben {{used}} von {{quota}} Umwandlungen verbraucht.',
  quota_80_action: 'Tarif und Verbrauch ansehen',
  quota_80_footer: 'Diesen Hinweis können Sie in den Einstellungen oder mit dem Link zum Abbestellen abschalten.',
  quota_reached_subject: 'Sie haben alle Ihre Umwandlungen verbraucht',
  quota_reached_text:
    'Sie haben alle {{quota}} Umwandlungen verbraucht. Anfragen werden noch bis {{limit}} Umwandlungen angenommen, danach mit quota_exceeded abgelehnt.',
  plans_action: 'Tarife ansehen',
  trial_ending_subject: 'Ihre Testzeit endet am {{endsAt}}',
  trial_ending_text: 'Ihre Testzeit endet am {{endsAt}}. Die {{left}} übrigen Umwandlungen verfallen an diesem Tag.',
  trial_ending_how: 'Um Ihre API-Schlüssel danach weiter zu nutzen, wählen Sie einen bezahlten Tarif.',
  webhook_gone_subject: 'Ein Webhook wurde abgeschaltet',
  webhook_gone_text:
    'Der Webhook {{address}} hat geantwortet, dass es ihn nicht mehr gibt (410). Er bekommt nichts mehr.',
  webhook_failing_subject: 'Ein Webhook wurde abgeschaltet',
  webhook_failing_text:
    'Der Webhook {{address}} hat drei Tage lang kein Ereignis angenommen. Er bekommt nichts mehr, bis Sie ihn wieder einschalten; was er verpasst hat, kann noch einmal gesendet werden.',
  webhook_action: 'Webhooks ansehen',
  mail_test_subject: 'Eine Test-E-Mail von Platen',
  mail_test_text: 'E-Mails dieses Platen-Servers kommen an. Mehr ist nicht zu tun.',
  mail_test_action: 'Platen öffnen',
  mail_test_footer: 'Ein Administrator hat diese E-Mail auf der Seite der Verwaltung angefordert.',
};
