// Les erreurs des conversions, par leur code et, s’il y a plusieurs cas, par `code_cas`.

export const errors: Readonly<Record<string, string>> = {
  not_enough_files: 'Cet outil demande au moins {{min, number}} fichiers. Choisissez-en d’autres.',
  too_many_files: 'Cet outil accepte au plus {{max, number}} fichiers. Choisissez-en moins.',
  field_required: 'Le champ « {{field}} » manque ou est vide. Remplissez-le.',
  invalid_rotation: 'La valeur du champ « {{field}} » n’est pas une rotation. Valeurs possibles : {{allowed}}.',
  invalid_quality: 'La valeur du champ « {{field}} » n’est pas une qualité. Valeurs possibles : {{allowed}}.',
  invalid_format: 'La valeur du champ « {{field}} » n’est pas permise. Valeurs possibles : {{allowed}}.',
  invalid_value: 'La valeur du champ « {{field}} » est inutilisable.',
  invalid_page_range:
    '« {{range}} » n’est pas un intervalle de pages. Écrivez les pages ainsi : N, A-B, N- ou -N, séparées par des virgules.',
  invalid_page_range_page_zero: 'Les pages se comptent à partir de 1, mais « {{range}} » commence avant.',
  invalid_page_range_beyond_last_page:
    '« {{range}} » dépasse la dernière page. Le document a {{total_pages, number}} pages.',
  invalid_page_range_whole_document:
    '« {{range}} » est tout le document dans son ordre. Omettez des pages ou changez leur ordre.',
  password_too_short: 'Le mot de passe a moins de {{min, number}} caractères. Choisissez-en un plus long.',
  password_too_long: 'Le mot de passe a plus de {{max, number}} caractères. Choisissez-en un plus court.',
  invalid_steps: 'Les étapes ne vont pas ensemble. Vérifiez leur ordre.',
  file_not_found: 'Le fichier du champ « {{field}} » n’existe pas ou plus.',
  source_unreachable: 'Le fichier du champ « {{field}} » ne peut pas être pris à son adresse.',
  upload_conflict: 'L’envoi continue à l’octet {{offset, number}}.',
  bad_request: 'La demande est arrivée incomplète. Réessayez.',
  bad_request_field_too_long: 'Le champ « {{field}} » a plus de {{max, number}} caractères.',
  bad_request_upload_too_slow: 'Le fichier arrivait trop lentement. Réessayez avec une meilleure connexion.',
  account_not_provisioned: 'Votre compte n’a pas de formule. Choisissez-en une.',
  account_not_provisioned_suspended: 'Votre compte est suspendu. Adressez-vous à l’administrateur de ce serveur.',
  plan_limit_files:
    'Votre formule permet au plus {{max_allowed, number}} fichiers par conversion. Choisissez-en moins, ou une formule plus grande.',
  credits_expired: 'Le crédit d’essai a expiré. Choisissez une formule payante.',
  tool_not_found: 'Cet outil n’existe pas. Choisissez-en un autre.',
  invalid_webhook_url:
    'Cette adresse ne peut pas être un webhook : utilisez une adresse https publique qui vous appartient.',
  webhook_not_found: 'Ce webhook n’existe pas, ou il a été supprimé.',
  delivery_not_found: 'Cet envoi n’existe pas ; ils sont conservés 30 jours.',
  job_not_found: 'Cette conversion n’existe pas, ou elle a été supprimée.',
  not_found: 'Il n’y a rien ici.',
  job_not_ready: 'La conversion n’a pas encore de résultat.',
  job_not_ready_failed: 'La conversion a échoué et n’a pas de résultat. Convertissez le fichier à nouveau.',
  job_not_ready_rejected: 'La conversion a été rejetée et n’a pas de résultat.',
  file_expired: 'Le fichier a expiré et a été supprimé. Convertissez le document à nouveau.',
  job_deleted: 'La conversion a été supprimée. Convertissez le document à nouveau.',
  file_too_large:
    'Le fichier « {{file}} » dépasse les {{max_size}} de votre formule. Choisissez-en un plus petit, ou une formule plus grande.',
  payload_too_large: 'Ensemble, les fichiers dépassent {{max_size}}. Choisissez-en moins, ou de plus petits.',
  too_many_parts: 'Cela fait plus de {{max, number}} éléments à la fois. Envoyez-en moins.',
  unsupported_content:
    'Cet outil n’accepte pas le contenu de « {{file}} » ({{detected_type}}). Choisissez un fichier qui convient.',
  unsupported_content_zip_corrupt:
    '« {{file}} » est abîmé ou tronqué et ne peut pas être décompressé. Enregistrez le document à nouveau.',
  unsupported_format: 'Le format d’image {{received}} n’est pas accepté. Convertissez d’abord l’image en PNG ou JPEG.',
  unsupported_format_heic: 'Cet outil n’accepte pas le HEIC. « Photo iPhone en PDF » est fait pour cela.',
  empty_file: 'Le fichier « {{file}} » est vide. Choisissez-en un autre.',
  password_protected:
    'Le fichier « {{file}} » est chiffré, et cet outil ne peut pas le déchiffrer. Retirez d’abord le mot de passe.',
  needs_password: 'Le fichier « {{file}} » demande un mot de passe. Saisissez-le.',
  wrong_password: 'Le mot de passe n’ouvre pas le fichier « {{file}} ». Saisissez le bon.',
  pdf_not_protected: 'Le PDF n’a ni mot de passe ni restrictions. Utilisez-le tel quel.',
  pdf_already_protected: 'Le PDF est déjà chiffré. Retirez d’abord le mot de passe.',
  pdf_scanned_needs_ocr: 'Le PDF est une numérisation sans texte. Passez-le d’abord à la reconnaissance de texte.',
  pdf_too_many_pages:
    'Le document a {{pages, number}} pages ; cet outil en accepte au plus {{max_pages, number}}. Divisez-le d’abord.',
  too_many_pages:
    'Le document a {{pages, number}} pages ; cet outil en accepte au plus {{max_pages, number}}. Divisez-le d’abord.',
  pdf_single_page: 'Le PDF n’a qu’une page : il n’y a rien à diviser.',
  epub_blank_output: 'Le livre n’a pas de contenu à mettre en pages. Vérifiez que l’EPUB s’ouvre dans une liseuse.',
  epub_too_long:
    'Le livre a au moins {{pages, number}} pages ; cet outil en accepte au plus {{max_pages, number}}. Divisez-le.',
  ps_blank_output:
    'Le programme PostScript ne dessine aucune page. Vérifiez que le fichier est un document et non une police.',
  unsupported_characters:
    'Le champ « {{field}} » contient des caractères que les polices ne savent pas afficher : {{characters}} Retirez-les.',
  output_too_large: 'Le résultat serait trop grand. Convertissez moins de pages à la fois.',
  source_unreadable_named:
    'Le fichier « {{file}} » est du bon type mais ne s’ouvre pas : il est abîmé ou tronqué. Ouvrez-le dans le programme qui l’a créé et enregistrez-le à nouveau.',
  source_unreadable:
    'Le fichier est du bon type mais ne s’ouvre pas : il est abîmé ou tronqué. Ouvrez-le dans le programme qui l’a créé et enregistrez-le à nouveau.',
  rate_limited: 'Trop de demandes. Réessayez dans {{retry_after, number}} secondes.',
  quota_exceeded:
    'Les conversions de cette période sont épuisées. Attendez la suivante, ou choisissez une formule plus grande.',
  storage_limit_reached:
    '{{max_size}} de résultats sont déjà gardés pour votre compte, le maximum. Supprimez-en, ou attendez qu’ils expirent.',
  conversion_failed: 'La conversion a échoué et n’a pas été comptée. Réessayez.',
  internal_error: 'Quelque chose n’a pas fonctionné sur le serveur. Réessayez plus tard.',
  client_gone:
    'La connexion s’est interrompue avant la fin de la conversion, qui n’a pas été comptée. Laissez la page ouverte jusqu’au résultat.',
  server_busy: 'Le serveur est très occupé. Réessayez dans {{retry_after, number}} secondes.',
  conversion_timeout:
    'La conversion a duré trop longtemps et n’a pas été comptée. Essayez avec un document plus petit ou plus simple.',
};
