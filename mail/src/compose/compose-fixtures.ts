import { parseMail } from '../parse/parse-mail.ts'
import { composeMail, type OutgoingMail } from './compose-mail.ts'
import type { QuotableMessage } from './quoted-history.ts'

export const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
export const image = (n: number) => ({
  uuid: uuid(n),
  filename: `picture-${n}.png`,
  content_type: 'image/png',
  content: Buffer.from([0x89, 0x50, 0x4e, 0x47, n]),
})

const mail = (overrides: Partial<OutgoingMail> = {}): OutgoingMail => ({
  message_id: 'token.unique@acme.test',
  in_reply_to: null,
  references: [],
  date: new Date('2026-03-02T09:00:00Z'),
  from: { name: 'Acme Support', address: 'help@acme.test' },
  reply_to: null,
  to: ['ana@x.test'],
  cc: [],
  bcc: [],
  subject: 'A question',
  answers: false,
  html: '<p>Hello</p>',
  files: [],
  history: [],
  history_files: [],
  time_zone: 'UTC',
  root_url: 'https://desk.acme.test',
  automatic: false,
  ...overrides,
})
export const quotable = (overrides: Partial<QuotableMessage> = {}): QuotableMessage => ({
  type: 'incoming',
  private: false,
  author: 'Ana Ng',
  sent_at: new Date('2026-03-01T14:05:00Z'),
  content: '<p>It does not work</p>',
  content_type: 'html',
  ...overrides,
})

export const compose = async (overrides: Partial<OutgoingMail> = {}) => {
  const { raw, envelope } = await composeMail(mail(overrides))
  const [head = ''] = raw.toString('latin1').split('\r\n\r\n')
  return { raw, envelope, head, parsed: await parseMail(raw) }
}
