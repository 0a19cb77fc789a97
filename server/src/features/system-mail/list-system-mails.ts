import type { SendingStatus } from '@parley/contract/inboxes/inboxes'
import type { EmailNotification, SystemMail } from '@parley/contract/notifications/system-mail'
import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import { canSend, readMailServerSettings } from '../../system-mail/mail-server.ts'
import { findSendingState, type SendingState } from '../inboxes/sending-state.ts'

/** Number of pending emails, sending status, and the latest twenty. */
export async function listSystemMails(db: Db) {
  const [settings, state, { waiting }, rows] = await Promise.all([
    readMailServerSettings(db),
    findSendingState(db, null),
    db
      .selectFrom('system_mails')
      .select((eb) => eb.fn.countAll<number>().as('waiting'))
      .where('status', '=', 'pending')
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('system_mails as m')
      .innerJoin('agents as a', 'a.id', 'm.agent_id')
      .select([
        'm.id',
        'm.created_at',
        'm.template',
        'm.status',
        'm.attempts',
        'm.sent_at',
        'm.delivery_error',
        'm.delivery_details',
      ])
      .select(sql<string>`coalesce(m.data ->> 'to', a.email)`.as('to'))
      .orderBy('m.created_at', 'desc')
      .orderBy('m.id', 'desc')
      .limit(20)
      .execute(),
  ])
  return {
    waiting,
    sending: sendingStatus(settings, state),
    sending_error: state?.error ?? null,
    mails: rows.map(
      (row): SystemMail => ({
        ...row,
        created_at: row.created_at.toISOString(),
        sent_at: row.sent_at?.toISOString() ?? null,
      }),
    ),
  }
}

function sendingStatus(settings: EmailNotification, state: SendingState | undefined): SendingStatus {
  if (!canSend(settings)) return settings['notification.email.enabled'] ? 'not_set_up' : 'off'
  if (state?.error != null) return 'failing'
  return state?.worked_at ? 'working' : 'untested'
}
