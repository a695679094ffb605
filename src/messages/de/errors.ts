// Die Fehler von Umwandlungen, nach ihrem Code und, wo es mehrere Fälle gibt, nach `Code_Fall`.

export const errors: Readonly<Record<string, string>> = {
  not_enough_files: 'Dieses Werkzeug braucht mindestens {{min, number}} Dateien. Wählen Sie weitere aus.',
  too_many_files: 'Dieses Werkzeug nimmt höchstens {{max, number}} Dateien. Wählen Sie weniger aus.',
  field_required: 'Das Feld „{{field}}“ fehlt oder ist leer. Füllen Sie es aus.',
  invalid_rotation: 'Der Wert des Feldes „{{field}}“ ist keine Drehung. Erlaubt sind: {{allowed}}.',
  invalid_quality: 'Der Wert des Feldes „{{field}}“ ist keine Qualität. Erlaubt sind: {{allowed}}.',
  invalid_format: 'Der Wert des Feldes „{{field}}“ ist nicht erlaubt. Erlaubt sind: {{allowed}}.',
  invalid_value: 'Der Wert des Feldes „{{field}}“ ist nicht verwendbar.',
  invalid_page_range:
    '„{{range}}“ ist kein Seitenbereich. Schreiben Sie Seiten als N, A-B, N- oder -N, durch Kommas getrennt.',
  invalid_page_range_page_zero: 'Seiten zählen ab 1, aber „{{range}}“ beginnt davor.',
  invalid_page_range_beyond_last_page:
    '„{{range}}“ geht über die letzte Seite hinaus. Das Dokument hat {{total_pages, number}} Seiten.',
  invalid_page_range_whole_document:
    '„{{range}}“ ist das ganze Dokument in seiner Reihenfolge. Lassen Sie Seiten weg oder ordnen Sie sie anders.',
  password_too_short: 'Das Passwort hat weniger als {{min, number}} Zeichen. Wählen Sie ein längeres.',
  password_too_long: 'Das Passwort hat mehr als {{max, number}} Zeichen. Wählen Sie ein kürzeres.',
  invalid_steps: 'Die Schritte passen nicht zusammen. Prüfen Sie ihre Reihenfolge.',
  file_not_found: 'Die Datei zum Feld „{{field}}“ gibt es nicht (mehr).',
  source_unreachable: 'Die Datei zum Feld „{{field}}“ kann von ihrer Adresse nicht geholt werden.',
  upload_conflict: 'Der Upload geht bei Byte {{offset, number}} weiter.',
  bad_request: 'Die Anfrage ist unvollständig angekommen. Versuchen Sie es noch einmal.',
  bad_request_field_too_long: 'Das Feld „{{field}}“ hat mehr als {{max, number}} Zeichen.',
  bad_request_upload_too_slow:
    'Die Datei kam zu langsam an. Versuchen Sie es über eine bessere Verbindung noch einmal.',
  account_not_provisioned: 'Ihr Konto hat keinen Tarif. Wählen Sie einen aus.',
  account_not_provisioned_suspended: 'Ihr Konto ist gesperrt. Wenden Sie sich an den Administrator dieses Servers.',
  plan_limit_files:
    'Ihr Tarif erlaubt höchstens {{max_allowed, number}} Dateien in einer Umwandlung. Wählen Sie weniger aus oder einen größeren Tarif.',
  credits_expired: 'Das Guthaben zum Ausprobieren ist abgelaufen. Wählen Sie einen bezahlten Tarif.',
  tool_not_found: 'Dieses Werkzeug gibt es nicht. Wählen Sie ein anderes.',
  invalid_webhook_url: 'Diese Adresse kann kein Webhook sein: Verwenden Sie eine eigene öffentliche https-Adresse.',
  webhook_not_found: 'Diesen Webhook gibt es nicht, oder er wurde entfernt.',
  delivery_not_found: 'Diese Zustellung gibt es nicht; sie werden 30 Tage aufbewahrt.',
  job_not_found: 'Diesen Auftrag gibt es nicht, oder er wurde gelöscht.',
  not_found: 'Das gibt es hier nicht.',
  job_not_ready: 'Der Auftrag hat noch kein Ergebnis.',
  job_not_ready_failed: 'Der Auftrag ist fehlgeschlagen und hat kein Ergebnis. Wandeln Sie die Datei noch einmal um.',
  job_not_ready_rejected: 'Der Auftrag wurde abgelehnt und hat kein Ergebnis.',
  file_expired: 'Die Datei ist abgelaufen und wurde gelöscht. Wandeln Sie das Dokument noch einmal um.',
  job_deleted: 'Der Auftrag wurde gelöscht. Wandeln Sie das Dokument noch einmal um.',
  file_too_large:
    'Die Datei „{{file}}“ ist größer als die {{max_size}} Ihres Tarifs. Wählen Sie eine kleinere oder einen größeren Tarif.',
  payload_too_large: 'Zusammen sind die Dateien größer als {{max_size}}. Wählen Sie weniger oder kleinere aus.',
  too_many_parts: 'Das sind mehr als {{max, number}} Teile auf einmal. Senden Sie weniger.',
  unsupported_content:
    'Dieses Werkzeug nimmt den Inhalt von „{{file}}“ nicht ({{detected_type}}). Wählen Sie eine passende Datei aus.',
  unsupported_content_zip_corrupt:
    '„{{file}}“ ist beschädigt oder abgeschnitten und lässt sich nicht auspacken. Speichern Sie das Dokument noch einmal.',
  unsupported_format:
    'Das Bildformat {{received}} wird nicht unterstützt. Wandeln Sie das Bild zuerst in PNG oder JPEG um.',
  unsupported_format_heic: 'Dieses Werkzeug nimmt kein HEIC. Dafür gibt es „iPhone-Foto zu PDF“.',
  empty_file: 'Die Datei „{{file}}“ ist leer. Wählen Sie eine andere aus.',
  password_protected:
    'Die Datei „{{file}}“ ist verschlüsselt, und dieses Werkzeug kann sie nicht entschlüsseln. Entfernen Sie zuerst das Passwort.',
  needs_password: 'Die Datei „{{file}}“ braucht ein Passwort. Geben Sie es ein.',
  wrong_password: 'Das Passwort öffnet die Datei „{{file}}“ nicht. Geben Sie das richtige ein.',
  pdf_not_protected: 'Das PDF hat weder Passwort noch Einschränkungen. Benutzen Sie es, wie es ist.',
  pdf_already_protected: 'Das PDF ist schon verschlüsselt. Entfernen Sie zuerst das Passwort.',
  pdf_scanned_needs_ocr: 'Das PDF ist ein Scan ohne Text. Lassen Sie zuerst eine Texterkennung darüber laufen.',
  pdf_too_many_pages:
    'Das Dokument hat {{pages, number}} Seiten; dieses Werkzeug nimmt höchstens {{max_pages, number}}. Teilen Sie es zuerst.',
  too_many_pages:
    'Das Dokument hat {{pages, number}} Seiten; dieses Werkzeug nimmt höchstens {{max_pages, number}}. Teilen Sie es zuerst.',
  pdf_single_page: 'Das PDF hat nur eine Seite; da gibt es nichts zu teilen.',
  epub_blank_output:
    'Das Buch hat keinen Inhalt für Seiten. Prüfen Sie, ob das EPUB sich in einem Leseprogramm öffnet.',
  epub_too_long:
    'Das Buch hat mindestens {{pages, number}} Seiten; dieses Werkzeug nimmt höchstens {{max_pages, number}}. Teilen Sie das Buch.',
  ps_blank_output:
    'Das PostScript-Programm zeichnet keine Seite. Prüfen Sie, ob die Datei ein Dokument ist und keine Schrift.',
  unsupported_characters:
    'Das Feld „{{field}}“ enthält Zeichen, die die Schriften nicht darstellen können: {{characters}} Entfernen Sie sie.',
  output_too_large: 'Das Ergebnis würde zu groß. Wandeln Sie weniger Seiten auf einmal um.',
  source_unreadable_named:
    'Die Datei „{{file}}“ hat die richtige Art, lässt sich aber nicht öffnen: Sie ist beschädigt oder abgeschnitten. Öffnen Sie sie in dem Programm, das sie gemacht hat, und speichern Sie sie neu.',
  source_unreadable:
    'Die Datei hat die richtige Art, lässt sich aber nicht öffnen: Sie ist beschädigt oder abgeschnitten. Öffnen Sie sie in dem Programm, das sie gemacht hat, und speichern Sie sie neu.',
  rate_limited: 'Zu viele Anfragen. Versuchen Sie es in {{retry_after, number}} Sekunden noch einmal.',
  quota_exceeded:
    'Die Umwandlungen dieses Zeitraums sind aufgebraucht. Warten Sie auf den nächsten oder wählen Sie einen größeren Tarif.',
  storage_limit_reached:
    'Für Ihr Konto sind schon {{max_size}} Ergebnisse gespeichert, mehr gehen nicht. Löschen Sie einige, oder warten Sie, bis sie ablaufen.',
  conversion_failed: 'Die Umwandlung ist fehlgeschlagen und wurde nicht gezählt. Versuchen Sie es noch einmal.',
  internal_error: 'Auf dem Server ist etwas schiefgegangen. Versuchen Sie es später noch einmal.',
  client_gone:
    'Die Verbindung ist abgebrochen, bevor die Umwandlung fertig war. Sie wurde nicht gezählt. Lassen Sie die Seite offen, bis das Ergebnis da ist.',
  server_busy: 'Der Server ist gerade ausgelastet. Versuchen Sie es in {{retry_after, number}} Sekunden noch einmal.',
  conversion_timeout:
    'Die Umwandlung hat zu lange gedauert und wurde nicht gezählt. Versuchen Sie es mit einem kleineren oder einfacheren Dokument.',
};
