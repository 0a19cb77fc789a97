import type { Tx } from '../../../db/transaction.ts'
import type { ConversationRow } from '../../../spine/record-event.ts'

/**
 * What people and mail can change about a split conversation. While it is the same, moving the messages back loses
 * nothing. Timers and SLA policies change other columns by themselves.
 */
export async function splitState(tx: Tx, c: ConversationRow) {
  const messages = await tx.db
    .selectFrom('messages')
    .select('id')
    .where('conversation_id', '=', c.id)
    .where('type', '<>', 'activity')
    .orderBy('id')
    .execute()
  const tags = await tx.db
    .selectFrom('conversation_tags')
    .select('tag_id')
    .where('conversation_id', '=', c.id)
    .orderBy('tag_id')
    .execute()
  const held = await tx.db.selectFrom('held_sends').select('id').where('conversation_id', '=', c.id).execute()
  const { status_id, assigned_user_id, assigned_team_id, priority_id, subject, contact_id, inbox_id } = c
  return {
    ...{ status_id, assigned_user_id, assigned_team_id, priority_id, subject, contact_id, inbox_id },
    snoozed_until: c.snoozed_until?.toISOString() ?? null,
    custom_attributes: c.custom_attributes,
    messages: messages.map(({ id }) => id),
    tags: tags.map(({ tag_id }) => tag_id),
    held: held.map(({ id }) => id),
  }
}
