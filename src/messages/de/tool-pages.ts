// What each tool does, on its page of the documentation; and fields of which a form says less (`TOOL_FIELD`). The English is in the tools.

export const toolPages: Readonly<Record<string, string>> = {
  'image-to-pdf': 'Wandelt ein Bild in eine PDF-Seite seiner Größe um, ohne es erneut zu komprimieren.',
  'heic-to-jpg': 'Wandelt das Hauptfoto einer HEIC-Datei in ein JPEG um, aufrecht und ohne Aufnahmeort.',
  'heic-to-pdf': 'Wandelt jedes Foto einer HEIC-Datei in eine PDF-Seite seiner Größe um.',
  'office-to-pdf': 'Wandelt ein Textdokument, eine Tabelle, eine Präsentation oder eine Zeichnung in ein PDF um.',
  'epub-to-pdf': 'Wandelt ein E-Book in ein A4-PDF mit Inhaltsverzeichnis, Lesezeichen und Links um.',
  'ps-to-pdf':
    'Wandelt ein PostScript-Dokument oder eine EPS-Zeichnung in ein PDF um; Text bleibt Text, Zeichnungen bleiben Zeichnungen.',
  'pdf-to-image': 'Wandelt jede Seite in ein Bild mit 150 dpi um.',
  'merge-pdf':
    'Fügt PDFs in der gesendeten Reihenfolge zusammen, mit ihren Lesezeichen, Links, Formularen und Anhängen.',
  'split-pdf': 'Erzeugt aus jeder Seite ein eigenes PDF.',
  'extract-pages':
    'Behält einzelne Seiten eines PDFs in der angegebenen Reihenfolge; von den übrigen bleibt nichts zurück.',
  'compress-pdf':
    'Verkleinert ein PDF. Bilder werden auf die Auflösung von `quality` heruntergerechnet, sonst geht nichts verloren. Das Ergebnis ist nie größer und kommt mit einem Bericht.',
  'pdf-to-word':
    'Wandelt ein PDF in ein bearbeitbares Word-Dokument mit Absätzen, Überschriften, Listen, Tabellen, Kopf- und Fußzeilen um.',
  'rotate-pdf': 'Dreht die Seiten eines PDFs im Uhrzeigersinn.',
  'protect-pdf': 'Verschlüsselt ein PDF mit AES-256, sodass es sich nur mit dem Passwort öffnet.',
  'unlock-pdf': 'Entfernt das Passwort und die Einschränkungen eines PDFs.',
  'watermark-pdf': 'Fügt jeder Seite eine diagonale Textzeile hinzu.',
  'page-numbers-pdf': 'Fügt am unteren Rand Seitenzahlen hinzu.',
  'rotate-pdf_pages':
    'Nur diese Seiten werden gedreht, durch Kommas getrennt: N, A-B, N- oder -N, jeweils mit @90, @180 oder @270, wo nicht `rotation` gelten soll. Wird eine Seite zweimal genannt, zählt die letzte Angabe.',
  'merge-pdf_pages':
    'Nur diese Seiten hat das Ergebnis, in dieser Reihenfolge, durch Kommas getrennt: DATEI (alle Seiten einer Datei, ab 1 in der gesendeten Reihenfolge gezählt) oder DATEI:SEITEN (N, A-B, N- oder -N), jeweils mit @90, @180 oder @270 im Uhrzeigersinn gedreht. Jede Seite kommt einmal vor; Anhänge bleiben nur, wenn jede Seite an ihrem Platz bleibt.',
  'pdf-to-markdown':
    'Wandelt ein PDF in Markdown, reinen Text oder JSON um: Überschriften, Listen, Tabellen, Fußnoten und Links in Lesereihenfolge, ohne Kopf- und Fußzeilen.',
  'office-to-markdown':
    'Wandelt ein Dokument, eine Tabelle, eine Präsentation, ein E-Book oder eine Webseite in Markdown, reinen Text oder JSON um; Blätter werden Tabellen, Folien behalten ihre Notizen.',
  'pdf-to-excel':
    'Übernimmt die Tabellen eines PDFs in eine Arbeitsmappe oder als CSV, mit Zahlen, Prozenten, Währungen und Daten als Werten.',
  'html-to-pdf':
    'Wandelt eine Webseite mit ihren Dateien in ein getaggtes PDF um, wie ein Browser sie druckt, ohne Netzwerkzugriff.',
  'markdown-to-pdf': 'Wandelt eine Markdown-Datei mit ihren Bildern in ein getaggtes PDF mit Gliederung und Links um.',
  'ocr-pdf':
    'Erkennt den Text eingescannter Seiten und Bilder und legt ihn unsichtbar unter das Bild: Das PDF lässt sich durchsuchen, und Text lässt sich markieren und kopieren. Der Text allein entsteht als TXT, Markdown oder JSON.',
};
