import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import MailComposer from 'nodemailer/lib/mail-composer/index.js'
import type { SeededRandom } from '../seeded-random.ts'

export type SoakMail = { message_id: string; from: string; raw: Buffer }

const cases = join(import.meta.dirname, '../../../../mail/cases')
/** Every third email is a real one. */
const realShare = 1 / 3
const words =
  'parcel invoice order refund broken late address change delivery payment size colour warranty return label thanks'.split(
    ' ',
  )

/**
 * Emails without end: real ones in turn, from our own cases and the large data set if the environment provides it, and generated
 * ones: new questions, answers to earlier ones, some with attachments.
 */
export async function startMailSource(random: SeededRandom, to: string): Promise<() => Promise<SoakMail>> {
  const real = await readRealMails()
  const earlier: string[] = []
  let count = 0
  return async () => {
    count += 1
    const message_id = `soak-${count}@customer.test`
    const from = `customer${random.between(1, 2_000)}@customer.test`
    if (random.chance(realShare)) {
      const raw = real[Math.floor(count * realShare) % real.length]
      if (raw) return { message_id, from, raw: asNewMail(raw, { message_id, from }) }
    }
    const answered = earlier.length > 0 && random.chance(0.3) ? random.pick(earlier) : undefined
    // A conversation gets a handful of answers, not ever more.
    earlier.push(message_id)
    if (earlier.length > 200) earlier.shift()
    return { message_id, from, raw: await generateMail(random, { message_id, from, to, answered }) }
  }
}

async function readRealMails(): Promise<Buffer[]> {
  const folders = [cases, process.env.PARLEY_MAIL_CASES ?? ''].filter(Boolean)
  const mails: Buffer[] = []
  for (const folder of folders) {
    const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.eml')).sort()
    for (const name of names) mails.push(await readFile(join(folder, name)))
  }
  return mails
}

/** What identifies an email, and what would make the server look up the DNS of real domains. */
const replacedHeaders =
  /^(?:message-id|from|sender|reply-to|dkim-signature|domainkey-signature|arc-[\w-]+|received|return-path):[^\n]*\n(?:[ \t][^\n]*\n)*/gim

/** A copy that arrives as an email of its own. Everything else stays as it was written, body and MIME structure above all. */
function asNewMail(raw: Buffer, { message_id, from }: { message_id: string; from: string }): Buffer {
  const text = raw.toString('latin1').replace(/^From [^\n]*\n/, '')
  const end = /\r?\n\r?\n/.exec(text)?.index ?? text.length
  const head = `${text.slice(0, end)}\n`.replace(replacedHeaders, '').replace(/\n$/, '')
  const added = `Message-ID: <${message_id}>\r\nFrom: Customer <${from}>\r\n`
  return Buffer.from(`${added}${head}${text.slice(end)}`, 'latin1')
}

async function generateMail(
  random: SeededRandom,
  {
    message_id,
    from,
    to,
    answered,
  }: { message_id: string; from: string; to: string; answered?: string | undefined },
): Promise<Buffer> {
  const sentence = () => Array.from({ length: random.between(4, 14) }, () => random.pick(words)).join(' ')
  const lines = Array.from({ length: random.between(2, 60) }, sentence)
  const attachment = {
    filename: 'order.txt',
    content: Array.from({ length: random.between(100, 4_000) }, sentence).join('\n'),
  }
  return new MailComposer({
    ...{
      from: `Customer <${from}>`,
      to,
      messageId: `<${message_id}>`,
      subject: `Question about ${sentence()}`,
    },
    ...(answered && { inReplyTo: `<${answered}>`, references: `<${answered}>` }),
    text: lines.join('\n'),
    html: lines.map((line) => `<p>${line}</p>`).join(''),
    attachments: random.chance(0.1) ? [attachment] : [],
  })
    .compile()
    .build()
}
