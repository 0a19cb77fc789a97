import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import { isSessionOpen } from '../../identity/sessions/session-lifetime.ts'

const day = 86_400_000

/**
 * Job, hourly: deletes ended sessions and sign-ins, rate limits past their window, idempotency keys that no client will reuse,
 * undone and cancelled replies, expired links, and system emails after a month.
 */
export async function purgeExpired(db: Db, now: Date): Promise<void> {
  const yesterday = new Date(now.getTime() - day)
  await db
    .deleteFrom('sessions as s')
    .where(sql<boolean>`not ${isSessionOpen(now)}`)
    .execute()
  await db.deleteFrom('sign_in_tickets').where('expires_at', '<', now).execute()
  await db.deleteFrom('passkey_challenges').where('expires_at', '<', now).execute()
  await db.deleteFrom('rate_limits').where('started_at', '<', yesterday).execute()
  await db.deleteFrom('idempotency_keys').where('created_at', '<', yesterday).execute()
  await db.deleteFrom('password_tokens').where('expires_at', '<', now).execute()
  await db
    .deleteFrom('system_mails')
    .where('updated_at', '<', new Date(now.getTime() - 30 * day))
    .where('status', '<>', 'pending')
    // An agent's latest invitation shows whether they were ever invited.
    .where('template', '<>', 'Invitation')
    .execute()
  await db.deleteFrom('held_sends').where('undone_at', '<', yesterday).execute()
  await db.deleteFrom('scheduled_replies').where('cancelled_at', '<', yesterday).execute()
}
