import { randomUUID } from 'node:crypto'
import { type EmailNotificationUpdate, missingSendSettings } from '@parley/contract/notifications/system-mail'
import { composeMail } from '@parley/mail/compose/compose-mail'
import { escapeHtml } from '@parley/mail/html/escape-html'
import type { Db } from '../../db/pool.ts'
import { invalid } from '../../http/errors.ts'
import { sendWithoutPool } from '../../mail-servers/send-smtp.ts'
import type { Secrets } from '../../secrets.ts'
import { readMailServerSettings, smtpConfigOf } from '../../system-mail/mail-server.ts'
import { explainCheckError } from '../inboxes/explain-check.ts'
import { readSettings } from '../settings/settings.ts'
import { systemMailEnvelope } from './deliver-system-mail.ts'
import { withSealedPassword } from './mail-server-settings.ts'

/**
 * Sends a test email with settings that may not be saved yet. Returns the server's reply, whether it accepted the email or not; throws when
 * the form is incomplete.
 */
export async function sendTestMail(
  {
    db,
    secrets,
    root_url,
    ehlo,
    now,
  }: { db: Db; secrets: Secrets; root_url: string; ehlo: string; now: Date },
  { to, ...written }: EmailNotificationUpdate & { to: string },
  timeout_ms = 15_000,
): Promise<{ ok: boolean; answer: string; details: string | null }> {
  const [missing] = missingSendSettings(written)
  if (missing) throw invalid(missing.path, missing.message)
  const values = withSealedPassword(secrets, written, await readMailServerSettings(db))
  const settings = await readSettings(db, { root_url, version: '' })
  const site = settings['app.site_name']
  const mail = await composeMail({
    ...systemMailEnvelope({ uuid: randomUUID(), created_at: now }, values),
    to: [to],
    subject: `Test email from ${site}`,
    frame: { html: `<p>It works: ${escapeHtml(site)} can send email.</p>`, slot: null },
    root_url,
  })
  try {
    const answer = await sendWithoutPool(smtpConfigOf(values, secrets), mail, {
      connect: timeout_ms,
      silence: timeout_ms,
      ehlo,
    })
    return { ok: true, answer, details: null }
  } catch (error) {
    const { message, details } = explainCheckError(error, values['notification.email.host'])
    return { ok: false, answer: message, details }
  }
}
