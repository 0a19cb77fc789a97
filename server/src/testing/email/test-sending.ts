import { SmtpConfig } from '@parley/contract/inboxes/inboxes'
import type { z } from 'zod'
import { json } from '../../db/json.ts'
import type { SendingDeps } from '../../features/email/sending/deliver-message.ts'
import { encryptConfig } from '../../features/inboxes/inbox-config.ts'
import { createSmtpPools, sendingTimeouts } from '../../mail-servers/send-smtp.ts'
import type { TestApp } from '../test-app.ts'
import { type SmtpSink, startSmtpSink } from './smtp-sink.ts'

export type TestSending = Awaited<ReturnType<typeof startTestSending>>

/** The sending side of a test app: a real SMTP server that stores what it receives, and inboxes that send through it. */
export async function startTestSending(t: TestApp) {
  const sink = await startSmtpSink()
  const pools = createSmtpPools({ ...sendingTimeouts, ehlo: t.ehlo })
  const deps: SendingDeps = { ...t, root_url: 'http://desk.parley.test', pools }

  async function inbox(address?: string, smtp_options: Partial<z.input<typeof SmtpConfig>> | null = {}) {
    const created = await t.make.inbox(address)
    const smtp =
      smtp_options &&
      SmtpConfig.parse({ host: sink.host, port: sink.port, tls_type: 'none', ...smtp_options })
    return t.db
      .updateTable('inboxes')
      .set({ config: json(encryptConfig(t.secrets, { imap: [], smtp: smtp ? [smtp] : [] }, {})) })
      .where('id', '=', created.id)
      .returningAll()
      .executeTakeFirstOrThrow()
  }

  /** An agent's reply over HTTP; it is queued for delivery. */
  async function reply(c: { uuid: string }, body: object = {}) {
    const browser = await t.as(await t.make.agent({ first_name: 'Sam' }))
    const answer = await browser.post(`/api/v1/conversations/${c.uuid}/messages`, {
      message: '<p>Try again</p>',
      to: ['grace@customer.test'],
      ...body,
    })
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
    return message(answer.body.data.id)
  }

  const message = (id: number) =>
    t.db.selectFrom('messages').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

  return {
    deps,
    sink: sink as SmtpSink,
    inbox,
    reply,
    message,
    async stop() {
      pools.close()
      await sink.stop()
    },
  }
}
