import type { InboxSending } from '@parley/contract/inboxes'
import type { EmailNotification, SystemMail } from '@parley/contract/notification-settings'
import type { Db } from '../../db/pool.ts'
import { findState, type SendingState } from '../inboxes/sending-state.ts'
import { canSend, readStored } from './settings.ts'

/** How many wait, whether they go out, and the newest twenty. */
export async function listSystemMails(db: Db) {
  const [settings, state, { waiting }, rows] = await Promise.all([
    readStored(db),
    findState(db, null),
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
      .select('a.email as to')
      .orderBy('m.created_at', 'desc')
      .orderBy('m.id', 'desc')
      .limit(20)
      .execute(),
  ])
  return {
    waiting,
    sending: sendingOf(settings, state),
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

function sendingOf(settings: EmailNotification, state: SendingState | undefined): InboxSending {
  if (!canSend(settings)) return settings['notification.email.enabled'] ? 'not_set_up' : 'off'
  if (state?.error != null) return 'failing'
  return state?.worked_at ? 'working' : 'untested'
}
