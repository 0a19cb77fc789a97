import { expect, test } from 'vitest'
import { cpuTime_ms } from '../testing/cpu-time.ts'
import { findAttachmentMention } from './mentions-attachment.ts'

const mentionsAttachment = (html: string): boolean => findAttachmentMention(html) !== null

test.each([
  'Please find attached the invoice.',
  'Please find the invoice attached.',
  'Please find the invoice in the attached file.',
  'You will find all the details in the attached file.',
  'I’ve attached the label',
  "I've attached the label",
  'I have attached the return label for you.',
  'I have also attached our price list.',
  'I attached the contract.',
  'I am attaching the contract.',
  "I'm attaching the contract now.",
  'We are attaching two screenshots.',
  "I'll attach the receipt.",
  'Sorry, I forgot to attach the receipt.',
  'Attaching the receipt again.',
  'Attached is our <b>price list</b>.',
  'Attached you will find the form.',
  'Attached: the form',
  'See attached.',
  'As per the attached quote, delivery takes two days.',
  'The invoice is attached.',
  'Both invoices are attached to this email.',
  'The label has been attached',
  'Could you sign the attached contract?',
  'Can you check the attachment and tell me if it is right?',
  'You can find the label in the attachment.',
  'The attachment contains everything you need.',
  'For the full list, see the attachment.',
  'I am sending it as an attachment.',
  'PFA the report.',
  'Enclosed you will find the certificate.',
  'We enclose a copy of the receipt.',
  'Here is the file you asked for.',
  'Here’s a screenshot.',
  'Thanks for your attachment. I have attached ours.',
  'Thanks for the attached form, I’ve attached the signed version.',
  'Anbei die Rechnung',
  'Die Rechnung finden Sie im Anhang.',
  'Ich habe das Etikett angehängt.',
  'Siehe Anhang',
  'Ich hänge Ihnen die Rechnung an.',
  'Das beigefügte Formular bitte unterschreiben.',
])('“%s” mentions an attachment', (text) => {
  expect(mentionsAttachment(`<p>Hello Grace,</p><p>${text}</p><p>Kind regards</p>`)).toBe(true)
})

test.each([
  'Could you attach the invoice?',
  'Please attach a photo of the damage.',
  'Can you please attach the receipt?',
  'You can attach files up to 20 MB.',
  'Please send it as an attachment.',
  'Could you send the attachment again?',
  'Could you resend the attached file?',
  'The file you attached is empty.',
  'I looked at the document you have attached.',
  'Thanks for the attachment!',
  'Thank you for the attached form.',
  'Your attachment has arrived.',
  'In your attached file the third page is missing.',
  'The attachment you sent can’t be opened.',
  'There was no attachment.',
  'The attachment is missing.',
  'The attachment didn’t come through.',
  'Your email came without an attachment.',
  'It isn’t attached.',
  'There was nothing attached.',
  'No strings attached.',
  'We are very attached to you.',
  'The cable is attached to the wall.',
  'The order is attached to your account.',
  'The attachment limit is 20 MB.',
  'Here is the <a href="https://acme.example/f">file</a> online',
  'See <img src="/uploads/x"> attached is it',
  'Ihr Anhang fehlt leider.',
  'Es war kein Anhang dabei.',
  'Kommen Sie gut an!',
])('“%s” does not', (text) => {
  expect(mentionsAttachment(`<p>Hello Grace,</p><p>${text}</p><p>Kind regards</p>`)).toBe(false)
})

const inOtherLanguages = {
  de: [
    [
      'Anbei finden Sie die Rechnung.',
      'Im Anhang finden Sie das Rücksendeetikett.',
      'Ich habe Ihnen die Datei angehängt.',
      'Die Preisliste ist als Anlage beigefügt.',
      'Wir fügen die Bestätigung diesem Schreiben bei.',
    ],
    [
      'Können Sie uns bitte ein Foto anhängen?',
      'Die von Ihnen angehängte Datei ist leer.',
      'Ohne Anhang kann ich das nicht prüfen.',
      'Die Anlage ist seit Montag in Betrieb.',
      'Ihr Anhang ist angekommen.',
    ],
  ],
  fr: [
    [
      'Vous trouverez ci-joint la facture.',
      'Veuillez trouver ci-jointe votre étiquette de retour.',
      'Je vous joins le bon de commande.',
      'La facture est en pièce jointe.',
      'Nous joignons deux photos.',
      'J’ai joint le formulaire.',
      'Le contrat est en annexe.',
      'Voir la pièce jointe.',
    ],
    [
      'Pouvez-vous joindre une photo du produit ?',
      'Merci de joindre la facture.',
      'Votre pièce jointe est bien arrivée.',
      'Le fichier que vous avez joint est vide.',
      'Je n’ai pas joint de fichier.',
      'Il n’y avait aucune pièce jointe.',
      'Merci pour la pièce jointe !',
      'Nous restons joignables par téléphone.',
    ],
  ],
  es: [
    [
      'Adjunto la factura.',
      'Le adjuntamos el formulario.',
      'Encontrará la etiqueta en el archivo adjunto.',
      'Adjunto encontrará el presupuesto.',
      'He adjuntado dos fotos.',
      'Las condiciones van adjuntas.',
    ],
    [
      '¿Puede adjuntar una foto?',
      'Por favor, adjunte el recibo.',
      'Su archivo adjunto ha llegado.',
      'No hay ningún archivo adjunto.',
      'El documento que usted adjuntó está vacío.',
      'Gracias por el archivo adjunto.',
      'Le llamará nuestro director adjunto.',
    ],
  ],
  pt: [
    [
      'Segue em anexo a fatura.',
      'Envio em anexo o formulário.',
      'A etiqueta está no anexo.',
      'Anexei o comprovante.',
      'Estamos anexando duas fotos.',
      'O contrato foi anexado.',
    ],
    [
      'Poderia anexar uma foto?',
      'Por favor, anexe o recibo.',
      'O seu anexo chegou.',
      'O arquivo que você anexou está vazio.',
      'Não havia nenhum anexo.',
      'Obrigado pelo anexo.',
      'Fica no edifício anexo.',
    ],
  ],
  nl: [
    [
      'In de bijlage vindt u de factuur.',
      'Bijgevoegd vindt u het retourlabel.',
      'Ik stuur het formulier als bijlage.',
      'Zie bijlage.',
      'Bijgaand de offerte.',
      'We hebben twee foto’s bijgevoegd.',
    ],
    [
      'Kunt u een foto bijvoegen?',
      'Wilt u de bon als bijlage sturen?',
      'Uw bijlage is aangekomen.',
      'Er was geen bijlage.',
      'Het bestand dat u hebt bijgevoegd is leeg.',
      'Bedankt voor de bijlage!',
      'De bijlage ontbreekt.',
    ],
  ],
  it: [
    [
      'In allegato trova la fattura.',
      'Le allego il modulo.',
      'Alleghiamo due foto.',
      'Ho allegato la ricevuta.',
      'Trova il contratto nel file allegato.',
      'Il preventivo è allegato.',
    ],
    [
      'Può allegare una foto?',
      'Per favore alleghi la ricevuta.',
      'Il suo allegato è arrivato.',
      'Non c’è nessun allegato.',
      'Il file che ha allegato è vuoto.',
      'Grazie per l’allegato!',
      'Non ho allegato nulla.',
    ],
  ],
} as const
const cases = Object.entries(inOtherLanguages).flatMap(([language, [mentions, others]]) => [
  ...mentions.map((text) => [language, text, true] as const),
  ...others.map((text) => [language, text, false] as const),
])
test.each(cases)('%s: “%s” mentions an attachment: %s', (_language, text, expected) => {
  expect(mentionsAttachment(`<p>${text}</p>`)).toBe(expected)
})

test.each([
  ['<blockquote><p>Please find attached</p></blockquote><p>Thanks</p>', false],
  [
    '<blockquote><p>Hi</p><blockquote><p>See attached</p></blockquote><p>Thanks</p></blockquote><p>Done</p>',
    false,
  ],
  ['<p>&gt; See attached</p><p>Done</p>', false],
  ['<pre><code>attached = true</code></pre>', false],
  ['<blockquote><p>Hi</p></blockquote><p>It is attached.</p><blockquote><p>Bye</p></blockquote>', true],
  ['<ul><li><p>The form is attached</p></li></ul>', true],
  ['<p>It is at&shy;tached</p>', false],
  ['', false],
])('only the author’s own text counts in %s: %s', (html, expected) => {
  expect(mentionsAttachment(html)).toBe(expected)
})

test('a long text without a mention takes linear time', () => {
  const html = '<p>you please to send the parcel and we will not be able to return it </p>'.repeat(50_000)
  expect(cpuTime_ms(() => expect(mentionsAttachment(html)).toBe(false))).toBeLessThan(3_000)
})
