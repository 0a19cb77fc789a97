import { createTransport } from 'nodemailer'

/** `npm run demo:mail -- "Subject"`: sends a customer email to the running demo. */
const subject = process.argv.slice(2).join(' ') || 'Does the oak lamp come in black?'
const port = Number(process.env.SMTP_RECEIVER_PORT ?? 2525)
const transport = createTransport({ host: '127.0.0.1', port, ignoreTLS: true })
try {
  await transport.sendMail({
    from: 'Robin Castell <robin.castell@customer.example>',
    to: 'support@lumenoak.example',
    subject,
    text: `Hello,\n\n${subject}\n\nThank you,\nRobin`,
    html: `<p>Hello,</p><p>${subject.replace(/[<&]/g, (character) => (character === '<' ? '&lt;' : '&amp;'))}</p><p>Thank you,<br>Robin</p>`,
  })
  console.log(`Sent "${subject}". Look at Unassigned.`)
} catch (error) {
  console.error(
    `The demo does not take mail on port ${port}: ${(error as Error).message}. Is \`npm run demo\` running?`,
  )
  process.exitCode = 1
} finally {
  transport.close()
}
