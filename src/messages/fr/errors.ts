// Les erreurs : titre, sens et conseil de leur page de documentation (Markdown), et ce qu’une page en dit.
import { forPages, type ErrorTexts } from '../error-texts.ts';

export const errorTexts: ErrorTexts = {
  not_enough_files: {
    title: 'Trop peu de fichiers',
    means: 'L’outil traite plusieurs fichiers, et la requête en contient moins que `min`.',
    fix: 'Envoyez chaque fichier dans une partie multipart nommée `file` ; répétez ce nom pour chaque fichier. `merge-pdf` en demande au moins deux.',
    message: 'Cet outil demande au moins {{min, number}} fichiers. Ajoutez-en.',
  },
  too_many_files: {
    title: 'Trop de fichiers pour cet outil',
    means: 'La requête contient plus de fichiers que l’outil n’en accepte (`max`).',
    fix: 'Faites un appel par fichier, ou réunissez ensuite les résultats avec `merge-pdf`.',
    message: 'Cet outil accepte au plus {{max, number}} fichiers. Choisissez-en moins.',
  },
  field_required: {
    title: 'Un champ est absent',
    means: 'Le champ de formulaire indiqué dans `field` est obligatoire, mais il est absent ou vide.',
    fix: 'Envoyez le champ dans une partie multipart de ce nom. Au besoin, `example` donne une valeur valable.',
    message: 'Le champ « {{field}} » manque ou est vide. Remplissez-le.',
  },
  invalid_rotation: {
    title: 'Rotation non valable',
    means: 'La valeur de `rotation` ne figure pas dans `allowed`.',
    fix: 'Envoyez `90`, `180` ou `270` : des degrés dans le sens des aiguilles d’une montre.',
    message: 'La valeur du champ « {{field}} » n’est pas une rotation. Valeurs possibles : {{allowed}}.',
  },
  invalid_quality: {
    title: 'Qualité non valable',
    means: 'La valeur de `quality` ne figure pas dans `allowed`.',
    fix: 'Envoyez `low`, `medium` ou `high`, ou omettez le champ.',
    message: 'La valeur du champ « {{field}} » n’est pas une qualité. Valeurs possibles : {{allowed}}.',
  },
  invalid_format: {
    title: 'Valeur non valable',
    means: 'La valeur du champ indiqué dans `field` ne figure pas dans `allowed`.',
    fix: 'Envoyez l’une des valeurs de `allowed`, ou omettez le champ s’il est facultatif.',
    message: 'La valeur du champ « {{field}} » n’est pas permise. Valeurs possibles : {{allowed}}.',
  },
  invalid_value: {
    title: 'Valeur non valable pour ce champ',
    means: 'La valeur du champ indiqué dans `field` n’a pas la bonne forme ; `expected` décrit une valeur valable.',
    fix: 'Envoyez une valeur conforme à `expected`, ou omettez le champ.',
    message: 'La valeur du champ « {{field}} » est inutilisable.',
  },
  invalid_page_range: {
    title: 'Sélection de pages non valable',
    means:
      'La sélection de pages est inutilisable. `cause` en donne la raison et `range` l’élément refusé : il n’a pas la forme d’une page ou d’un intervalle (`syntax`), commence avant la page 1 (`page_zero`), dépasse la fin (`beyond_last_page`) ou désigne toutes les pages dans leur ordre (`whole_document`).',
    fix: 'Écrivez les pages sous la forme `N`, `A-B`, `N-` ou `-N`, séparées par des virgules. `total_pages` est le nombre de pages du document.',
    message:
      '« {{range}} » n’est pas un intervalle de pages. Écrivez les pages ainsi : N, A-B, N- ou -N, séparées par des virgules.',
    cases: {
      page_zero: 'Les pages sont numérotées à partir de 1 ; « {{range}} » n’est pas valable.',
      beyond_last_page: '« {{range}} » dépasse la dernière page. Le document a {{total_pages, number}} pages.',
      whole_document: '« {{range}} » est tout le document dans son ordre. Omettez des pages ou changez leur ordre.',
    },
  },
  password_too_short: {
    title: 'Mot de passe trop court',
    means: 'Le mot de passe à définir compte moins de `min` caractères.',
    fix: 'Choisissez un mot de passe plus long.',
    message: 'Le mot de passe a moins de {{min, number}} caractères. Choisissez-en un plus long.',
  },
  password_too_long: {
    title: 'Mot de passe trop long',
    means: 'Le mot de passe à définir compte plus de `max` caractères.',
    fix: 'Choisissez un mot de passe plus court.',
    message: 'Le mot de passe a plus de {{max, number}} caractères. Choisissez-en un plus court.',
  },
  invalid_webhook_url: {
    title: 'URL de webhook non valable',
    means:
      'L’adresse n’est pas en http ou https (`syntax`), n’est pas publique (`refused_address`), ou ne correspond à aucun webhook actif du compte (`not_a_webhook`).',
    fix: 'Utilisez une adresse https publique qui vous appartient. Pour `webhook_url`, ajoutez d’abord avec `POST /v1/webhooks` un webhook de même schéma, hôte et port.',
    message: 'Cette URL ne convient pas pour un webhook : utilisez une URL https publique qui vous appartient.',
  },
  invalid_steps: {
    title: 'Des étapes qui ne s’enchaînent pas',
    means: 'Le champ `steps` du pipeline est inutilisable. `step` compte à partir de 0, `reason` donne la raison.',
    fix: 'Envoyez d’une à huit étapes telles que `[{"tool":"office-to-pdf"},{"tool":"compress-pdf"}]`, dans un ordre où chacune accepte ce que donne la précédente.',
    message: 'Les étapes ne vont pas ensemble. Vérifiez leur ordre.',
  },
  bad_request: {
    title: 'Requête illisible',
    means:
      'La requête est incomplète ou mal formée. `code` en donne la raison : un corps interrompu (`malformed_multipart`), un champ envoyé deux fois (`duplicate_field`) ou trop long (`field_too_long`), un envoi à moins de 1 Kio/s (`upload_too_slow`), etc.',
    fix: 'Laissez votre client HTTP construire le formulaire et envoyez chaque champ une seule fois. `field` et `max` indiquent le champ et sa limite.',
    message: 'La requête est arrivée incomplète. Réessayez.',
    cases: {
      field_too_long: 'Le champ « {{field}} » a plus de {{max, number}} caractères.',
      upload_too_slow: 'Le fichier arrivait trop lentement. Réessayez avec une meilleure connexion.',
    },
  },
  missing_bearer_token: {
    title: 'Clé d’API absente',
    means: 'La requête n’a pas d’en-tête `Authorization`, ou il ne commence pas par `Bearer`.',
    fix: 'Envoyez `Authorization: Bearer` suivi de votre clé d’API avec chaque requête.',
    message: 'La clé d’API manque dans la requête.',
  },
  invalid_api_key: {
    title: 'Clé d’API non valable',
    means: 'La clé n’existe pas, a été révoquée, ou son dernier jour est passé.',
    fix: 'Vérifiez que la clé est complète, ou créez-en une autre dans le tableau de bord, page *Clés d’API*.',
    message: 'La clé d’API n’est pas valable, a expiré ou a été révoquée.',
  },
  account_not_provisioned: {
    title: 'Le compte n’a pas de formule',
    means:
      'La clé est bonne, mais son compte n’a pas de formule d’API, ou l’administrateur l’a suspendu (`suspended`).',
    fix: 'Choisissez une formule ; si le compte est suspendu, adressez-vous à l’administrateur du service.',
    message: 'Votre compte n’a pas de formule. Choisissez-en une.',
    cases: {
      suspended: 'Votre compte est suspendu. Adressez-vous à l’administrateur de ce serveur.',
    },
  },
  plan_limit_files: {
    title: 'Plus de fichiers que la formule n’en permet',
    means: 'La formule du compte permet au plus `max_allowed` fichiers par conversion.',
    fix: 'Envoyez moins de fichiers par appel, ou choisissez une formule supérieure.',
    message:
      'Votre formule permet au plus {{max_allowed, number}} fichiers par conversion. Choisissez-en moins, ou une formule plus grande.',
  },
  credits_expired: {
    title: 'L’essai a expiré',
    means:
      'Les conversions d’essai étaient valables jusqu’à `expired_at` ; celles qui restent ne sont plus utilisables.',
    fix: 'Choisissez une formule payante. `upgrade` en propose une.',
    message: 'Le crédit d’essai a expiré. Choisissez une formule payante.',
  },
  forbidden: {
    title: 'Cette clé n’en a pas le droit',
    means:
      'La conversion appartient à une autre clé, ou il manque à la clé le droit indiqué dans `scope`, ou elle est limitée aux outils de `tools`.',
    fix: 'Utilisez la clé qui a créé la conversion, ou une clé qui a ce droit.',
    message: 'La clé d’API n’en a pas le droit.',
  },
  tool_not_found: {
    title: 'Cet outil n’existe pas',
    means: 'Le nom dans le chemin `/v1/convert/{tool}` n’est celui d’aucun outil.',
    fix: 'Consultez la liste des outils avec `GET /v1/tools`.',
    message: 'Cet outil n’existe pas. Choisissez-en un autre.',
  },
  file_not_found: {
    title: 'Le fichier n’est pas là',
    means:
      'L’identifiant donné dans `file_id` ne désigne ni un envoi complet ni un résultat de cette clé, ou le fichier a expiré.',
    fix: 'Terminez d’abord l’envoi, utilisez une conversion de la même clé dont le résultat est encore conservé, ou envoyez le fichier lui-même.',
    message: 'Le fichier du champ « {{field}} » n’existe pas ou plus.',
  },
  webhook_not_found: {
    title: 'Ce webhook n’existe pas',
    means: 'Le compte n’a aucun webhook portant cet identifiant.',
    fix: 'Consultez la liste des webhooks avec `GET /v1/webhooks`.',
    message: 'Ce webhook n’existe pas, ou il a été supprimé.',
  },
  delivery_not_found: {
    title: 'Cette livraison n’existe pas',
    means: 'Le webhook n’a aucune livraison portant cet identifiant, ou elle date de plus de 30 jours.',
    fix: 'Consultez la liste des livraisons du webhook.',
    message: 'Cette livraison n’existe pas ; elles sont conservées 30 jours.',
  },
  job_not_found: {
    title: 'Cette conversion n’existe pas',
    means: 'Aucune conversion ne porte cet identifiant, ou sa trace a été effacée.',
    fix: 'Utilisez le `job_id` renvoyé par la conversion.',
    message: 'Cette conversion n’existe pas, ou elle a été supprimée.',
  },
  not_found: {
    title: 'Ce point d’accès n’existe pas',
    means: 'Le chemin n’est pas un point d’accès de l’API.',
    fix: 'Vérifiez le chemin et le préfixe `/v1` dans la référence de l’API.',
    message: 'Cette page n’existe pas.',
  },
  misdirected_request: {
    title: 'Le service ne répond pas à ce nom',
    means: 'La requête est arrivée à un nom d’hôte que le service ne reconnaît pas comme le sien.',
    fix: 'Utilisez l’adresse publique du service. Son exploitant peut ajouter des noms avec `PLATEN_HOSTS`.',
    message: 'Le service ne répond pas à ce nom d’hôte.',
  },
  method_not_allowed: {
    title: 'Méthode non permise',
    means: 'Ce point d’accès existe, mais pas pour cette méthode HTTP.',
    fix: 'Utilisez l’une des méthodes de `allowed`.',
    message: 'Cette méthode n’est pas permise ici.',
  },
  job_not_ready: {
    title: 'La conversion n’a pas de résultat',
    means:
      'La conversion n’est pas terminée (`pending`), ou s’est terminée sans résultat (`failed`, `rejected`). Pour une conversion asynchrone, `outcome` est l’erreur qui l’a interrompue ; `progress` et `position` indiquent son avancement.',
    fix: 'Tant qu’elle est `pending`, redemandez après `retry_after` secondes, ou envoyez `Prefer: wait=30`. Après `failed`, convertissez le fichier à nouveau ; après `rejected`, c’est le fichier qui doit changer.',
    message: 'La conversion n’a pas encore de résultat.',
    cases: {
      failed: 'La conversion a échoué et n’a pas de résultat. Convertissez le fichier à nouveau.',
      rejected: 'La conversion a été rejetée et n’a pas de résultat.',
    },
  },
  upload_conflict: {
    title: 'Mauvaise position dans l’envoi',
    means: '`Upload-Offset` ne correspond pas au nombre d’octets reçus (`offset`).',
    fix: 'Demandez `Upload-Offset` avec `HEAD`, puis envoyez les octets à partir de là.',
    message: 'Reprenez l’envoi à l’octet {{offset, number}}.',
  },
  idempotency_key_reused: {
    title: 'Clé d’idempotence déjà utilisée',
    means:
      'Au cours de la dernière heure, la même `Idempotency-Key` a servi pour un autre fichier, un autre champ ou un autre outil.',
    fix: 'Utilisez une nouvelle clé, par exemple un UUID, pour chaque nouvelle conversion.',
    message: 'Au cours de la dernière heure, cette Idempotency-Key a servi pour une autre requête.',
  },
  file_expired: {
    title: 'Le résultat a expiré',
    means: 'Les résultats sont conservés une heure. Celui-ci a été supprimé définitivement.',
    fix: 'Convertissez le document à nouveau.',
    message: 'Le fichier a expiré et a été supprimé. Convertissez le document à nouveau.',
  },
  job_deleted: {
    title: 'La conversion a été supprimée',
    means: 'La conversion et ses fichiers ont été supprimés par `DELETE /v1/job/{job_id}` ou dans le tableau de bord.',
    fix: 'Convertissez le document à nouveau.',
    message: 'La conversion a été supprimée. Convertissez le document à nouveau.',
  },
  file_too_large: {
    title: 'Fichier trop volumineux pour la formule',
    means: 'Le fichier indiqué dans `file` dépasse ce que permet la formule (`max_bytes`).',
    fix: 'Envoyez un fichier plus petit, ou choisissez une formule supérieure. `upgrade` en propose une qui l’accepte, s’il y en a.',
    message:
      'Le fichier « {{file}} » dépasse les {{max_size}} de votre formule. Choisissez-en un plus petit, ou une formule plus grande.',
  },
  payload_too_large: {
    title: 'Requête trop volumineuse',
    means: 'L’ensemble des fichiers et des champs dépasse `max_bytes`.',
    fix: 'Envoyez moins de fichiers, ou de plus petits, dans une même requête.',
    message: 'Ensemble, les fichiers dépassent {{max_size}}. Choisissez-en moins, ou de plus petits.',
  },
  too_many_parts: {
    title: 'Trop d’éléments dans la requête',
    means: 'La requête dépasse `max` pour ce qu’indique `limit` : fichiers, champs ou parties.',
    fix: 'Envoyez moins de fichiers et de champs dans une même requête.',
    message: 'La requête dépasse {{max, number}} éléments. Envoyez-en moins.',
  },
  unsupported_media_type: {
    title: 'Le corps n’est pas un formulaire',
    means:
      'Le `Content-Type` n’est pas `multipart/form-data` avec une délimitation (boundary), ou le corps est compressé (`Content-Encoding`).',
    fix: 'Envoyez les fichiers dans un formulaire, comme le font `curl -F` et `FormData`, et laissez votre client HTTP écrire l’en-tête : un `Content-Type` écrit à la main perd sa délimitation.',
    message: 'Le corps de la requête n’est pas un formulaire.',
  },
  unsupported_content: {
    title: 'Contenu non accepté par cet outil',
    means:
      'Le contenu du fichier est d’un autre type que ceux de l’outil ; `detected_type` l’indique. Le nom du fichier ne compte pas.',
    fix: 'Choisissez l’outil prévu pour ce type, ou consultez `accepted_exts` dans `GET /v1/tools`.',
    message: 'Cet outil n’accepte pas les fichiers {{detected_type}} (« {{file}} »). Choisissez-en un autre.',
    cases: {
      zip_corrupt:
        '« {{file}} » est endommagé ou tronqué et ne peut pas être décompressé. Enregistrez le document à nouveau.',
    },
  },
  unsupported_format: {
    title: 'Format d’image non pris en charge',
    means: 'Le fichier est une image, mais d’un format que l’outil ne lit pas (`received`).',
    fix: 'Convertissez d’abord l’image en PNG ou en JPEG. Pour une photo HEIC, utilisez `heic-to-pdf`.',
    message: 'Le format d’image {{received}} n’est pas accepté. Convertissez d’abord l’image en PNG ou JPEG.',
    cases: {
      heic: 'Cet outil n’accepte pas le HEIC. « Photo iPhone en PDF » est fait pour cela.',
    },
  },
  range_not_satisfiable: {
    title: 'Intervalle hors du fichier',
    means: 'L’en-tête `Range` demande des octets au-delà de la fin du fichier (`size_bytes`).',
    fix: 'Demandez des octets qui sont dans le fichier, ou omettez l’en-tête.',
    message: 'L’intervalle demandé est hors du fichier.',
  },
  empty_file: {
    title: 'Fichier vide',
    means: 'Le fichier indiqué dans `file` compte 0 octet.',
    fix: 'Vérifiez que votre programme ouvre le fichier en lecture et envoie son contenu, pas seulement son nom.',
    message: 'Le fichier « {{file}} » est vide. Choisissez-en un autre.',
  },
  password_protected: {
    title: 'Fichier chiffré',
    means: 'Le fichier demande un mot de passe, et cet outil ne sait pas ouvrir les fichiers chiffrés de ce type.',
    fix: 'Retirez d’abord le mot de passe : pour un PDF avec `unlock-pdf`, sinon dans le logiciel qui l’a défini. Un livre protégé par DRM ne peut pas être converti.',
    message:
      'Le fichier « {{file}} » est chiffré, et cet outil ne peut pas le déchiffrer. Retirez d’abord le mot de passe.',
  },
  needs_password: {
    title: 'Le PDF demande un mot de passe',
    means: 'Le PDF indiqué dans `file` demande un mot de passe, et la requête n’en contient pas.',
    fix: 'Envoyez le mot de passe dans le champ `password`.',
    message: 'Le fichier « {{file}} » demande un mot de passe. Saisissez-le.',
  },
  wrong_password: {
    title: 'Mot de passe erroné',
    means: 'Le mot de passe du champ `password` n’ouvre pas le PDF indiqué dans `file`.',
    fix: 'Envoyez le bon mot de passe. Les majuscules, les minuscules et les espaces comptent.',
    message: 'Le mot de passe n’ouvre pas le fichier « {{file}} ». Saisissez le bon.',
  },
  pdf_not_protected: {
    title: 'Le PDF n’est pas protégé',
    means: 'Le PDF n’a ni mot de passe ni restrictions : il n’y a rien à retirer.',
    fix: 'Utilisez le document tel quel.',
    message: 'Le PDF n’a ni mot de passe ni restrictions. Utilisez-le tel quel.',
  },
  pdf_already_protected: {
    title: 'Le PDF est déjà protégé',
    means: 'Le PDF est déjà chiffré et ne peut pas recevoir un second mot de passe.',
    fix: 'Retirez le chiffrement avec `unlock-pdf`, puis protégez le résultat.',
    message: 'Le PDF est déjà chiffré. Retirez d’abord le mot de passe.',
  },
  pdf_scanned_needs_ocr: {
    title: 'Le PDF est une numérisation',
    means: 'Les pages sont des images sans couche de texte : il n’y a pas de texte à extraire.',
    fix: 'Faites d’abord reconnaître le texte : avec `ocr-pdf` ou `ocr=auto` si le service les propose, sinon avec un autre logiciel d’OCR.',
    message: 'Le PDF est une numérisation sans texte. Passez-le d’abord à la reconnaissance de texte.',
  },
  pdf_too_many_pages: {
    title: 'Trop de pages',
    means: 'Le document a `pages` pages ; l’outil en accepte au plus `max_pages`.',
    fix: 'Découpez le document avec `extract-pages`, et convertissez les morceaux.',
    message:
      'Le document a {{pages, number}} pages ; cet outil en accepte au plus {{max_pages, number}}. Divisez-le d’abord.',
  },
  too_many_pages: {
    title: 'Trop de pages',
    means: 'Le document a `pages` pages ; l’outil en accepte au plus `max_pages`.',
    fix: 'Découpez le document avec `extract-pages`, et convertissez les morceaux.',
    message:
      'Le document a {{pages, number}} pages ; cet outil en accepte au plus {{max_pages, number}}. Divisez-le d’abord.',
  },
  pdf_single_page: {
    title: 'Le PDF n’a qu’une page',
    means: 'Il n’y a rien à séparer.',
    fix: 'Utilisez le document tel quel.',
    message: 'Le PDF n’a qu’une page : il n’y a rien à diviser.',
  },
  epub_blank_output: {
    title: 'Le livre serait vide',
    means: 'Le livre n’a aucun contenu à mettre en pages.',
    fix: 'Vérifiez que l’EPUB s’ouvre dans une liseuse et y affiche du texte.',
    message: 'Le livre n’a aucun contenu imprimable. Vérifiez que l’EPUB s’ouvre dans une liseuse.',
  },
  epub_too_long: {
    title: 'Le livre est trop long',
    means: 'Le livre compte au moins `pages` pages en A4 ; l’outil en accepte au plus `max_pages`.',
    fix: 'Divisez le livre, et convertissez les parties.',
    message:
      'Le livre a au moins {{pages, number}} pages ; cet outil en accepte au plus {{max_pages, number}}. Divisez-le.',
  },
  ps_blank_output: {
    title: 'Le fichier PostScript ne dessine aucune page',
    means:
      'Le programme s’est exécuté jusqu’au bout sans dessiner de page, comme le font les polices et les bibliothèques de procédures.',
    fix: 'Envoyez le document qui utilise la bibliothèque.',
    message:
      'Le programme PostScript ne dessine aucune page. Vérifiez que le fichier est un document et non une police.',
  },
  unsupported_characters: {
    title: 'Caractères absents des polices',
    means:
      'Le champ indiqué dans `field` contient des caractères que les polices intégrées ne savent pas afficher (`characters`).',
    fix: 'Retirez ou remplacez ces caractères.',
    message:
      'Le champ « {{field}} » contient des caractères que les polices ne savent pas afficher : {{characters}} Retirez-les.',
  },
  output_too_large: {
    title: 'Le résultat serait trop volumineux',
    means: 'Le résultat dépasserait la limite de l’outil : `max_bytes`, ou `max_pixels` sur une page.',
    fix: 'Convertissez moins de pages à la fois. Avec `pdf-to-image`, `format=jpg` donne des images plus légères.',
    message: 'Le résultat serait trop grand. Convertissez moins de pages à la fois.',
  },
  source_unreachable: {
    title: 'Fichier inaccessible',
    means:
      'Le service ne peut pas récupérer le fichier à l’adresse du champ indiqué dans `field` ; `reason` donne la raison, `status` le statut HTTP de l’adresse.',
    fix: 'Donnez une adresse http ou https publique qui répond 200 avec le fichier lui-même, sans redirection, ou envoyez le fichier.',
    message: 'Le fichier du champ « {{field}} » n’a pas pu être récupéré à son URL.',
  },
  source_unreadable: {
    title: 'Le fichier ne s’ouvre pas',
    means: 'Le fichier est du bon type, mais il est endommagé, tronqué ou non conforme à sa norme.',
    fix: 'Ouvrez le fichier dans le logiciel qui l’a créé, enregistrez-le à nouveau, et envoyez le nouveau fichier.',
    message:
      'Le fichier est du bon type mais ne s’ouvre pas : il est endommagé ou tronqué. Ouvrez-le dans le logiciel qui l’a créé et enregistrez-le à nouveau.',
    cases: {
      named:
        'Le fichier « {{file}} » est du bon type mais ne s’ouvre pas : il est endommagé ou tronqué. Ouvrez-le dans le logiciel qui l’a créé et enregistrez-le à nouveau.',
    },
  },
  rate_limited: {
    title: 'Trop de requêtes',
    means:
      'La clé ou l’adresse IP a dépassé `limit` requêtes pour la période (une minute en général), ou le compte a épuisé son temps de calcul des heures chargées (`engine_seconds`).',
    fix: 'Attendez le nombre de secondes de `Retry-After`. Les en-têtes `RateLimit` indiquent ce qui reste.',
    message: 'Trop de requêtes. Réessayez dans {{retry_after, number}} secondes.',
  },
  quota_exceeded: {
    title: 'Quota épuisé',
    means: 'Le compte a utilisé toutes les conversions de la période, y compris les 10 % tolérés en plus.',
    fix: 'Attendez `quota_period_end`, ou choisissez une formule supérieure. Si `quota_period_end` est null, le compteur ne repart pas : seule une autre formule aide.',
    message:
      'Les conversions de cette période sont épuisées. Attendez la suivante, ou choisissez une formule plus grande.',
  },
  storage_limit_reached: {
    title: 'Trop de résultats conservés',
    means: 'Les résultats et les copies partagées conservés pour le compte ont atteint `max_bytes`.',
    fix: 'Supprimez les résultats déjà récupérés avec `DELETE /v1/job/{job_id}`, ou attendez `retry_after` secondes.',
    message:
      '{{max_size}} de résultats sont déjà gardés pour votre compte, le maximum. Supprimez-en, ou attendez qu’ils expirent.',
  },
  conversion_failed: {
    title: 'La conversion a échoué',
    means: 'Le service n’a pas pu faire son travail. Pour autant qu’il puisse en juger, le fichier n’est pas en cause.',
    fix: 'Réessayez une fois. En cas de nouvel échec, donnez le `job_id` à l’exploitant.',
    message: 'La conversion a échoué et n’a pas été comptée. Réessayez.',
  },
  internal_error: {
    title: 'Erreur interne du service',
    means: 'Une erreur imprévue, hors de la conversion. Les détails sont dans le journal de l’exploitant.',
    fix: 'Réessayez plus tard. L’en-tête `X-Request-Id` aide l’exploitant à trouver la cause.',
    message: 'Une erreur s’est produite sur le serveur. Réessayez plus tard.',
  },
  server_busy: {
    title: 'Service surchargé',
    means: 'Trop de conversions attendent déjà, celles de ce compte ou celles de tous.',
    fix: 'Attendez le nombre de secondes de `Retry-After`, puis répétez l’appel.',
    message: 'Le serveur est surchargé. Réessayez dans {{retry_after, number}} secondes.',
  },
  conversion_timeout: {
    title: 'La conversion a duré trop longtemps',
    means: 'La conversion a été arrêtée après `timeout_ms` millisecondes.',
    fix: 'Envoyez un document plus petit ou plus simple, ou convertissez-le sans attendre (`Prefer: respond-async`), ce qui laisse plus de temps.',
    message:
      'La conversion a duré trop longtemps et n’a pas été comptée. Essayez avec un document plus petit ou plus simple.',
  },
};

export const errors = forPages(errorTexts, {
  client_gone:
    'La connexion s’est interrompue avant la fin de la conversion, qui n’a pas été comptée. Laissez la page ouverte jusqu’au résultat.',
});
