import type { Activity } from '@parley/contract/messages/messages'
import { sql } from 'kysely'
import { json } from '../../../db/json.ts'
import type { Tx } from '../../../db/transaction.ts'
import { AppError } from '../../../http/errors.ts'
import type { ConversationRow } from '../../../spine/record-event.ts'

const limit = { lines: 10, window_s: 60 }

/**
 * No person makes the same change to one conversation this often within a minute: two programs are undoing each
 * other's changes. Refusing ends the loop before it fills the timeline. Rules have their own budgets.
 */
export async function limitRepeats(tx: Tx, c: ConversationRow, { type, data }: Activity): Promise<void> {
  if (tx.actor.kind !== 'agent' && tx.actor.kind !== 'api_key') return
  const since = new Date(tx.now.getTime() - limit.window_s * 1000)
  const { rows } = await sql<{ count: number; oldest: Date | null }>`
    select count(*)::int as count, min(created_at) as oldest from messages
    where conversation_id = ${c.id} and created_at > ${since} and type = 'activity' and sender_id = ${tx.actor.id}
      and activity->>'type' = ${type} and activity->'data' = ${json(data)}::jsonb`.execute(tx.db)
  const { count = 0, oldest = null } = rows[0] ?? {}
  if (count < limit.lines || !oldest) return
  const retry_after_s = Math.ceil((oldest.getTime() - since.getTime()) / 1000)
  throw new AppError(
    429,
    'GeneralException',
    `This change was made ${limit.lines} times within a minute. If a script repeats it, stop the script; otherwise try again in ${retry_after_s} seconds`,
    { retry_after_s },
  )
}
