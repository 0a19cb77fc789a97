/** Words per language, from the most to the least common; texts draw them by Zipf's law. */
type Language = { words: readonly string[]; greeting: string; farewell: string; gap: string; stop: string }

const list = (text: string) => text.trim().split(/\s+/)

export const languages: readonly Language[] = [
  {
    greeting: 'Hello',
    farewell: 'Kind regards',
    gap: ' ',
    stop: '. ',
    words:
      list(`the to and I a my is it in of you for have not on that this with order can was be your please we but
      when are would me at do so from as account if or an what invoice email get has no just been help after how there
      problem payment delivery number day time again out did will could still they thank back now page already
      password refund error see works button address shipping card customer received sent paid wrong twice because
      which screen tried click change new one only than then them very since yesterday monday week month year team
      support product size colour box arrived broken missing return label exchange subscription renew cancel charge
      bank statement attached picture screenshot phone laptop browser update version install settings login sign
      message reply wait urgent question answer possible confirm check date price discount code basket checkout
      warehouse courier tracking parcel neighbour signature weight kitchen lamp chair table charger battery cable
      manual warranty repair spare part model serial receipt tax company department colleague manager contract
      licence user seat upgrade downgrade report export import file format download upload sync calendar meeting
      timezone notification language translation font contrast keyboard shortcut printer scanner network firewall
      certificate domain webhook integration endpoint latency timeout retry backup restore migration permission`),
  },
  {
    greeting: 'Guten Tag',
    farewell: 'Mit freundlichen Grüßen',
    gap: ' ',
    stop: '. ',
    words:
      list(`ich die und der das nicht ist zu in den es mit habe auf eine für Sie dass wir von aber noch wenn bei
      meine Bestellung auch nur ein als war kann wird nach bitte Rechnung so schon mehr keine wie über Konto Lieferung
      seit Paket Fehler Adresse leider heute gestern Woche danke Zahlung Passwort immer wieder funktioniert möchte
      Rückgabe Geld zurück falsch doppelt gebucht Karte Bank Anhang Bild Seite Knopf Anmeldung Frage Antwort Termin
      Größe Farbe kaputt fehlt Ersatzteil Gerät Garantie Reparatur Kündigung Vertrag Verlängerung Lizenz Benutzer
      Abteilung Kollegin Firma Umsatzsteuer Sendungsnummer Nachbar Unterschrift Lager Versand Gutschein Rabatt Preis
      Übersetzung Schriftart Drucker Netzwerk Schnittstelle Sicherung Wiederherstellung Berechtigung Zeitzone`),
  },
  {
    greeting: 'Bonjour',
    farewell: 'Cordialement',
    gap: ' ',
    stop: '. ',
    words:
      list(`de la le et je à les des est pas que en un une pour ma mon vous ne dans du sur avec ce il nous mais par
      commande plus été avez cette ai au votre si bien sans merci facture compte livraison toujours depuis quand
      encore colis adresse erreur paiement carte deux fois jours semaine hier reçu envoyé mot passe page bouton
      remboursement retour échange taille couleur cassé manquant pièce garantie réparation abonnement résilier
      renouvellement banque relevé capture écran question réponse possible délai date prix remise code panier entrepôt
      transporteur suivi voisin signature licence utilisateur rapport fichier fuseau horaire sauvegarde autorisation`),
  },
  {
    greeting: 'Hola',
    farewell: 'Un saludo',
    gap: ' ',
    stop: '. ',
    words:
      list(`de la que el en y a los se no un mi por con una para es lo me pedido su ha al las pero si más he como está
      cuenta factura gracias ya cuando todo desde envío dirección error pago tarjeta dos veces días semana ayer recibido
      enviado contraseña página botón reembolso devolución cambio talla color roto falta pieza garantía reparación
      suscripción cancelar renovación banco captura pantalla pregunta respuesta posible plazo fecha precio descuento
      código carrito almacén transportista seguimiento vecino firma licencia usuario informe archivo copia permiso`),
  },
  {
    greeting: 'Здравствуйте',
    farewell: 'С уважением',
    gap: ' ',
    stop: '. ',
    words:
      list(`и в не я на что с заказ мой как это по но у меня из вы за к был для уже есть счёт оплата доставка адрес ошибка
      спасибо когда если пароль деньги возврат карта дважды вчера неделя день посылка получил отправил вопрос ответ
      страница кнопка размер цвет сломан гарантия ремонт подписка отмена банк выписка снимок экран срок цена скидка`),
  },
  {
    greeting: 'こんにちは',
    farewell: 'よろしくお願いいたします',
    gap: '',
    stop: '。',
    words:
      list(`の は を に が で 注文 です ます して いた 請求書 支払い 配送 住所 まだ 届いて いません 返金 お願い 確認 商品 昨日 先週 番号 画面
      エラー 表示 されます パスワード 変更 できません カード 二回 請求 され ました 添付 ファイル 写真 色 サイズ 交換 返品 保証 修理 部品 契約 更新 解約`),
  },
]

/** Share of each language in percent, in the same order. */
export const shares: readonly number[] = [62, 14, 9, 8, 4, 3]

export const firstNames =
  list(`Amelia Noah Sofia Liam Mia Lucas Emma Oliver Hanna Elias Clara Hugo Inès Mateo Lucía Diego Valentina
  Anna Jonas Lena Felix Marie Paul Camille Louis Chloé Jules Olga Ivan Daria Pavel Yuki Haruto Sakura Ren Aisha Omar Fatima Yusuf Mei
  Wei Priya Arjun Zofia Jakub Ingrid Lars Freya Nils Chiara Marco Giulia Luca Ana João Beatriz Tiago Thandi Sipho Grace Samuel`)
export const lastNames =
  list(`Smith Jones Taylor Brown Wilson Müller Schmidt Weber Wagner Becker Hoffmann Martin Bernard Dubois Moreau
  Laurent García Martínez López Sánchez Pérez Ivanov Petrova Volkov Sato Suzuki Takahashi Tanaka Khan Ali Hussein Chen Wang Li Patel
  Sharma Nowak Kowalska Hansen Johansson Nilsson Rossi Ferrari Russo Silva Santos Oliveira Costa Nkosi Dlamini Murphy Walsh Byrne
  Jansen Visser Bakker Papadopoulos Horváth Novák Dvořáková Popescu Ionescu Yılmaz Kaya Demir Okafor Mensah`)
export const tagNames =
  list(`billing refund shipping damaged warranty login bug feature-request vip wholesale press spam-suspect
  chargeback invoice tax address-change exchange size-question out-of-stock backorder cancellation renewal upgrade downgrade trial
  onboarding integration api webhook mobile desktop accessibility translation security privacy data-export data-deletion partner
  affiliate complaint praise survey legal contract seats sso performance outage printing hardware spare-part`)
