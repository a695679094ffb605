// The text of the pages of the OCR bench: invented business letters, lists of goods and invoices in eight languages.

export interface Text {
  /** As Tesseract names the language. */
  language: 'eng' | 'deu' | 'fra' | 'spa' | 'ita' | 'por' | 'nld' | 'pol';
  /** For hyphens and numbers. */
  locale: string;
  title: string;
  paragraphs: readonly string[];
  /** Of a list of goods: description, quantity, unit price, amount. */
  columns: readonly [string, string, string, string];
  goods: readonly string[];
  invoice: {
    heading: string;
    from: readonly string[];
    to: readonly string[];
    details: readonly (readonly [string, string])[];
    net: string;
    tax: string;
    total: string;
    payment: string;
  };
}

export const texts: readonly Text[] = [
  {
    language: 'eng',
    locale: 'en-GB',
    title: 'Quarterly report of the harbour warehouse',
    paragraphs: [
      'Dear Ms Whitcombe, the harbour warehouse handled 18,462 pallets between April and June, which is 7.4 % more than in the same quarter of last year. Most of the growth came from two customers in Bristol, whose spring orders arrived earlier than planned. Average storage time fell from 11 days to 9, so the extension of hall C can wait until the autumn.',
      'Staffing remained difficult. Three of the five forklift drivers who joined us in February have already left, and Mr Okonkwo is covering the night shift himself twice a week. We therefore propose to raise the hourly rate to £14.80 and to pay for the licence of anybody who stays for at least eighteen months. The cost, about £23,600 a year, is lower than what we currently spend on agency workers.',
      'The roof over loading bays 4 and 5 was repaired on 17 May by Hargreaves & Sons. Their engineer warned us that the gutters on the north side are badly corroded and will not survive another winter; his written estimate (reference HS-2093) amounts to £8,150 plus VAT. I have asked two other firms for quotations and expect both before the end of July.',
      'Only four consignments were damaged during the quarter. In each case the packaging was too weak for double stacking, although the labels said otherwise. Our insurer, represented by Dr Fiona McAllister, accepted every claim within ten working days and asked us to photograph incoming goods in future. Two tablets have been ordered for this purpose.',
      'Finally, the new scanners read 99.2 % of all barcodes at the first attempt. The remaining labels are mostly wet or torn, and no equipment on the market would cope with them. Please let me know by Friday, 12 July, whether you would like to discuss the budget in person or whether a telephone call is enough.',
    ],
    columns: ['Description', 'Quantity', 'Unit price', 'Amount'],
    goods: [
      'Storage of pallets',
      'Forklift hire',
      'Stretch film, clear',
      'Customs paperwork',
      'Night delivery',
      'Label printing',
    ],
    invoice: {
      heading: 'Invoice',
      from: ['Northgate Warehousing Ltd', '27 Quayside Road', 'Bristol BS1 6UX'],
      to: ['Whitcombe Trading plc', 'Accounts Department', '140 Castle Street', 'Exeter EX4 3PQ'],
      details: [
        ['Invoice number', '2026-04817'],
        ['Date', '30 June 2026'],
        ['Customer number', 'K-20931'],
        ['Due date', '14 July 2026'],
      ],
      net: 'Net amount',
      tax: 'VAT 20 %',
      total: 'Total due',
      payment: 'Please transfer the total to IBAN GB33 BUKB 2020 1555 5555 55 and state the invoice number.',
    },
  },
  {
    language: 'deu',
    locale: 'de-DE',
    title: 'Bericht über den Umbau der Großküche',
    paragraphs: [
      'Sehr geehrte Frau Böttcher, der Umbau der Großküche im Erdgeschoss ist seit Dienstag, dem 9. Juni, abgeschlossen. Die Kosten betragen 148.370,50 € und liegen damit um 3,2 % unter dem Voranschlag. Größere Mängel hat der Sachverständige bei der Übergabe nicht festgestellt; lediglich zwei Fliesen müssen ausgewechselt werden.',
      'Die neuen Öfen sparen gegenüber den alten Geräten rund 40 % Strom. Bei täglich 650 Mahlzeiten entspricht das einer jährlichen Ersparnis von ungefähr 11.900 €, sodass sich die Anschaffung nach etwa sechs Jahren bezahlt macht. Herr Schäfer hat die Verbrauchswerte drei Wochen lang aufgezeichnet und mit den Angaben des Herstellers verglichen.',
      'Weniger erfreulich verlief der Einbau der Lüftung. Die bestellten Rohre passten nicht durch die vorhandenen Öffnungen, weshalb die Wände an vier Stellen aufgestemmt werden mussten. Die Firma Jäger & Söhne hat diese Arbeiten zunächst mit 6.480 € berechnet, nach unserem Einspruch jedoch auf die Hälfte verzichtet. Das Schreiben vom 22. Mai fügen wir diesem Bericht bei.',
      'Während der Bauzeit wurden die Gäste aus einem Zelt im Hof versorgt. Trotz des kühlen Wetters gab es kaum Beschwerden, und die Zahl der ausgegebenen Essen ging nur geringfügig zurück. Für ihren außergewöhnlichen Einsatz möchten wir uns bei allen Beschäftigten ausdrücklich bedanken. Jede Mitarbeiterin und jeder Mitarbeiter erhält zusätzlich einen freien Tag.',
      'Offen ist noch die Frage, ob die Spülküche ebenfalls erneuert werden soll. Die bestehende Anlage stammt aus dem Jahr 1998, Ersatzteile sind schwer zu bekommen, und der Wasserverbrauch übersteigt den heutiger Maschinen um das Dreifache. Ein Angebot der Firma Überlinger liegt vor und gilt bis zum 31. August. Bitte teilen Sie uns möglichst bald mit, ob wir den Auftrag vergeben dürfen.',
    ],
    columns: ['Bezeichnung', 'Menge', 'Einzelpreis', 'Betrag'],
    goods: [
      'Heißluftofen, groß',
      'Kühlschrank mit Tür',
      'Töpfe aus Edelstahl',
      'Montage vor Ort',
      'Schläuche, 2 m',
      'Prüfung der Geräte',
    ],
    invoice: {
      heading: 'Rechnung',
      from: ['Küchenbau Jäger GmbH', 'Mühlenstraße 18', '79098 Freiburg'],
      to: ['Stiftung Lindenhöhe', 'Frau Böttcher', 'Am Südhang 3', '78467 Konstanz'],
      details: [
        ['Rechnungsnummer', 'R-2026/1147'],
        ['Datum', '15. Juni 2026'],
        ['Kundennummer', '30582'],
        ['Fällig am', '29. Juni 2026'],
      ],
      net: 'Nettobetrag',
      tax: 'Umsatzsteuer 19 %',
      total: 'Gesamtbetrag',
      payment: 'Bitte überweisen Sie den Betrag auf das Konto DE89 3704 0044 0532 0130 00 bei der Bank für Baugewerbe.',
    },
  },
  {
    language: 'fra',
    locale: 'fr-FR',
    title: 'Compte rendu de la réunion des gérants',
    paragraphs: [
      'Chers collègues, la réunion du mardi 14 avril a rassemblé les gérants des neuf boutiques de la région. Après avoir approuvé le procès-verbal précédent, nous avons examiné les résultats du premier trimestre : le chiffre d’affaires atteint 1 286 400 €, soit une hausse de 5,8 % par rapport à l’année dernière. La boutique de Besançon reste en tête, suivie de près par celle de Chambéry.',
      'Madame Lefèvre a présenté le nouveau système de réapprovisionnement. Grâce à lui, les commandes sont désormais préparées chaque soir à partir des ventes de la journée, et les ruptures de stock ont diminué de moitié en six semaines. Plusieurs gérants ont toutefois signalé que les délais affichés à l’écran ne correspondent pas toujours à la réalité ; une mise à jour est prévue pour le 3 juin.',
      'Le loyer du dépôt de Mâcon augmentera de 320 € par mois à compter de septembre. Monsieur Garçon propose de résilier le bail et de regrouper les marchandises à Villefranche, où 450 m² demeurent inoccupés depuis l’été. Le déménagement coûterait environ 7 900 €, mais il serait amorti en deux ans à peine.',
      'En ce qui concerne le personnel, trois départs à la retraite sont annoncés avant Noël. Les postes seront d’abord offerts à nos propres employés, puis publiés à l’extérieur si nécessaire. Chaque nouvel arrivant suivra une formation de cinq jours, dont deux consacrés à l’accueil de la clientèle étrangère.',
      'Enfin, nous avons décidé de renouveler l’éclairage des vitrines. Les lampes actuelles chauffent trop, consomment beaucoup et abîment les tissus délicats. Le devis de la société Hébrard, d’un montant de 18 250 €, a été jugé raisonnable ; il comprend la dépose, la pose et une garantie de dix ans. La prochaine réunion aura lieu le 7 juillet à Dijon, à l’hôtel où nous étions déjà en février.',
    ],
    columns: ['Désignation', 'Quantité', 'Prix unitaire', 'Montant'],
    goods: [
      'Lampes à économie',
      'Rideaux, côté rue',
      'Étagères en chêne',
      'Pose et réglage',
      'Câbles électriques',
      'Dépôt des déchets',
    ],
    invoice: {
      heading: 'Facture',
      from: ['Société Hébrard et fils', '12, rue de la Forêt', '21000 Dijon'],
      to: ['Boutiques du Rhône', 'Madame Lefèvre', '8, allée des Mûriers', '73000 Chambéry'],
      details: [
        ['Numéro de facture', 'F-2026-0392'],
        ['Date', '18 mai 2026'],
        ['Référence client', 'CH-7714'],
        ['Échéance', '17 juin 2026'],
      ],
      net: 'Total hors taxes',
      tax: 'TVA 20 %',
      total: 'Total à payer',
      payment: 'Règlement par virement sur le compte FR14 2004 1010 0505 0001 3M02 606, sans escompte.',
    },
  },
  {
    language: 'spa',
    locale: 'es-ES',
    title: 'Informe sobre la campaña de la aceituna',
    paragraphs: [
      'Estimado señor Ibáñez: la campaña de la aceituna terminó el pasado 28 de enero con una producción de 2.340 toneladas, un 12 % menos que el año anterior. La causa principal fue la sequía de la primavera, que afectó sobre todo a las fincas situadas al sur del río. En cambio, la calidad ha sido excelente y el rendimiento medio alcanzó el 21,6 %.',
      'Los precios compensaron en parte la caída de la cosecha. El litro de aceite virgen extra se vendió a 6,85 € de media, mientras que hace doce meses apenas superaba los cinco euros. Según nuestros cálculos, la cooperativa cerrará el ejercicio con un beneficio de 417.000 €, cantidad suficiente para renovar la prensa y devolver el préstamo pequeño.',
      'La señora Núñez visitó en febrero a tres distribuidores de Alemania y dos de Japón. Todos ellos pidieron botellas más ligeras y una etiqueta que explique con claridad el origen del producto. El diseñador enviará las primeras propuestas antes del día 20; también estudiamos una caja de cartón que proteja mejor el vidrio durante el transporte.',
      '¿Qué ocurrirá el próximo año? Si llueve con normalidad, esperamos recoger unas 2.900 toneladas. Para ello será necesario contratar a cuarenta temporeros y alquilar dos camiones adicionales. El alojamiento de los trabajadores sigue siendo un problema: el albergue municipal solo dispone de veintiséis camas, y las obras de ampliación no empezarán hasta después de mayo.',
      'Por último, le recordamos que la asamblea general se celebrará el sábado 15 de marzo, a las once de la mañana, en el salón de actos de la calle Peñuelas. Se votará el presupuesto, se elegirá al nuevo tesorero y se presentará el plan de riego elaborado por la ingeniera Begoña Échevarri. Le rogamos que confirme su asistencia cuanto antes.',
    ],
    columns: ['Descripción', 'Cantidad', 'Precio', 'Importe'],
    goods: [
      'Aceite virgen, caja',
      'Botellas pequeñas',
      'Etiquetas de diseño',
      'Transporte a Cádiz',
      'Análisis de acidez',
      'Envases de cartón',
    ],
    invoice: {
      heading: 'Factura',
      from: ['Cooperativa San Andrés', 'Calle Peñuelas, 41', '23001 Jaén'],
      to: ['Distribuciones Ibáñez', 'Señora Núñez', 'Avenida del Río, 9', '41004 Sevilla'],
      details: [
        ['Número de factura', 'A/2026-618'],
        ['Fecha', '4 de marzo de 2026'],
        ['Código de cliente', '55203'],
        ['Vencimiento', '3 de abril de 2026'],
      ],
      net: 'Base imponible',
      tax: 'IVA 21 %',
      total: 'Total a pagar',
      payment:
        'El pago se hará por transferencia a la cuenta ES91 2100 0418 4502 0005 1332 en un plazo de treinta días.',
    },
  },
  {
    language: 'ita',
    locale: 'it-IT',
    title: 'Relazione sul rinnovo del laboratorio',
    paragraphs: [
      'Gentile dottoressa Rinaldi, il rinnovo del laboratorio di via Garibaldi è quasi terminato. Gli operai hanno già sostituito gli impianti elettrici, posato 380 metri quadrati di pavimento e tinteggiato le pareti. Restano da montare le cappe e i banchi, la cui consegna è prevista per lunedì 22 settembre. La spesa complessiva sarà di 96.750 €, cioè 2.100 € in più del previsto.',
      'Il ritardo di due settimane è dovuto alla scoperta di una vecchia tubatura che non compariva in nessuna planimetria. L’ingegner Colò ha ritenuto necessario rimuoverla, perché l’umidità avrebbe potuto danneggiare gli strumenti più delicati. Per fortuna l’assicurazione coprirà circa il 70 % dei costi, come ci è stato confermato per iscritto il 4 agosto.',
      'Nel frattempo le analisi sono state eseguite presso l’università, che ci ha messo a disposizione tre stanze. La qualità dei risultati non ne ha risentito: su 1.240 campioni esaminati, soltanto sei sono stati ripetuti. Vorremmo ringraziare il professor D’Amico e i suoi collaboratori per la generosità con cui ci hanno accolti.',
      'Per quanto riguarda il personale, a ottobre arriveranno due nuove tecniche e un apprendista. Ciascuno di loro seguirà un corso sulla sicurezza della durata di sedici ore, poi affiancherà per un mese i colleghi più esperti. Così sarà possibile prolungare l’orario di apertura fino alle 19.30, come molti clienti chiedono da tempo.',
      'Un’ultima questione riguarda i rifiuti speciali. La ditta che li ritira ha aumentato le tariffe dell’11 %, perciò abbiamo chiesto altre due offerte. La più conveniente proviene da Forlì e comprende anche i contenitori; tuttavia il ritiro avverrebbe solo una volta al mese. Le saremmo grati se potesse esprimere il Suo parere entro venerdì, affinché si possa firmare il contratto prima della fine dell’estate.',
    ],
    columns: ['Descrizione', 'Quantità', 'Prezzo', 'Importo'],
    goods: [
      'Banchi da laboratorio',
      'Cappa di aspirazione',
      'Sgabelli, altezza 60',
      'Montaggio e verifica',
      'Contenitori di vetro',
      'Ritiro dei rifiuti',
    ],
    invoice: {
      heading: 'Fattura',
      from: ['Arredi Tecnici Colò', 'Via dell’Università, 5', '40126 Bologna'],
      to: ['Laboratorio Rinaldi', 'Ufficio acquisti', 'Via Garibaldi, 73', '47121 Forlì'],
      details: [
        ['Numero della fattura', '2026/0871'],
        ['Data', '22 settembre 2026'],
        ['Codice del cliente', 'RL-1980'],
        ['Scadenza', '22 ottobre 2026'],
      ],
      net: 'Totale imponibile',
      tax: 'IVA 22 %',
      total: 'Totale da pagare',
      payment: 'Il pagamento va effettuato sul conto IT60 X054 2811 1010 0000 0123 456 entro trenta giorni.',
    },
  },
  {
    language: 'por',
    locale: 'pt-PT',
    title: 'Situação das obras da estação',
    paragraphs: [
      'Exmo. Senhor Engenheiro Magalhães, as obras da estação ferroviária avançam conforme o calendário. A cobertura da plataforma 2 ficou concluída no dia 19 de março, e a instalação dos elevadores começará logo após a Páscoa. Até agora foram gastos 734.200 €, o que corresponde a 61 % do orçamento aprovado pela Câmara em novembro.',
      'A circulação dos comboios não sofreu interrupções, embora alguns serviços tenham chegado com atrasos de dez a quinze minutos. Os passageiros foram informados através de painéis provisórios e de avisos sonoros; apenas vinte e três pessoas apresentaram reclamações. A maior parte dizia respeito à falta de lugares de estacionamento durante a semana.',
      'Durante as escavações junto à rua de São João, os trabalhadores encontraram um muro antigo. A arqueóloga Conceição Assunção examinou-o e concluiu que se trata de uma construção do século XVIII, sem valor excecional. Depois de fotografado e medido, o muro foi coberto de novo, pelo que o prazo não será alterado.',
      'Quanto aos materiais, o preço do aço subiu 8,5 % desde janeiro. Para evitar surpresas, encomendámos já as restantes 46 toneladas, que ficarão guardadas num armazém em Leixões. O fornecedor concedeu-nos um desconto de 3 %, com a condição de o pagamento ser feito a trinta dias. Também as pedras do pavimento estão à nossa disposição.',
      'Pedimos ainda a sua atenção para a questão da iluminação. O projeto inicial previa candeeiros que deixaram de ser fabricados; o modelo que os substitui é mais económico, mas não cabe nos suportes existentes. A adaptação custaria cerca de 5.300 € e demoraria duas semanas. Ficamos à espera da sua decisão, que agradecemos até ao próximo dia 8 de abril, para não prejudicar a inauguração marcada para junho.',
    ],
    columns: ['Descrição', 'Quantidade', 'Preço', 'Montante'],
    goods: [
      'Armação de aço, longa',
      'Pedras de pavimento',
      'Iluminação exterior',
      'Transporte e descarga',
      'Fixação dos suportes',
      'Inspeção de segurança',
    ],
    invoice: {
      heading: 'Fatura',
      from: ['Construções Leixões, Lda.', 'Rua de São João, 112', '4450 Matosinhos'],
      to: ['Câmara Municipal', 'Engenheiro Magalhães', 'Praça da Estação, 1', '4900 Viana do Castelo'],
      details: [
        ['Número da fatura', 'FT 2026/245'],
        ['Data', '27 de março de 2026'],
        ['Número de cliente', '10467'],
        ['Vencimento', '26 de abril de 2026'],
      ],
      net: 'Valor sem imposto',
      tax: 'IVA 23 %',
      total: 'Total a pagar',
      payment: 'Agradecemos a transferência para a conta PT50 0002 0123 1234 5678 9015 4 dentro do prazo indicado.',
    },
  },
  {
    language: 'nld',
    locale: 'nl-NL',
    title: 'Voortgang van de nieuwe kas',
    paragraphs: [
      'Geachte mevrouw Van den Heuvel, de bouw van de nieuwe kas in Aalsmeer verloopt voorspoedig. De fundering is op 3 februari gestort en het geraamte van staal staat sinds vorige week overeind. Als het weer meewerkt, kunnen wij half april beginnen met het plaatsen van het glas. Tot nu toe is € 412.900 uitgegeven, ongeveer 54 % van het totale budget.',
      'De warmtepomp wordt geleverd door een bedrijf uit Eindhoven dat al vijftien jaar ervaring heeft met de tuinbouw. Volgens de berekeningen van ingenieur Dijkstra daalt het gasverbruik daardoor met bijna 80 %. De subsidie van de provincie, in totaal € 65.000, is toegekend; het geld wordt na de oplevering overgemaakt.',
      'Er deed zich één tegenvaller voor. Bij het graven van de sleuven bleek de grond vervuild te zijn met oude olie, waarschijnlijk afkomstig van een garage die hier rond 1965 stond. Een gespecialiseerde firma heeft 140 kubieke meter aarde afgevoerd. De rekening bedraagt € 17.350 en zal voor een deel door de vorige eigenaar worden betaald.',
      'Intussen is ook de verkoop van start gegaan. Drie supermarkten hebben contracten getekend voor de levering van paprika’s en tomaten vanaf september, en met een vierde wordt nog onderhandeld. Zij eisen dat de producten zonder plastic worden verpakt. Onze leverancier ontwikkelt daarom een doosje van gerecycled karton, dat in mei wordt getest.',
      'Wij zoeken nog zes medewerkers voor de oogst en een coördinator die vloeiend Pools en Nederlands spreekt. De vacatures staan sinds maandag op de website; tot dusver hebben zich negenendertig kandidaten gemeld. De gesprekken vinden plaats in de week van 23 maart, bij voorkeur op kantoor. Graag horen wij of u daarbij aanwezig wilt zijn, en of u zich kunt vinden in de voorgestelde beloning van € 2.780 per maand. Vanzelfsprekend houden wij u op de hoogte van alle ontwikkelingen, zodat u tijdig kunt bijsturen indien dat nodig mocht blijken.',
    ],
    columns: ['Omschrijving', 'Aantal', 'Prijs', 'Bedrag'],
    goods: [
      'Glasplaten, gehard',
      'Huur van de kraan',
      'Kabels en buizen',
      'Afvoer van grond',
      'Warmtepomp, groot',
      'Onderhoud per jaar',
    ],
    invoice: {
      heading: 'Factuur',
      from: ['Kassenbouw Dijkstra BV', 'Industrieweg 44', '5651 GH Eindhoven'],
      to: ['Kwekerij De Zonnebloem', 'Mevrouw Van den Heuvel', 'Bloemenlaan 7', '1431 AB Aalsmeer'],
      details: [
        ['Factuurnummer', '26-00519'],
        ['Datum', '9 maart 2026'],
        ['Klantnummer', 'ZB-3342'],
        ['Te betalen voor', '8 april 2026'],
      ],
      net: 'Subtotaal',
      tax: 'Btw 21 %',
      total: 'Te betalen',
      payment: 'Wij verzoeken u het bedrag over te maken op rekening NL91 ABNA 0417 1643 00 met het factuurnummer.',
    },
  },
  {
    language: 'pol',
    locale: 'pl-PL',
    title: 'Sprawozdanie z działalności drukarni',
    paragraphs: [
      'Szanowna Pani Dyrektor, w pierwszym półroczu nasza drukarnia wykonała 3 415 zleceń, czyli o 9 % więcej niż w tym samym okresie ubiegłego roku. Największy wzrost odnotowaliśmy w dziale opakowań, gdzie przychody osiągnęły 2 860 000 zł. Sprzedaż ulotek i plakatów nieznacznie spadła, ponieważ dwóch stałych klientów przeniosło reklamę do internetu.',
      'Zakup nowej maszyny okazał się słuszną decyzją. Urządzenie pracuje na dwie zmiany, zużywa mniej farby i pozwala drukować na cienkiej folii, czego wcześniej nie mogliśmy oferować. Pan Wiśniewski obliczył, że koszt jednego arkusza zmniejszył się z 0,47 zł do 0,39 zł. Jeżeli liczba zamówień się utrzyma, kredyt spłacimy już w grudniu przyszłego roku.',
      'Niestety, w maju doszło do awarii sprężarki. Naprawa trwała cztery dni i kosztowała 12 750 zł, a część prac musieliśmy zlecić zaprzyjaźnionej firmie z Łodzi. Żaden klient nie zrezygnował, chociaż trzy przesyłki dotarły z opóźnieniem. Aby uniknąć podobnych kłopotów, podpisaliśmy umowę na przeglądy, które będą się odbywały co sześć tygodni.',
      'Zatrudniamy obecnie pięćdziesiąt osiem osób. W sierpniu dołączą do nas czterej absolwenci technikum, natomiast pani Grażyna Wójcik przejdzie na emeryturę po trzydziestu latach pracy. Jej obowiązki przejmie pan Jędrzej Zając, dotychczas odpowiedzialny za magazyn papieru. Przewidzieliśmy dla niego dodatkowe szkolenie z zakresu księgowości.',
      'Na koniec chcielibyśmy poruszyć sprawę ogrzewania hali. Obecny piec ma już dwadzieścia dwa lata, a jego sprawność wynosi zaledwie 68 %. Otrzymaliśmy trzy oferty, z których najkorzystniejsza opiewa na 94 300 zł brutto i obejmuje montaż oraz pięcioletnią gwarancję. Prosimy o zgodę do 25 lipca, gdyż roboty powinny się zakończyć przed nadejściem pierwszych mrozów. Chętnie odpowiemy na wszystkie pytania podczas najbliższego posiedzenia zarządu.',
    ],
    columns: ['Nazwa towaru', 'Ilość', 'Cena', 'Wartość'],
    goods: [
      'Pudełka składane',
      'Folia błyszcząca',
      'Plakaty, duży format',
      'Usługa cięcia',
      'Książki w oprawie',
      'Przesyłka do Łodzi',
    ],
    invoice: {
      heading: 'Faktura',
      from: ['Drukarnia Wiśniewski', 'ulica Źródlana 15', '50-123 Wrocław'],
      to: ['Zakłady Mleczne Łąka', 'Dział księgowości', 'ulica Święta 62', '90-456 Łódź'],
      details: [
        ['Numer faktury', 'FV/2026/0733'],
        ['Data', '1 lipca 2026'],
        ['Numer klienta', '40816'],
        ['Termin płatności', '15 lipca 2026'],
      ],
      net: 'Wartość netto',
      tax: 'Podatek VAT 23 %',
      total: 'Razem do zapłaty',
      payment: 'Prosimy o przelew na rachunek PL61 1090 1014 0000 0712 1981 2874 w podanym terminie.',
    },
  },
];
