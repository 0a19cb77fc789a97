import { parseFromHeader } from '@parley/contract/email/from-header'
import type { EmailNotification } from '@parley/contract/notifications/system-mail'
import { type ComposedMail, composeMail } from '@parley/mail/compose/compose-mail'
import { UnsendableMailError } from '@parley/mail/compose/header-values'
import { type Selectable, sql } from 'kysely'
import type { Actor } from '../../actor.ts'
import type { DB } from '../../db/schema.ts'
import type { Act, Tx } from '../../db/transaction.ts'
import { BrokenTemplate } from '../../liquid.ts'
import type { Log } from '../../log.ts'
import { retryDelayMs } from '../../mail-servers/retry-delay.ts'
import { isSendFailure, type SendFailure, toSendFailure } from '../../mail-servers/send-failure.ts'
import { type SmtpTimeouts, sendWithoutPool } from '../../mail-servers/send-smtp.ts'
import type { Secrets } from '../../secrets.ts'
import { canSend, readMailServerSettings, smtpConfigOf } from '../../system-mail/mail-server.ts'
import { enqueueSystemMail, type SystemMailData } from '../../system-mail/queue-system-mail.ts'
import { observe } from '../../telemetry/operation.ts'
import { countOutcome } from '../../telemetry/outcome.ts'
import { saveSendingOutcome } from '../inboxes/sending-state.ts'
import { batchAssignments } from '../notifications/batch-assignments.ts'
import { findDropReason } from '../notifications/drop-reason.ts'
import { renderSystemMail } from './render-system-mail.ts'

export type SystemMailDeps = {
  act: Act
  system: Actor
  log: Log
  secrets: Secrets
  root_url: string
  ehlo: string
  sign_in_url?: string | undefined
}
type Row = Selectable<DB['system_mails']>
type Claimed = { row: Row; settings: EmailNotification; mail: ComposedMail | SendFailure }

/** After this time a worker counts as dead; the timeouts below end an attempt well before. */
const claimTimeoutMs = 300_000
const timeouts: SmtpTimeouts = { connect: 20_000, silence: 60_000 }

/**
 * Job: sends one system email. Claimed in one transaction, sent outside of any, and its outcome saved in another. Does nothing when it is
 * not due. The token of a password link is created here, so that it exists only in the email.
 */
export async function deliverSystemMail(deps: SystemMailDeps, id: number): Promise<void> {
  const claimed = await deps.act(deps.system, (tx) => claim(deps, tx, id))
  if (!claimed) return
  await observe({ kind: 'mail_sending', mail: 'notification' }, () => sendClaimed(deps, claimed), {
    log_fields: { system_mail_id: id },
  })
}

async function sendClaimed(deps: SystemMailDeps, { row, settings, mail }: Claimed): Promise<void> {
  const failure = isSendFailure(mail)
    ? mail
    : await sendWithoutPool(smtpConfigOf(settings, deps.secrets), mail, {
        ...timeouts,
        ehlo: deps.ehlo,
      }).then(
        () => null,
        (error: unknown) => toSendFailure(error, settings['notification.email.host']),
      )
  await deps.act(deps.system, async (tx) => {
    await saveOutcome(tx, row, failure)
    // Skips emails sent through the previous server, such as the notice about its own replacement.
    const isCurrent = (row.data as SystemMailData).server === undefined // written by queueSystemMail
    if (isCurrent && (!failure || failure.is_server_problem))
      await saveSendingOutcome(tx, null, failure?.words ?? null)
  })
  if (failure) deps.log.warn({ attempts: row.attempts, reason: failure.words }, 'a system email was not sent')
}

async function claim(deps: SystemMailDeps, tx: Tx, id: number): Promise<Claimed | null> {
  await batchAssignments(tx, id)
  const pending = await tx.db
    .selectFrom('system_mails')
    .selectAll()
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .where('not_before', '<=', tx.now)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!pending) return null
  const set = (values: {
    delivery_error?: string
    not_before?: Date
    status?: 'failed' | 'dropped'
    attempts?: number
  }) =>
    tx.db
      .updateTable('system_mails')
      .set({ ...values, updated_at: tx.now })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
  if (pending.expires_at <= tx.now) {
    await set({
      status: 'failed',
      delivery_error: `${pending.delivery_error ?? 'It couldn’t be sent in time'} (no further attempts)`,
    })
    return null
  }
  const reason = await findDropReason(tx, pending)
  if (reason !== null) {
    await set({ status: 'dropped', delivery_error: reason })
    return null
  }
  const { server } = pending.data as SystemMailData // written by queueSystemMail
  const settings = server ?? (await readMailServerSettings(tx.db))
  if (!canSend(settings)) {
    await set({ delivery_error: noMailServer, not_before: pending.expires_at })
    return null
  }
  const row = await set({
    not_before: new Date(tx.now.getTime() + claimTimeoutMs),
    attempts: pending.attempts + 1,
  })
  const mail = await composeSystemMail(deps, tx, row, settings)
  if (mail) return { row, settings, mail }
  await set({ status: 'dropped', delivery_error: 'There’s no one or nothing left to notify' })
  return null
}

async function composeSystemMail(
  deps: SystemMailDeps,
  tx: Tx,
  row: Claimed['row'],
  settings: Claimed['settings'],
): Promise<Claimed['mail'] | null> {
  try {
    const parts = await renderSystemMail(tx, row, deps)
    if (!parts) return null
    const { thread, ...written } = parts
    const basis = systemMailEnvelope(row, settings)
    const first = thread && `${thread}${basis.message_id.slice(basis.message_id.lastIndexOf('@'))}`
    const threading = first ? { in_reply_to: first, references: [first] } : {}
    return await composeMail({ ...written, ...basis, ...threading })
  } catch (error) {
    if (error instanceof BrokenTemplate)
      return {
        kind: error.transient ? 'later' : 'final',
        words: `The template "${row.template}" has an error. ${error.message}`,
      }
    if (error instanceof UnsendableMailError) return permanentFailure(error.message)
    throw error
  }
}

const noMailServer = 'No mail server is set up for notifications. The email will be sent once there is one'
const permanentFailure = (message: string): SendFailure => ({ kind: 'final', words: message })

/** The envelope fields that all system emails share. */
export function systemMailEnvelope(
  { uuid, created_at }: { uuid: string; created_at: Date },
  settings: Pick<EmailNotification, 'notification.email.email_address'>,
) {
  const from = parseFromHeader(settings['notification.email.email_address'])
  return {
    message_id: `${uuid}@${from.address.slice(from.address.lastIndexOf('@') + 1)}`,
    in_reply_to: null,
    references: [],
    date: created_at,
    from,
    reply_to: null,
    cc: [],
    bcc: [],
    answers: false,
    html: '',
    files: [],
    history: [],
    history_files: [],
    time_zone: 'UTC',
    automatic: true,
  }
}

async function saveOutcome(tx: Tx, row: Row, failure: SendFailure | null): Promise<void> {
  const pause = failure?.kind === 'later' ? retryDelayMs(row.attempts) : null
  const next = pause === null ? null : new Date(tx.now.getTime() + pause)
  const settled = await tx.db
    .updateTable('system_mails')
    .set({
      updated_at: tx.now,
      delivery_error: failure?.words ?? null,
      delivery_details: failure?.details ?? null,
      ...(failure === null
        ? { status: 'sent', sent_at: tx.now }
        : next
          ? { not_before: next }
          : { status: 'failed' }),
    })
    .where('id', '=', row.id)
    .where('status', '=', 'pending')
    // A worker that took over an expired claim decides, except that a sent email is always marked as sent.
    .$if(failure !== null, (mine) => mine.where(sql<boolean>`attempts = ${row.attempts}`))
    .returning('id')
    .executeTakeFirst()
  if (!settled) return
  const result = failure === null ? 'sent' : next ? 'retried' : 'failed'
  tx.afterCommit(() => countOutcome({ kind: 'mail_send_attempt', mail: 'notification', result }))
  if (next) await enqueueSystemMail(tx, row.id, next)
}
