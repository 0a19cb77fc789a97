/**
 * What mail clients write around a quoted message, in all languages that they support. All lower-case, as
 * `normaliseHead()` returns it. Each list contains all languages, because a mail may mix them.
 */

export type HeaderLabel = 'from' | 'sent' | 'date' | 'to' | 'cc' | 'subject' | 'reply_to'

/** "From: …", "Sent: …" above a quoted message. */
export const headerLabels: Record<HeaderLabel, readonly string[]> = {
  from: splitPhrases(`
    from, von, de, da, van, från, fra, lähettäjä, od, от, від, від кого, от кого, kimden, gönderen,
    από, 差出人, 发件人, 發件人, 寄件者, 寄件人, 보낸 사람, 보낸사람, מאת, من, feladó, de la, expéditeur, remitente,
    mittente, remetente, afzender, absender, avsändare, afsender, avsender, nadawca, odesílatel,
    odosielateľ, отправитель, відправник, 送信者, expeditor, pošiljatelj, saatja, nuo, no, từ, dari,
    จาก, फ़्रॉम, از
  `),
  sent: splitPhrases(`
    sent, gesendet, gesendet am, envoyé, envoyé le, envoyée, envoyée le, enviado, enviado el,
    enviado em, enviada em, enviada, inviato, inviata, verzonden, skickat, sendt, lähetetty, wysłano,
    wysłane, odesláno, odoslané, отправлено, надіслано, gönderildi, gönderme tarihi, στάλθηκε, 送信日時,
    发送时间, 發送時間, 寄件日期, 보낸 날짜, 보낸날짜, נשלח, تم الإرسال, تاريخ الإرسال, elküldve, küldve, trimis,
    poslano, saadetud, išsiųsta, nosūtīts, đã gửi, dikirim, dátum, изпратено
  `),
  date: splitPhrases(`
    date, datum, fecha, data, dato, päiväys, päivämäärä, дата, tarih, ημερομηνία, 日付, 日期, 时间, 날짜,
    תאריך, التاريخ, dată, kuupäev, ngày, tanggal, วันที่, тарих, date et heure
  `),
  to: splitPhrases(`
    to, an, à, a, para, aan, till, til, vastaanottaja, do, komu, pro, кому, kime, προς, 宛先, 收件人, 收件者,
    받는 사람, 받는사람, אל, إلى, الى, címzett, către, catre, destinataire, destinatario, destinatário,
    empfänger, ontvanger, mottagare, za, prima, kam, đến, kepada, ถึง, alıcı, до
  `),
  cc: splitPhrases(`
    cc, kopie, copie, copia, kopia, kopio, dw, копия, копія, bilgi, κοιν, 抄送, 副本, 참조
  `),
  subject: splitPhrases(`
    subject, betreff, objet, sujet, asunto, oggetto, assunto, onderwerp, ämne, emne, aihe, temat,
    předmět, predmet, тема, konu, θέμα, 件名, 主题, 主題, 主旨, 제목, נושא, הנדון, الموضوع, tárgy, subiect,
    teema, tema, assumpte, относно, chủ đề, perihal, subjek, เรื่อง
  `),
  reply_to: splitPhrases(`
    reply-to, antwort an, répondre à, responder a, rispondi a, antwoord aan, svar til, ответить
  `),
}

/** Verbs for "wrote" in attributions. */
export const wrotePhrases = splitPhrases(`
  wrote, writes, schrieb, schrieben, geschrieben, a écrit, a ecrit, écrit, escribió, escribio,
  escribe, ha scritto, scrisse, escreveu, schreef, geschreven, skrev, kirjoitti, napisał, napisała,
  napisał(a), napisal, napisal(a), napísal, napísal(a), napsal, napsala, napsal(a), pisze, pisał,
  написал, написала, написал(а), писал, писала, пишет, написав, написав(ла), пише, писав, написа,
  yazdı, έγραψε, כתב, כתבה, כתב/ה, כתב(ה), كتب, كتبت, نوشت, ezt írta, írta, írt, a scris, je napisao,
  je napisala, je napisao/la, rašė, parašė, rakstīja, kirjutas, missatge de, đã viết, menulis,
  va escriure, idatzi du, เขียนว่า
`)

/** The same in scripts without spaces between words; matched anywhere in the line. */
export const wrotePhrasesUnspaced = splitPhrases(`
  のメッセージ, 書きました, は書いた, のメール, 写道, 寫道, 来信, 작성, 님이 쓴, 썼습니다
`)

/** The start of "On DATE, NAME wrote:". */
export const onPhrases = splitPhrases(`
  on, at, in, am, le, el, il, in data, op, den, på, em, no dia, a, w dniu, dnia, dne, dňa, pe, în,
  la data, 在, 于, 於, в, у, on:, στις, ב, בתאריך, في, بتاريخ, vào, pada, data, u, dana, kl, klo, na,
  a les, par, date
`)

/** Between dashes above a quoted message. */
export const originalMessagePhrases = splitPhrases(`
  original message, original appointment, reply message, ursprüngliche nachricht, originalnachricht,
  message original, message d'origine, message d’origine, mensaje original, mensagem original,
  messaggio originale, oorspronkelijk bericht, originele bericht, origineel bericht, ursprungligt,
  originalmeddelande, oprindelig meddelelse, opprinnelig melding, original melding, original besked,
  alkuperäinen viesti, wiadomość oryginalna, oryginalna wiadomość, původní zpráva, pôvodná správa,
  исходное сообщение, оригинальное сообщение, исходное письмо, вихідне повідомлення, özgün ileti,
  orijinal mesaj, orjinal mesaj, αρχικό μήνυμα, 元のメッセージ, original mail, 原始邮件, 原郵件, 原始郵件, 原始訊息,
  원본 메시지, 원본 메일, 원래 메시지, הודעה מקורית, الرسالة الأصلية, eredeti üzenet, mesaj original,
  mesajul original, izvorna poruka, originalus laiškas, missatge original, thư gốc
`)

/** Written by help desks above their replies. */
export const replyAbovePhrases = splitPhrases(`
  reply above this line, type your reply above, antworten sie oberhalb, bitte antworten sie über,
  répondez au-dessus, répondre au-dessus, responda por encima, escribe tu respuesta encima
`)

/** Between dashes above a forwarded message. */
export const forwardedMessagePhrases = splitPhrases(`
  forwarded message, forwarded by, forwarded mail, weitergeleitete nachricht, message transféré,
  message transmis, message réexpédié, mensaje reenviado, messaggio inoltrato, mensagem encaminhada,
  doorgestuurd bericht, vidarebefordrat, videresendt, välitetty viesti, wiadomość przekazana,
  przekazana wiadomość, přeposlaná zpráva, preposlaná správa, пересылаемое сообщение,
  пересланное сообщение, переслане повідомлення, iletilen mesaj, iletilmiş ileti, yönlendirilmiş,
  προωθημένο μήνυμα, 転送メッセージ, 転送されたメッセージ, 转发的邮件, 转发邮件, 轉寄郵件, 轉寄的郵件, 전달된 메시지, 전달된 메일, הודעה שהועברה,
  رسالة معاد توجيهها, الرسالة المحولة, továbbított, mesaj redirecționat, mesaj redirectionat,
  proslijeđena poruka, missatge reenviat
`)

/** Apple Mail writes the marker as a sentence, without dashes. */
export const beginForwardedPhrases = splitPhrases(`
  begin forwarded message, anfang der weitergeleiteten, début du message transféré,
  inicio del mensaje, début du message réexpédié, inizio messaggio inoltrato,
  begin doorgestuurd bericht, vidarebefordrat, início da mensagem, vidarebefordrat brev,
  start på videresendt, videresendt melding, välitetty viesti, początek przekazywanej,
  начало переадресованного, начало переслан, iletilen ileti, továbbított levél, 転送されたメッセージ, 开始转发的邮件,
  开始转发, 開始轉寄, 전달된 메시지, přeposlaná zpráva, початок перенаправлен
`)

/** The start of the line that a phone or client adds below every mail. */
export const sentFromPhrases = splitPhrases(`
  sent from, sent via, sent using, sent with, sent by, get outlook for, download outlook,
  gesendet von, gesendet mit, gesendet aus, von meinem, mit freundlichen grüßen von meinem,
  diese nachricht wurde von meinem, holen sie sich outlook, outlook für, envoyé de, envoyé depuis,
  envoyé à partir, envoyé avec, télécharger outlook, obtenez outlook, enviado desde, enviado do,
  enviado de, enviado a partir, enviado con, enviado com, obtener outlook, obtenha o outlook,
  inviato da, inviato dal, inviato con, scarica outlook, ottieni outlook, verstuurd vanaf,
  verstuurd met, verzonden vanaf, verzonden met, outlook voor, skickat från, skickat med,
  hämta outlook, sendt fra, sendt med, hent outlook, få outlook, lähetetty, hanki outlook, wysłane z,
  wysłano z, pobierz outlook, odesláno z, odoslané z, získejte outlook, отправлено с, отправлено из,
  надіслано з, скачать outlook, iphone'umdan gönderildi, iphone'dan gönderildi,
  android'den gönderildi, στάλθηκε από, iphoneから送信, iphone から送信, 发自我的, 从我的, 發自我的, 從我的, 傳送自,
  나의 iphone, 내 iphone, נשלח מ, أُرسلت من, أرسلت من, elküldve az, az iphone, trimis de pe, trimis din,
  poslano s, poslano z, enviat des, saadetud minu
`)

function splitPhrases(list: string): readonly string[] {
  return list.split(',').map((word) => word.trim())
}
