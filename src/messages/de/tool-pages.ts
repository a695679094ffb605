// What each tool does, on its page of the documentation; and fields of which a form says less (`TOOL_FIELD`). The English is in the tools.

export const toolPages: Readonly<Record<string, string>> = {
  'image-to-pdf': 'Setzt ein Bild auf eine PDF-Seite in seiner Größe, ohne es noch einmal zu komprimieren.',
  'heic-to-jpg': 'Macht aus dem Hauptfoto einer HEIC-Datei ein JPEG, aufrecht und ohne den Aufnahmeort.',
  'heic-to-pdf': 'Setzt jedes Foto einer HEIC-Datei auf eine PDF-Seite in seiner Größe.',
  'office-to-pdf': 'Gibt ein Textdokument, eine Tabelle, eine Präsentation oder eine Zeichnung als PDF aus.',
  'epub-to-pdf': 'Setzt ein Buch auf A4, mit Inhaltsverzeichnis, Lesezeichen und Links.',
  'ps-to-pdf':
    'Wandelt ein PostScript-Dokument oder eine EPS-Zeichnung in ein PDF um; Text bleibt Text, Zeichnungen bleiben Zeichnungen.',
  'pdf-to-image': 'Erzeugt von jeder Seite ein Bild mit 150 dpi.',
  'merge-pdf':
    'Fügt PDFs in der gesendeten Reihenfolge zusammen, mit ihren Lesezeichen, Links, Formularen und Anhängen.',
  'split-pdf': 'Erzeugt aus jeder Seite ein eigenes PDF.',
  'extract-pages':
    'Behält einzelne Seiten eines PDFs in der angegebenen Reihenfolge; von den übrigen bleibt nichts zurück.',
  'compress-pdf':
    'Verkleinert ein PDF. Bilder werden auf die Auflösung von `quality` heruntergerechnet, sonst geht nichts verloren. Das Ergebnis ist nie größer und kommt mit einem Bericht.',
  'pdf-to-word':
    'Erzeugt ein bearbeitbares Word-Dokument mit fließenden Absätzen, Überschriften, Listen, Tabellen, Kopf- und Fußzeilen.',
  'rotate-pdf': 'Dreht die Seiten eines PDFs im Uhrzeigersinn.',
  'protect-pdf': 'Verschlüsselt ein PDF mit AES-256: Beim Öffnen verlangt es das Passwort.',
  'unlock-pdf': 'Entfernt das Passwort und die Einschränkungen eines PDFs.',
  'watermark-pdf': 'Schreibt eine diagonale Textzeile über jede Seite.',
  'page-numbers-pdf': 'Nummeriert die Seiten am unteren Rand.',
  'rotate-pdf_pages':
    'Nur diese Seiten werden gedreht, durch Kommas getrennt: N, A-B, N- oder -N, jeweils mit @90, @180 oder @270, wo nicht `rotation` gelten soll. Wird eine Seite zweimal genannt, zählt die letzte Angabe.',
  'merge-pdf_pages':
    'Nur diese Seiten hat das Ergebnis, in dieser Reihenfolge, durch Kommas getrennt: DATEI (alle Seiten einer Datei, ab 1 in der gesendeten Reihenfolge gezählt) oder DATEI:SEITEN (N, A-B, N- oder -N), jeweils mit @90, @180 oder @270 im Uhrzeigersinn gedreht. Jede Seite kommt einmal vor; Anhänge bleiben nur, wenn jede Seite an ihrem Platz bleibt.',
  'pdf-to-markdown':
    'Liest ein PDF als Markdown, reinen Text oder JSON: Überschriften, Listen, Tabellen, Fußnoten und Links in Lesereihenfolge, ohne Kopf- und Fußzeilen.',
  'office-to-markdown':
    'Liest ein Dokument, eine Tabelle, eine Präsentation, ein Buch oder eine Webseite als Markdown, reinen Text oder JSON; Blätter als Tabellen, Folien mit ihren Notizen.',
  'pdf-to-excel':
    'Übernimmt die Tabellen eines PDFs in eine Arbeitsmappe oder als CSV, mit Zahlen, Prozenten, Währungen und Daten als Werten.',
  'html-to-pdf': 'Druckt eine Webseite mit ihren Dateien als getaggtes PDF, wie ein Browser es tut, ohne Netz.',
  'markdown-to-pdf': 'Setzt ein Markdown-Dokument auf Seiten, mit Titel, Gliederung und Links.',
};
