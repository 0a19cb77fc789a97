import { expect, test } from 'vitest'
import { mentionsAttachment } from './mentions-attachment.ts'

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
  const sentence = '<p>you please to send the parcel and we will not be able to return it </p>'
  const timeOf = (count: number) => {
    const html = sentence.repeat(count)
    const from = performance.now()
    expect(mentionsAttachment(html)).toBe(false)
    return performance.now() - from
  }
  timeOf(500)
  // Linear time is ten times as long; quadratic time would be a hundred times.
  expect(timeOf(10_000) / timeOf(1_000)).toBeLessThan(50)
})
