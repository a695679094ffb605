// The pages of the error codes: a title, what happened (`_means`) and what to do (`_do`), in Markdown.
import type { errorPages as english } from '../en/error-pages.ts';
import type { Translated } from '../translated.ts';

export const errorPages: Translated<typeof english> = {
  not_enough_files: 'Trop peu de fichiers',
  not_enough_files_means: 'L’outil traite plusieurs fichiers, et la requête en contient moins que `min`.',
  not_enough_files_do:
    'Envoyez chaque fichier dans une partie multipart nommée `file` ; répétez ce nom pour chaque fichier. `merge-pdf` en demande au moins deux.',
  too_many_files: 'Trop de fichiers pour cet outil',
  too_many_files_means: 'La requête contient plus de fichiers que l’outil n’en accepte (`max`).',
  too_many_files_do: 'Faites un appel par fichier, ou réunissez ensuite les résultats avec `merge-pdf`.',
  field_required: 'Un champ est absent',
  field_required_means: 'Le champ de formulaire indiqué dans `field` est obligatoire, mais il est absent ou vide.',
  field_required_do:
    'Envoyez le champ dans une partie multipart de ce nom. Au besoin, `example` donne une valeur valable.',
  invalid_rotation: 'Rotation non valable',
  invalid_rotation_means: 'La valeur de `rotation` ne figure pas dans `allowed`.',
  invalid_rotation_do: 'Envoyez `90`, `180` ou `270` : des degrés dans le sens des aiguilles d’une montre.',
  invalid_quality: 'Qualité non valable',
  invalid_quality_means: 'La valeur de `quality` ne figure pas dans `allowed`.',
  invalid_quality_do: 'Envoyez `low`, `medium` ou `high`, ou omettez le champ.',
  invalid_format: 'Valeur non valable',
  invalid_format_means: 'La valeur du champ indiqué dans `field` ne figure pas dans `allowed`.',
  invalid_format_do: 'Envoyez l’une des valeurs de `allowed`, ou omettez le champ s’il est facultatif.',
  invalid_value: 'Pas une valeur pour ce champ',
  invalid_value_means:
    'La valeur du champ indiqué dans `field` n’est pas du genre qu’il accepte ; `expected` le dit en toutes lettres.',
  invalid_value_do: 'Envoyez une valeur de ce genre, ou omettez le champ.',
  invalid_page_range: 'Des pages que le document n’a pas',
  invalid_page_range_means:
    'La sélection de pages est inutilisable. `cause` en donne la raison et `range` l’élément refusé : il n’a pas la forme d’une page ou d’un intervalle (`syntax`), commence avant la page 1 (`page_zero`), dépasse la fin (`beyond_last_page`) ou désigne toutes les pages dans leur ordre (`whole_document`).',
  invalid_page_range_do:
    'Écrivez les pages sous la forme `N`, `A-B`, `N-` ou `-N`, séparées par des virgules. `total_pages` est le nombre de pages du document.',
  password_too_short: 'Mot de passe trop court',
  password_too_short_means: 'Le mot de passe à définir compte moins de `min` caractères.',
  password_too_short_do: 'Choisissez un mot de passe plus long.',
  password_too_long: 'Mot de passe trop long',
  password_too_long_means: 'Le mot de passe à définir compte plus de `max` caractères.',
  password_too_long_do: 'Choisissez un mot de passe plus court.',
  invalid_webhook_url: 'Adresse de webhook non valable',
  invalid_webhook_url_means:
    'L’adresse n’est pas en http ou https (`syntax`), n’est pas publique (`refused_address`), ou ne correspond à aucun webhook actif du compte (`not_a_webhook`).',
  invalid_webhook_url_do:
    'Utilisez une adresse https publique qui vous appartient. Pour `webhook_url`, ajoutez d’abord avec `POST /v1/webhooks` un webhook de même schéma, hôte et port.',
  invalid_steps: 'Des étapes qui ne s’enchaînent pas',
  invalid_steps_means:
    'Le champ `steps` du pipeline est inutilisable. `step` compte à partir de 0, `reason` donne la raison.',
  invalid_steps_do:
    'Envoyez d’une à huit étapes telles que `[{"tool":"office-to-pdf"},{"tool":"compress-pdf"}]`, dans un ordre où chacune accepte ce que donne la précédente.',
  bad_request: 'Requête illisible',
  bad_request_means:
    'La requête est incomplète ou mal formée. `code` en donne la raison : un corps interrompu (`malformed_multipart`), un champ envoyé deux fois (`duplicate_field`) ou trop long (`field_too_long`), un envoi à moins de 1 Kio/s (`upload_too_slow`), etc.',
  bad_request_do:
    'Laissez votre client HTTP construire le formulaire et envoyez chaque champ une seule fois. `field` et `max` indiquent le champ et sa limite.',
  missing_bearer_token: 'Clé d’API absente',
  missing_bearer_token_means: 'La requête n’a pas d’en-tête `Authorization`, ou il ne commence pas par `Bearer`.',
  missing_bearer_token_do: 'Envoyez `Authorization: Bearer` suivi de votre clé d’API avec chaque requête.',
  invalid_api_key: 'Clé d’API non valable',
  invalid_api_key_means: 'La clé n’existe pas, a été révoquée, ou son dernier jour est passé.',
  invalid_api_key_do:
    'Vérifiez que la clé est complète, ou créez-en une autre dans le tableau de bord, page *Clés d’API*.',
  account_not_provisioned: 'Le compte n’a pas de formule',
  account_not_provisioned_means:
    'La clé est bonne, mais son compte n’a pas de formule d’API, ou l’administrateur l’a suspendu (`suspended`).',
  account_not_provisioned_do:
    'Choisissez une formule ; si le compte est suspendu, adressez-vous à l’administrateur du service.',
  plan_limit_files: 'Plus de fichiers que la formule n’en permet',
  plan_limit_files_means: 'La formule du compte permet au plus `max_allowed` fichiers par conversion.',
  plan_limit_files_do: 'Envoyez moins de fichiers par appel, ou choisissez une formule supérieure.',
  credits_expired: 'L’essai a expiré',
  credits_expired_means:
    'Les conversions d’essai étaient valables jusqu’à `expired_at` ; celles qui restent ne sont plus utilisables.',
  credits_expired_do: 'Choisissez une formule payante. `upgrade` en propose une.',
  forbidden: 'Cette clé n’en a pas le droit',
  forbidden_means:
    'La conversion appartient à une autre clé, ou il manque à la clé le droit indiqué dans `scope`, ou elle est limitée aux outils de `tools`.',
  forbidden_do: 'Utilisez la clé qui a créé la conversion, ou une clé qui a ce droit.',
  tool_not_found: 'Cet outil n’existe pas',
  tool_not_found_means: 'Le nom dans le chemin `/v1/convert/{tool}` n’est celui d’aucun outil.',
  tool_not_found_do: 'Consultez la liste des outils avec `GET /v1/tools`.',
  file_not_found: 'Le fichier n’est pas là',
  file_not_found_means:
    'L’identifiant donné dans `file_id` ne désigne ni un envoi complet ni un résultat de cette clé, ou le fichier a expiré.',
  file_not_found_do:
    'Terminez d’abord l’envoi, utilisez une conversion de la même clé dont le résultat est encore conservé, ou envoyez le fichier lui-même.',
  webhook_not_found: 'Ce webhook n’existe pas',
  webhook_not_found_means: 'Le compte n’a aucun webhook portant cet identifiant.',
  webhook_not_found_do: 'Consultez la liste des webhooks avec `GET /v1/webhooks`.',
  delivery_not_found: 'Cette livraison n’existe pas',
  delivery_not_found_means:
    'Le webhook n’a aucune livraison portant cet identifiant, ou elle date de plus de 30 jours.',
  delivery_not_found_do: 'Consultez la liste des livraisons du webhook.',
  job_not_found: 'Cette conversion n’existe pas',
  job_not_found_means: 'Aucune conversion ne porte cet identifiant, ou sa trace a été effacée.',
  job_not_found_do: 'Utilisez le `job_id` renvoyé par la conversion.',
  not_found: 'Cette adresse n’existe pas',
  not_found_means: 'Le chemin n’est pas un point d’accès de l’API.',
  not_found_do: 'Vérifiez le chemin et le préfixe `/v1` dans la référence de l’API.',
  misdirected_request: 'Le service ne répond pas à ce nom',
  misdirected_request_means: 'La requête est arrivée à un nom d’hôte que le service ne reconnaît pas comme le sien.',
  misdirected_request_do:
    'Utilisez l’adresse publique du service. Son exploitant peut ajouter des noms avec `PLATEN_HOSTS`.',
  method_not_allowed: 'Méthode non permise',
  method_not_allowed_means: 'Ce point d’accès existe, mais pas pour cette méthode HTTP.',
  method_not_allowed_do: 'Utilisez l’une des méthodes de `allowed`.',
  job_not_ready: 'La conversion n’a pas de résultat',
  job_not_ready_means:
    'La conversion n’est pas terminée (`pending`), ou s’est terminée sans résultat (`failed`, `rejected`). Pour une conversion asynchrone, `outcome` est l’erreur qui l’a interrompue ; `progress` et `position` indiquent son avancement.',
  job_not_ready_do:
    'Tant qu’elle est `pending`, redemandez après `retry_after` secondes, ou envoyez `Prefer: wait=30`. Après `failed`, convertissez le fichier à nouveau ; après `rejected`, c’est le fichier qui doit changer.',
  upload_conflict: 'L’envoi reprend ailleurs',
  upload_conflict_means: '`Upload-Offset` ne correspond pas au nombre d’octets reçus (`offset`).',
  upload_conflict_do: 'Demandez `Upload-Offset` avec `HEAD`, puis envoyez les octets à partir de là.',
  idempotency_key_reused: 'Clé d’idempotence déjà utilisée',
  idempotency_key_reused_means:
    'Au cours de la dernière heure, la même `Idempotency-Key` a servi pour un autre fichier, un autre champ ou un autre outil.',
  idempotency_key_reused_do: 'Utilisez une nouvelle clé, par exemple un UUID, pour chaque nouvelle conversion.',
  file_expired: 'Le résultat a expiré',
  file_expired_means: 'Les résultats sont conservés une heure. Celui-ci a été supprimé définitivement.',
  file_expired_do: 'Convertissez le document à nouveau.',
  job_deleted: 'La conversion a été supprimée',
  job_deleted_means:
    'La conversion et ses fichiers ont été supprimés par `DELETE /v1/job/{job_id}` ou dans le tableau de bord.',
  job_deleted_do: 'Convertissez le document à nouveau.',
  file_too_large: 'Fichier trop volumineux pour la formule',
  file_too_large_means: 'Le fichier indiqué dans `file` dépasse ce que permet la formule (`max_bytes`).',
  file_too_large_do:
    'Envoyez un fichier plus petit, ou choisissez une formule supérieure. `upgrade` en propose une qui l’accepte, s’il y en a.',
  payload_too_large: 'Requête trop volumineuse',
  payload_too_large_means: 'L’ensemble des fichiers et des champs dépasse `max_bytes`.',
  payload_too_large_do: 'Envoyez moins de fichiers, ou de plus petits, dans une même requête.',
  too_many_parts: 'Trop d’éléments dans la requête',
  too_many_parts_means: 'La requête dépasse `max` pour ce qu’indique `limit` : fichiers, champs ou parties.',
  too_many_parts_do: 'Envoyez moins de fichiers et de champs dans une même requête.',
  unsupported_media_type: 'Le corps n’est pas un formulaire',
  unsupported_media_type_means:
    'Le `Content-Type` n’est pas `multipart/form-data` avec une délimitation (boundary), ou le corps est compressé (`Content-Encoding`).',
  unsupported_media_type_do:
    'Envoyez les fichiers dans un formulaire, comme le font `curl -F` et `FormData`, et laissez votre client HTTP écrire l’en-tête : un `Content-Type` écrit à la main perd sa délimitation.',
  unsupported_content: 'Contenu non accepté par cet outil',
  unsupported_content_means:
    'Le contenu du fichier est d’un autre type que ceux de l’outil ; `detected_type` l’indique. Le nom du fichier ne compte pas.',
  unsupported_content_do: 'Choisissez l’outil prévu pour ce type, ou consultez `accepted_exts` dans `GET /v1/tools`.',
  unsupported_format: 'Format d’image non pris en charge',
  unsupported_format_means: 'Le fichier est une image, mais d’un format que l’outil ne lit pas (`received`).',
  unsupported_format_do: 'Convertissez d’abord l’image en PNG ou en JPEG. Pour une photo HEIC, utilisez `heic-to-pdf`.',
  range_not_satisfiable: 'Intervalle hors du fichier',
  range_not_satisfiable_means: 'L’en-tête `Range` demande des octets au-delà de la fin du fichier (`size_bytes`).',
  range_not_satisfiable_do: 'Demandez des octets qui sont dans le fichier, ou omettez l’en-tête.',
  empty_file: 'Fichier vide',
  empty_file_means: 'Le fichier indiqué dans `file` compte 0 octet.',
  empty_file_do:
    'Vérifiez que votre programme ouvre le fichier en lecture et envoie son contenu, pas seulement son nom.',
  password_protected: 'Fichier chiffré',
  password_protected_means:
    'Le fichier demande un mot de passe, et cet outil ne sait pas ouvrir les fichiers chiffrés de ce type.',
  password_protected_do:
    'Retirez d’abord le mot de passe : pour un PDF avec `unlock-pdf`, sinon dans le logiciel qui l’a défini. Un livre protégé par DRM ne peut pas être converti.',
  needs_password: 'Le PDF demande un mot de passe',
  needs_password_means: 'Le PDF indiqué dans `file` demande un mot de passe, et la requête n’en contient pas.',
  needs_password_do: 'Envoyez le mot de passe dans le champ `password`.',
  wrong_password: 'Mot de passe erroné',
  wrong_password_means: 'Le mot de passe du champ `password` n’ouvre pas le PDF indiqué dans `file`.',
  wrong_password_do: 'Envoyez le bon mot de passe. Les majuscules, les minuscules et les espaces comptent.',
  pdf_not_protected: 'Le PDF n’est pas protégé',
  pdf_not_protected_means: 'Le PDF n’a ni mot de passe ni restrictions : il n’y a rien à retirer.',
  pdf_not_protected_do: 'Utilisez le document tel quel.',
  pdf_already_protected: 'Le PDF est déjà protégé',
  pdf_already_protected_means: 'Le PDF est déjà chiffré et ne peut pas recevoir un second mot de passe.',
  pdf_already_protected_do: 'Retirez le chiffrement avec `unlock-pdf`, puis protégez le résultat.',
  pdf_scanned_needs_ocr: 'Le PDF est une numérisation',
  pdf_scanned_needs_ocr_means:
    'Les pages sont des images sans couche de texte : il n’y a pas de texte pour un document Word.',
  pdf_scanned_needs_ocr_do:
    'Faites d’abord reconnaître le texte (OCR) par un autre logiciel, et envoyez le fichier obtenu.',
  pdf_too_many_pages: 'Trop de pages',
  pdf_too_many_pages_means: 'Le document a `pages` pages ; l’outil en accepte au plus `max_pages`.',
  pdf_too_many_pages_do: 'Découpez le document avec `extract-pages`, et convertissez les morceaux.',
  too_many_pages: 'Trop de pages',
  too_many_pages_means: 'Le document a `pages` pages ; l’outil en accepte au plus `max_pages`.',
  too_many_pages_do: 'Découpez le document avec `extract-pages`, et convertissez les morceaux.',
  pdf_single_page: 'Le PDF n’a qu’une page',
  pdf_single_page_means: 'Il n’y a rien à séparer.',
  pdf_single_page_do: 'Utilisez le document tel quel.',
  epub_blank_output: 'Le livre serait vide',
  epub_blank_output_means: 'Le livre n’a aucun contenu à mettre en pages.',
  epub_blank_output_do: 'Vérifiez que l’EPUB s’ouvre dans une liseuse et y affiche du texte.',
  epub_too_long: 'Le livre est trop long',
  epub_too_long_means: 'Le livre compte au moins `pages` pages en A4 ; l’outil en accepte au plus `max_pages`.',
  epub_too_long_do: 'Divisez le livre, et convertissez les parties.',
  ps_blank_output: 'Le fichier PostScript ne dessine aucune page',
  ps_blank_output_means:
    'Le programme s’est exécuté jusqu’au bout sans dessiner de page, comme le font les polices et les bibliothèques de procédures.',
  ps_blank_output_do: 'Envoyez le document qui utilise la bibliothèque.',
  unsupported_characters: 'Caractères absents des polices',
  unsupported_characters_means:
    'Le champ indiqué dans `field` contient des caractères que les polices intégrées ne savent pas afficher (`characters`).',
  unsupported_characters_do: 'Retirez ou remplacez ces caractères.',
  output_too_large: 'Le résultat serait trop volumineux',
  output_too_large_means: 'Le résultat dépasserait la limite de l’outil : `max_bytes`, ou `max_pixels` sur une page.',
  output_too_large_do:
    'Convertissez moins de pages à la fois. Avec `pdf-to-image`, `format=jpg` donne des images plus légères.',
  source_unreachable: 'Fichier inaccessible',
  source_unreachable_means:
    'Le service ne peut pas récupérer le fichier à l’adresse du champ indiqué dans `field` ; `reason` donne la raison, `status` le statut HTTP de l’adresse.',
  source_unreachable_do:
    'Donnez une adresse http ou https publique qui répond 200 avec le fichier lui-même, sans redirection, ou envoyez le fichier.',
  source_unreadable: 'Le fichier ne s’ouvre pas',
  source_unreadable_means: 'Le fichier est du bon type, mais il est endommagé, tronqué ou non conforme à sa norme.',
  source_unreadable_do:
    'Ouvrez le fichier dans le logiciel qui l’a créé, enregistrez-le à nouveau, et envoyez le nouveau fichier.',
  rate_limited: 'Trop de requêtes',
  rate_limited_means:
    'La clé ou l’adresse a dépassé `limit` appels par minute, ou le compte a épuisé son temps de calcul pendant que d’autres attendent (`engine_seconds`).',
  rate_limited_do:
    'Attendez le nombre de secondes de `Retry-After`. Les en-têtes `RateLimit` indiquent d’avance ce qui reste.',
  quota_exceeded: 'Quota épuisé',
  quota_exceeded_means: 'Le compte a utilisé toutes les conversions de la période, y compris les 10 % tolérés en plus.',
  quota_exceeded_do:
    'Attendez `quota_period_end`, ou choisissez une formule supérieure. Si `quota_period_end` est null, le compteur ne repart pas : seule une autre formule aide.',
  storage_limit_reached: 'Trop de résultats conservés',
  storage_limit_reached_means:
    'Les résultats et les copies partagées conservés pour le compte ont atteint `max_bytes`.',
  storage_limit_reached_do:
    'Supprimez les résultats déjà récupérés avec `DELETE /v1/job/{job_id}`, ou attendez `retry_after` secondes.',
  conversion_failed: 'La conversion a échoué',
  conversion_failed_means:
    'Le service n’a pas pu faire son travail. Pour autant qu’il puisse en juger, le fichier n’est pas en cause.',
  conversion_failed_do:
    'Répétez l’appel après une seconde, puis deux, puis quatre. S’il échoue à chaque fois, donnez le `job_id` à l’exploitant.',
  internal_error: 'Erreur interne du service',
  internal_error_means: 'Une erreur imprévue, hors de la conversion. Les détails sont dans le journal de l’exploitant.',
  internal_error_do: 'Réessayez plus tard. L’en-tête `X-Request-Id` aide l’exploitant à trouver la cause.',
  server_busy: 'Service surchargé',
  server_busy_means: 'Trop de conversions attendent déjà, celles de ce compte ou celles de tous.',
  server_busy_do: 'Attendez le nombre de secondes de `Retry-After`, puis répétez l’appel.',
  conversion_timeout: 'La conversion a duré trop longtemps',
  conversion_timeout_means: 'La conversion a été arrêtée après `timeout_ms` millisecondes.',
  conversion_timeout_do:
    'Envoyez un document plus petit ou plus simple, ou convertissez-le sans attendre (`Prefer: respond-async`), ce qui laisse plus de temps.',
};
