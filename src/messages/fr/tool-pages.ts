// What each tool does, on its page of the documentation; and fields of which a form says less (`TOOL_FIELD`). The English is in the tools.

export const toolPages: Readonly<Record<string, string>> = {
  'image-to-pdf': 'Place une image sur une page PDF à sa taille, sans la compresser une seconde fois.',
  'heic-to-jpg':
    'Convertit la photo principale d’un fichier HEIC en JPEG, à l’endroit et sans le lieu de prise de vue.',
  'heic-to-pdf': 'Place chaque photo d’un fichier HEIC sur une page PDF à sa taille.',
  'office-to-pdf': 'Met en pages un document texte, un classeur, une présentation ou un dessin, en PDF.',
  'epub-to-pdf': 'Met un livre en pages A4, avec sa table des matières, ses signets et ses liens.',
  'ps-to-pdf':
    'Convertit un document PostScript ou un dessin EPS en PDF ; le texte reste du texte, les dessins restent des dessins.',
  'pdf-to-image': 'Produit une image de chaque page, à 150 ppp.',
  'merge-pdf':
    'Réunit des PDF dans l’ordre d’envoi, avec leurs signets, leurs liens, leurs formulaires et leurs pièces jointes.',
  'split-pdf': 'Produit un PDF par page.',
  'extract-pages': 'Garde certaines pages d’un PDF, dans l’ordre indiqué, et rien des autres.',
  'compress-pdf':
    'Réduit la taille d’un PDF. Les images sont ramenées à la résolution de `quality` ; rien d’autre n’est perdu. Le résultat n’est jamais plus gros et s’accompagne d’un rapport.',
  'pdf-to-word':
    'Produit un document Word modifiable : paragraphes continus, titres, listes, tableaux, en-têtes et pieds de page.',
  'rotate-pdf': 'Fait pivoter les pages d’un PDF dans le sens des aiguilles d’une montre.',
  'protect-pdf': 'Chiffre un PDF en AES-256 : il demande le mot de passe à l’ouverture.',
  'unlock-pdf': 'Retire le mot de passe et les restrictions d’un PDF.',
  'watermark-pdf': 'Écrit une ligne de texte en diagonale sur chaque page.',
  'page-numbers-pdf': 'Numérote les pages en bas.',
  'rotate-pdf_pages':
    'Seules ces pages sont tournées, séparées par des virgules : N, A-B, N- ou -N, chacune avec @90, @180 ou @270 si `rotation` ne doit pas s’appliquer. Si une page est citée deux fois, la dernière mention compte.',
  'merge-pdf_pages':
    'Seules ces pages forment le résultat, dans cet ordre, séparées par des virgules : FICHIER (toutes les pages d’un fichier, numérotés à partir de 1 dans l’ordre d’envoi) ou FICHIER:PAGES (N, A-B, N- ou -N), chacune avec @90, @180 ou @270 pour les tourner dans le sens des aiguilles d’une montre. Chaque page sort une seule fois ; les pièces jointes ne restent que si chaque page garde sa place.',
  'pdf-to-markdown':
    'Lit un PDF en Markdown, en texte brut ou en JSON : titres, listes, tableaux, notes et liens dans l’ordre de lecture, sans en-têtes ni pieds de page.',
  'office-to-markdown':
    'Lit un document, un classeur, une présentation, un livre ou une page web en Markdown, en texte brut ou en JSON ; les feuilles en tableaux, les diapositives avec leurs notes.',
  'pdf-to-excel':
    'Reprend les tableaux d’un PDF dans un classeur ou en CSV, avec nombres, pourcentages, monnaies et dates comme valeurs.',
  'html-to-pdf': 'Imprime une page web avec ses fichiers en PDF balisé, comme le fait un navigateur, sans réseau.',
  'markdown-to-pdf': 'Compose un document Markdown en pages, avec son titre, son plan et ses liens.',
  'ocr-pdf':
    'Reconnaît le texte des pages numérisées et des images, et le place, invisible, sous l’image : le PDF se prête à la recherche, à la sélection et à la copie. Le texte seul est donné en TXT, Markdown ou JSON.',
};
